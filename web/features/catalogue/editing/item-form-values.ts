import { bareSku } from "#contract/codes.ts";
import type { Item, ItemWithCopies } from "#contract/catalogue.ts";
import { itemRules } from "#contract/catalogue.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Picture } from "#web/lib/upload-picture.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";

/** The item form as it is filled in, by the names of the wire; they are the ids of its controls, too. */
export type ItemFormValues = {
  title: string;
  referenceNumber: string;
  description: string;
  categoryId: number;
  subjectId: number;
  gradeId: number;
  tags: string;
  attachmentId: Picture | null;
  attachmentAlt: string;
};

type Name = keyof ItemFormValues;

/** The fields in the order of the form, and what they are called in a sentence. */
export const fieldLabels: Record<Name, string> = {
  title: "Title",
  referenceNumber: "SKU Number",
  description: "Description",
  categoryId: "Category",
  subjectId: "Subject",
  gradeId: "Grades",
  tags: "Tags",
  attachmentId: "Picture",
  attachmentAlt: "Alternative text",
};

/** Their names, in that order. */
export const fieldNames: readonly Name[] = [
  "title",
  "referenceNumber",
  "description",
  "categoryId",
  "subjectId",
  "gradeId",
  "tags",
  "attachmentId",
  "attachmentAlt",
];

/** A new item. */
export const emptyItem: ItemFormValues = {
  title: "",
  referenceNumber: "",
  description: "",
  categoryId: 0,
  subjectId: 0,
  gradeId: 0,
  tags: "",
  attachmentId: null,
  attachmentAlt: "",
};

/** What stands in the form when it opens. */
export function valuesOf(item: Item): ItemFormValues {
  const { title, referenceNumber, description, categoryId, subjectId, gradeId, tags, attachmentAlt } = item;
  return {
    title,
    referenceNumber,
    description,
    categoryId,
    subjectId,
    gradeId,
    tags,
    attachmentAlt,
    attachmentId: pictureOf(item),
  };
}

function pictureOf({ attachmentId, attachmentUrl, attachmentSrcset, fileName }: Item): Picture | null {
  if (!attachmentId || !attachmentUrl) return null;
  return { id: attachmentId, url: attachmentUrl, srcset: attachmentSrcset ?? "", fileName: fileName ?? "" };
}

/** What is sent to be saved. `version` is that of the item as it was read; a new one has none. */
export function bodyOf(values: ItemFormValues, version: number | undefined) {
  const { title, referenceNumber, description, attachmentId: picture, attachmentAlt, ...codes } = values;
  return {
    ...codes,
    title: title.trim(),
    referenceNumber: bareSku(referenceNumber),
    description: description.trim(),
    attachmentId: picture?.id ?? null,
    // a picture that is gone takes its words along
    attachmentAlt: picture ? attachmentAlt.trim() : "",
    ...(version !== undefined && { version }),
  };
}

/** What breaks the rules of the contract, one sentence a field, in the order of the form. */
export function problemsOf(values: ItemFormValues): FieldProblem[] {
  return inOrder(brokenRules(itemRules, bodyOf(values, undefined)));
}

/** One sentence a field, in the order of the form. */
export function inOrder(problems: readonly FieldProblem[]): FieldProblem[] {
  return fieldNames.flatMap((name) => problems.find(({ field }) => field === name) ?? []);
}

/** The version a form stands on, and what was stored then. A new item has no version. */
export type FormBase = { version: number | undefined; values: ItemFormValues };

/** The base of a form that begins with this item. */
export function baseOf(item: ItemWithCopies): FormBase {
  return { version: item.version, values: valuesOf(item) };
}

/** The fields in which two differ. */
export function differences(one: ItemFormValues, other: ItemFormValues): Name[] {
  return fieldNames.filter((name) =>
    name === "attachmentId" ? one.attachmentId?.id !== other.attachmentId?.id : one[name] !== other[name],
  );
}

/** What was changed here stays; everything else becomes what is stored now. */
export function merge(mine: ItemFormValues, base: ItemFormValues, stored: ItemFormValues): ItemFormValues {
  const changedHere = Object.fromEntries(differences(mine, base).map((name) => [name, mine[name]]));
  return { ...stored, ...changedHere };
}
