import type { LabelCopy } from "#contract/labels.ts";
import type { LabelRow } from "./labels.queries.ts";

export function presentLabelCopy(row: LabelRow, isTitleShown: boolean): LabelCopy {
  return {
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    isInactive: row.is_inactive,
    labelPrintedAt: row.label_printed_at?.toISOString() ?? null,
    title: row.title,
    language: row.language,
    isTitleShown,
  };
}
