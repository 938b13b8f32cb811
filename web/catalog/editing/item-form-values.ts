import { bareSku } from "#contract/catalog/codes.ts";
import { type Item, itemRules, type ItemWithCopies } from "#contract/catalog/catalog.ts";
import { partsText } from "#contract/catalog/parts.ts";
import { weightText } from "#contract/catalog/weights.ts";
import type { TitleValues } from "#contract/catalog/title-fields.ts";
import { firstOf, titleNames } from "#contract/catalog/title-record.ts";
import { moneyText } from "#contract/wire/money.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Picture } from "#web/lib/files/uploads.ts";
import type { Base } from "#web/ui/form/form-state.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";

export type ItemFormValues = Omit<TitleValues, "attachmentId"> & { attachmentId: Picture | null };

export const emptyItem: ItemFormValues = { ...firstOf(titleNames), attachmentId: null, language: "en" };

function pictureOf({ attachmentId, attachmentUrl, attachmentSrcset, fileName }: Item): Picture | null {
  if (!attachmentId || !attachmentUrl) return null;
  return { id: attachmentId, url: attachmentUrl, srcset: attachmentSrcset ?? "", fileName: fileName ?? "" };
}

/** The body of a save. `version` is that of the item as read; a new one has none. */
export function bodyOf(values: ItemFormValues, version: Base<ItemFormValues>["version"]) {
  const { attachmentId: picture, ...fields } = values;
  return {
    ...trimmed(fields),
    referenceNumber: bareSku(values.referenceNumber),
    parts: partsText(values.parts),
    weight: weightText(values.weight.trim()),
    replacementCost: moneyText(values.replacementCost.trim()),
    attachmentId: picture?.id ?? null,
    // a removed picture takes its alternative text along
    attachmentAlt: picture ? values.attachmentAlt.trim() : "",
    ...(version !== undefined && { version }),
  };
}

function trimmed<Values extends object>(values: Values): Values;
function trimmed(values: object): object {
  const trim = (value: unknown) => (typeof value === "string" ? value.trim() : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trim(value)]));
}

export function problemsOf(values: ItemFormValues): FieldProblem[] {
  return brokenRules(itemRules, bodyOf(values, undefined));
}

export function baseOf(item: ItemWithCopies | undefined): Base<ItemFormValues> {
  if (!item) return { values: emptyItem };
  return { version: item.version, values: { ...firstOf(titleNames, item), attachmentId: pictureOf(item) } };
}

/** What the form of a duplicate opens on: everything but the SKU, which each title has for itself. */
export function duplicateOf(item: ItemWithCopies): Base<ItemFormValues> {
  return { values: { ...baseOf(item).values, referenceNumber: "" } };
}
