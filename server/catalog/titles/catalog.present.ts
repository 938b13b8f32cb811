import { cut } from "#contract/wire/cut.ts";
import { type TitleField, titleFields } from "#contract/catalog/title-fields.ts";
import { languageName } from "#contract/catalog/title-languages.ts";
import { gradesOfMask } from "#contract/catalog/grade-masks.ts";
import { titleNames } from "#contract/catalog/title-record.ts";
import type { Copy, Item, ItemWithCopies } from "#contract/catalog/catalog.ts";
import type { Codes } from "../codes/codes.queries.ts";
import { pictureAddresses } from "#server/site/public.ts";
import type { CopyRow, ItemRow, OneItemRow } from "./catalog.queries.ts";
import { copyName } from "./editing.rules.ts";

const maxCardLength = 70;

/** Shortens a title at a word boundary for cards, with an ellipsis if needed. */
export function displayTitle(title: string): string {
  if (title.length <= maxCardLength) return title;
  const start = cut(title, maxCardLength);
  const atWord = start.lastIndexOf(" ");
  return `${start.slice(0, atWord > maxCardLength / 2 ? atWord : maxCardLength).replace(/[\s,;:.\-–—/]+$/, "")}…`;
}

/** Converts a title to the API's nested and flat forms. */
export function presentItem(row: ItemRow, codes: Codes): Item {
  const { item_id, in_stock, checked_out, requested, content_hash, file_name, widths, ...fields } = row;
  const { categoryId, subjectId } = fields;
  const categoryName = codes.categories.find((each) => each.categoryId === categoryId)?.categoryName ?? "";
  const subjectName = codes.subjects.find((each) => each.subjectId === subjectId)?.subjectName ?? "";
  const picture = pictureAddresses({ content_hash, file_name, widths });
  return {
    inventoryId: item_id,
    ...fields,
    displayTitle: displayTitle(fields.title),
    categoryName,
    category: { categoryId, categoryName },
    subjectName,
    subject: { subjectId, subjectName },
    grades: gradesOfMask(fields.gradeId, codes.grades),
    languageName: languageName(fields.language),
    attachmentUrl: picture?.attachmentUrl ?? null,
    fileName: picture?.fileName ?? null,
    attachmentSrcset: picture?.attachmentSrcset ?? null,
    attachment: picture && { attachmentUrl: picture.attachmentUrl },
    inStock: in_stock,
    checkedOut: checked_out,
    requestedQty: requested,
  };
}

type NamedCopy = Pick<CopyRow, "sku_number" | "copy_number"> & { title: string; language: string };

/** Names a copy in lists. */
export const presentName = (row: NamedCopy) => ({
  title: row.title,
  language: row.language,
  skuNumber: row.sku_number,
  copyNumber: row.copy_number,
});

/** Names a copy in lists that link to it. */
export const presentInList = (row: NamedCopy & Pick<CopyRow, "copy_id" | "item_id">) => ({
  inventoryItemId: row.copy_id,
  inventoryId: row.item_id,
  ...presentName(row),
});

export function presentCopy(row: CopyRow): Copy {
  const isAvailable = !row.is_inactive && row.order_id === null;
  return {
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    isAvailable,
    isInactive: row.is_inactive,
    inactiveReason: row.inactive_reason,
    isArchived: row.archived_at !== null,
    orderId: row.order_id,
    shelfLocation: row.own_shelf_location ?? "",
    isAvailableString: row.order_id !== null ? "Checked Out" : row.is_inactive ? "Inactive" : "Available",
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  };
}

export type ItemState = { row: OneItemRow; copies: readonly CopyRow[] };

export function presentItemWithCopies({ row, copies }: ItemState, codes: Codes): ItemWithCopies {
  const { version, archived_at, ...item } = row;
  const isArchived = archived_at !== null;
  return { ...presentItem(item, codes), version, isArchived, inventoryItems: copies.map(presentCopy) };
}

export const itemLabel = ({ row }: ItemState) => `#${row.referenceNumber} ${row.title}`;

/** The display texts of fields that differ from their values. */
const displayTexts: { [Name in TitleField]?: (item: Item) => string } = {
  categoryId: (item) => item.categoryName,
  subjectId: (item) => item.subjectName,
  gradeId: (item) => item.grades.map(({ gradeName }) => gradeName).join(", "),
  attachmentId: (item) => (item.attachmentId === null ? "" : `${item.fileName} (picture ${item.attachmentId})`),
};

/** Returns the fields of a title for the activity log. */
function fieldsOf({ row }: ItemState, codes: Codes): Record<string, string> {
  const item = presentItem(row, codes);
  return Object.fromEntries(
    titleNames.map((name) => [titleFields[name].label, displayTexts[name]?.(item) ?? String(item[name])]),
  );
}

function stateOf({ is_inactive, inactive_reason, own_shelf_location }: CopyRow): string {
  const state = is_inactive ? (inactive_reason === null ? "Inactive" : `Inactive (${inactive_reason})`) : "Active";
  return own_shelf_location === null ? state : `${state}, shelf ${own_shelf_location}`;
}

/**
 * Builds snapshots for the activity log: a title's fields, and a line per copy under its new name, so that a new SKU is
 * one change instead of one per copy. `before` is null for a new title.
 */
export function snapshotsOf(before: ItemState | undefined, after: ItemState, codes: Codes) {
  const linesOf = (copies: readonly CopyRow[]) =>
    Object.fromEntries(
      copies.map((copy) => {
        const current = after.copies.find(({ copy_id }) => copy_id === copy.copy_id) ?? copy;
        return [copyName(current), stateOf(copy)];
      }),
    );
  return {
    before: before ? { ...fieldsOf(before, codes), ...linesOf(before.copies) } : null,
    after: { ...fieldsOf(after, codes), ...linesOf(after.copies) },
  };
}
