import type { WaitingCopy } from "#contract/desk/returns.ts";
import type { WaitingRow } from "./inspection.queries.ts";

export function presentWaiting(row: WaitingRow): WaitingCopy {
  return {
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    title: row.title,
    language: row.language,
    shelfPlace: row.shelf_place,
    condition: row.condition,
    note: row.condition_note ?? "",
    missingParts: row.missing_parts ?? "",
    returnedAt: row.released_at?.toISOString() ?? null,
    orderId: row.order_id,
    borrowerName: row.ship_to_name ?? "",
    schoolName: row.ship_to_school ?? "",
    openCaseId: row.open_case_id,
  };
}
