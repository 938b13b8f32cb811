import type { Category, Grade, Subject, updateInventory } from "#contract/catalog/catalog.ts";
import type { FieldError, Received } from "#contract/wire/endpoint.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import { bareSku, limits } from "#contract/catalog/codes.ts";
import { isbn13, isIsbnOrEmpty } from "#server/catalog/isbn/isbn.rules.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { gradesOfMask, hasGrade, isMaskOf } from "#contract/catalog/grade-masks.ts";

export type ItemBody = Received<typeof updateInventory>["body"];

/** A submitted item in its flat, normalized form. */
export type ItemDraft = ReturnType<typeof draftOf>;

/** Normalizes a submitted item. If a field is both nested and flat, the flat value counts. */
export function draftOf(body: ItemBody) {
  return {
    ...body,
    referenceNumber: bareSku(body.referenceNumber),
    categoryId: body.categoryId || (body.category?.categoryId ?? 0),
    subjectId: body.subjectId || (body.subject?.subjectId ?? 0),
    tags: normalTags(body.tags),
    isbn: body.isbn && (isbn13(body.isbn) ?? body.isbn),
    skuNumber: body.skuNumber === undefined ? undefined : bareSku(body.skuNumber),
  };
}

/** Removes duplicate tags, ignoring case and spacing. */
export function normalTags(tags: string): string {
  const unique = new Map<string, string>();
  for (const tag of tags.split(",").map((part) => part.trim().replace(/\s+/g, " "))) {
    const key = tag.toLowerCase();
    if (tag !== "" && !unique.has(key)) unique.set(key, tag);
  }
  return [...unique.values()].join(", ");
}

type Choices = {
  categories: readonly Category[];
  subjects: readonly Subject[];
  grades: readonly Grade[];
};

/** Reports chosen codes that don't exist, and a number that isn't an ISBN. */
export function choiceErrors(
  draft: Pick<ItemDraft, "categoryId" | "subjectId" | "gradeId" | "isbn">,
  { categories, subjects, grades }: Choices,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!categories.some(({ categoryId }) => categoryId === draft.categoryId))
    errors.push({ field: "categoryId", message: ownMessages.noSuchCategory });
  if (!subjects.some(({ subjectId }) => subjectId === draft.subjectId))
    errors.push({ field: "subjectId", message: ownMessages.noSuchSubject });
  if (!isIsbnOrEmpty(draft.isbn)) errors.push({ field: "isbn", message: ownMessages.notIsbn });
  if (!isMaskOf(draft.gradeId, grades)) errors.push({ field: "gradeId", message: ownMessages.noSuchGrade });
  return errors;
}

type MayBeHidden = { isHidden?: boolean };
type Classification = Pick<ItemDraft, "subjectId" | "gradeId">;

/** Reports chosen codes that are hidden and new to the title. */
export function hiddenErrors(
  draft: Classification,
  codes: { subjects: readonly (Subject & MayBeHidden)[]; grades: readonly (Grade & MayBeHidden)[] },
  before: Classification = { subjectId: 0, gradeId: 0 },
): FieldError[] {
  const errors: FieldError[] = [];
  const subject = codes.subjects.find(({ subjectId }) => subjectId === draft.subjectId);
  if (subject?.isHidden && draft.subjectId !== before.subjectId)
    errors.push({ field: "subjectId", message: ownMessages.noSuchSubject });
  const isNew = ({ gradeId, isHidden }: Grade & MayBeHidden) => isHidden && !hasGrade(before.gradeId, gradeId);
  if (gradesOfMask(draft.gradeId, codes.grades).some(isNew))
    errors.push({ field: "gradeId", message: ownMessages.noSuchGrade });
  return errors;
}

/** Returns whether the item has been saved since this version was read; false without a version. */
export function isStale(read: number | null | undefined, now: number): boolean {
  return read !== undefined && read !== null && read !== now;
}

export type Copy = {
  copy_id: number;
  copy_number: number;
  sku_number: string;
  is_inactive: boolean;
  inactive_reason: string | null;
  archived_at: Date | null;
  order_id: number | null;
  own_shelf_location: string | null;
};

export type CopyChange = { copyId: number; isInactive: boolean; reason: string | null; shelfLocation: string | null };

/** Returns the form's changes to copies. A reactivated copy loses its reason; one that stays inactive keeps it. */
export function copyChanges(copies: readonly Copy[], input: ItemBody["inventoryItems"] = []): CopyChange[] {
  const requests = new Map(input.map((request) => [request.inventoryItemId, request]));
  return copies.flatMap((copy) => {
    const request = requests.get(copy.copy_id);
    if (!request) return [];
    const { isInactive, inactiveReason = copy.inactive_reason } = request;
    const reason = isInactive ? inactiveReason : null;
    const shelfLocation = request.shelfLocation === undefined ? copy.own_shelf_location : request.shelfLocation || null;
    const isSame =
      isInactive === copy.is_inactive && reason === copy.inactive_reason && shelfLocation === copy.own_shelf_location;
    return isSame ? [] : [{ copyId: copy.copy_id, isInactive, reason, shelfLocation }];
  });
}

export const copyName = ({ sku_number, copy_number }: Pick<Copy, "sku_number" | "copy_number">) =>
  `#${sku_number} copy ${copy_number}`;

/** Rejects deactivating copies on loan. */
export function objectionToCopyChanges(copies: readonly Copy[], changes: readonly CopyChange[]): Reason | undefined {
  const out = changes
    .filter(({ isInactive }) => isInactive)
    .flatMap(({ copyId }) => copies.filter((copy) => copy.copy_id === copyId && copy.order_id !== null));
  return out.length === 0 ? undefined : { kind: "copies-checked-out", copies: out.map(copyName) };
}

/** Rejects a new SKU unless every copy is available. */
export function objectionToNewSku(copies: readonly Copy[]): Reason | undefined {
  const areAvailable = copies.every((copy) => !copy.is_inactive && copy.order_id === null);
  return areAvailable ? undefined : { kind: "sku-locked" };
}

/** A numbering scheme of SKUs, such as "B" and five digits. `newest` is the number of the newest title. */
export type SkuScheme = { prefix: string; digits: number; newest: number };

/** Returns the most common numbering scheme of these SKUs, which are newest first; in a tie, the newer one. */
export function schemeOf(skus: readonly string[]): SkuScheme | undefined {
  const schemes = new Map<string, SkuScheme & { count: number }>();
  for (const sku of skus) {
    const [, prefix = "", number = ""] = /^(.*?)(\d+)$/u.exec(sku) ?? [];
    if (number === "") continue;
    const key = `${prefix.toLowerCase()} ${number.length}`;
    const known = schemes.get(key) ?? { prefix, digits: number.length, newest: Number(number), count: 0 };
    schemes.set(key, { ...known, count: known.count + 1 });
  }
  // the sort is stable, so the newer one stays first
  return [...schemes.values()].toSorted((a, b) => b.count - a.count)[0];
}

/** Builds a SKU from the first number that fits its maximum length; "" if none does. */
export function skuOf({ prefix, digits }: SkuScheme, numbers: readonly (number | null)[]): string {
  const skus = numbers.flatMap((number) => (number === null ? [] : [prefix + String(number).padStart(digits, "0")]));
  return skus.find((sku) => sku.length <= limits.sku) ?? "";
}
