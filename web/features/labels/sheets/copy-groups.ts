import type { LabelCopy } from "#contract/labels.ts";

/** The copies of one title among those that are listed. */
export type CopyGroup = {
  inventoryId: number;
  title: string;
  language: string;
  isTitleShown: boolean;
  copies: LabelCopy[];
};

/** Copies by their title, titles in the order in which their first copy comes. */
export function groupByTitle(copies: readonly LabelCopy[]): CopyGroup[] {
  const groups = new Map<number, CopyGroup>();
  for (const copy of copies) {
    const { inventoryId, title, language, isTitleShown } = copy;
    const group = groups.get(inventoryId) ?? { inventoryId, title, language, isTitleShown, copies: [] };
    group.copies.push(copy);
    groups.set(inventoryId, group);
  }
  return [...groups.values()];
}

/** What a label calls a copy. */
export function nameOf({ skuNumber, copyNumber }: Pick<LabelCopy, "skuNumber" | "copyNumber">): string {
  return `#${skuNumber} copy ${copyNumber}`;
}

/** The SKU of a title's copies, for eyes: several when copies carry their own. */
export function skusOf({ copies }: CopyGroup): string {
  const [first = "", second, ...more] = new Set(copies.map(({ skuNumber }) => `#${skuNumber}`));
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} others`;
}
