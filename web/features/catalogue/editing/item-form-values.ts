import { bareSku } from "#contract/codes.ts";
import type { Item, ItemWithCopies } from "#contract/catalogue.ts";
import { itemRules } from "#contract/catalogue.ts";
import type { TitleField, TitleValues } from "#contract/titles/title-fields.ts";
import { firstOf, titleNames } from "#contract/titles/title-record.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Picture } from "#web/lib/upload-picture.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";

/** The item form as it is filled in, by the names of the wire; they are the ids of its controls, too. */
export type ItemFormValues = Omit<TitleValues, "attachmentId"> & { attachmentId: Picture | null };

/** A new item. */
export const emptyItem: ItemFormValues = { ...firstOf(titleNames), attachmentId: null, language: "en" };

/** What stands in the form when it opens. */
export function valuesOf(item: Item): ItemFormValues {
  return { ...firstOf(titleNames, item), attachmentId: pictureOf(item) };
}

function pictureOf({ attachmentId, attachmentUrl, attachmentSrcset, fileName }: Item): Picture | null {
  if (!attachmentId || !attachmentUrl) return null;
  return { id: attachmentId, url: attachmentUrl, srcset: attachmentSrcset ?? "", fileName: fileName ?? "" };
}

/** What is sent to be saved. `version` is that of the item as it was read; a new one has none. */
export function bodyOf(values: ItemFormValues, version: number | undefined) {
  const { attachmentId: picture, ...fields } = values;
  return {
    ...trimmed(fields),
    referenceNumber: bareSku(values.referenceNumber),
    attachmentId: picture?.id ?? null,
    // a picture that is gone takes its words along
    attachmentAlt: picture ? values.attachmentAlt.trim() : "",
    ...(version !== undefined && { version }),
  };
}

function trimmed<Values extends object>(values: Values): Values;
function trimmed(values: object): object {
  const trim = (value: unknown) => (typeof value === "string" ? value.trim() : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trim(value)]));
}

/** What breaks the rules of the contract, one sentence a field, in the order of the form. */
export function problemsOf(values: ItemFormValues): FieldProblem[] {
  return inOrder(brokenRules(itemRules, bodyOf(values, undefined)));
}

/** One sentence a field, in the order of the form. */
export function inOrder(problems: readonly FieldProblem[]): FieldProblem[] {
  return titleNames.flatMap((name) => problems.find(({ field }) => field === name) ?? []);
}

/** The version a form stands on, and what was stored then. A new item has no version. */
export type FormBase = { version: number | undefined; values: ItemFormValues };

/** The base of a form that begins with this item. */
export function baseOf(item: ItemWithCopies): FormBase {
  return { version: item.version, values: valuesOf(item) };
}

/** The fields in which two differ. */
export function differences(one: ItemFormValues, other: ItemFormValues): TitleField[] {
  return titleNames.filter((name) =>
    name === "attachmentId" ? one.attachmentId?.id !== other.attachmentId?.id : one[name] !== other[name],
  );
}

/** What was changed here stays; everything else becomes what is stored now. */
export function merge(mine: ItemFormValues, base: ItemFormValues, stored: ItemFormValues): ItemFormValues {
  const changedHere = Object.fromEntries(differences(mine, base).map((name) => [name, mine[name]]));
  return { ...stored, ...changedHere };
}
