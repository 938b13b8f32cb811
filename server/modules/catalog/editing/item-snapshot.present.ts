import type { Item } from "#contract/catalog.ts";
import { type TitleField, titleFields } from "#contract/titles/title-fields.ts";
import { titleNames } from "#contract/titles/title-record.ts";
import type { CopyRow, ItemRow } from "../catalog.queries.ts";
import { presentItem } from "../catalog.present.ts";
import type { Codes } from "../codes.queries.ts";
import { copyName } from "./editing.rules.ts";

export type ItemState = { row: ItemRow & { version: number }; copies: readonly CopyRow[] };

export const itemLabel = ({ row }: ItemState) => `#${row.referenceNumber} ${row.title}`;

/** What people read of a field, where it is not its value. */
const shown: { [Name in TitleField]?: (item: Item) => string } = {
  categoryId: (item) => item.categoryName,
  subjectId: (item) => item.subjectName,
  gradeId: (item) => item.grades.map(({ gradeName }) => gradeName).join(", "),
  attachmentId: (item) => (item.attachmentId === null ? "" : `${item.fileName} (picture ${item.attachmentId})`),
};

/** A title without its copies, named for readers. */
function fieldsOf({ row }: ItemState, codes: Codes): Record<string, string> {
  const item = presentItem(row, codes);
  return Object.fromEntries(
    titleNames.map((name) => [titleFields[name].label, shown[name]?.(item) ?? String(item[name])]),
  );
}

const stateOf = ({ is_inactive, inactive_reason }: CopyRow) =>
  is_inactive ? (inactive_reason === null ? "Inactive" : `Inactive (${inactive_reason})`) : "Active";

/**
 * What the audit compares: the title's fields and a line per copy under its new name, so that a new SKU is one change
 * instead of one per copy. `before` is null for a new title.
 */
export function snapshotsOf(before: ItemState | undefined, after: ItemState, codes: Codes) {
  const linesOf = (copies: readonly CopyRow[]) =>
    Object.fromEntries(
      copies.map((copy) => {
        const named = after.copies.find(({ copy_id }) => copy_id === copy.copy_id) ?? copy;
        return [copyName(named), stateOf(copy)];
      }),
    );
  return {
    before: before ? { ...fieldsOf(before, codes), ...linesOf(before.copies) } : null,
    after: { ...fieldsOf(after, codes), ...linesOf(after.copies) },
  };
}
