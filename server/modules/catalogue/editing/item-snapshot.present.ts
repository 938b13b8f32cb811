import type { CopyRow, ItemRow } from "../catalogue.queries.ts";
import { presentItem } from "../catalogue.present.ts";
import type { Codes } from "../codes.queries.ts";
import { copyName } from "./editing.rules.ts";

/** A title with its copies, as they are at one moment. */
export type ItemState = { row: ItemRow & { version: number }; copies: readonly CopyRow[] };

/** How the audit calls a title. */
export const itemLabel = ({ row }: ItemState) => `#${row.reference_number} ${row.title}`;

/** A title as people read it, without its copies. */
function fieldsOf({ row }: ItemState, codes: Codes): Record<string, string> {
  const item = presentItem(row, codes);
  return {
    Title: item.title,
    "SKU Number": item.referenceNumber,
    Description: item.description,
    Category: item.categoryName,
    Subject: item.subjectName,
    Grades: item.grades.map(({ gradeName }) => gradeName).join(", "),
    Tags: item.tags,
    Picture: item.attachmentId === null ? "" : `${item.fileName} (picture ${item.attachmentId})`,
    "Alternative text": item.attachmentAlt,
  };
}

const stateOf = ({ is_inactive, inactive_reason }: CopyRow) =>
  is_inactive ? (inactive_reason === null ? "Inactive" : `Inactive (${inactive_reason})`) : "Active";

/**
 * What the audit compares of a save: the fields of the title, and a line for each copy under the name it has after it,
 * so that a new SKU is one change and not one for each copy. `before` is null for a new title.
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
