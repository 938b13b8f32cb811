import type { LabelCopy } from "#contract/catalog/labels.ts";

export type CopyGroup = {
  inventoryId: number;
  title: string;
  language: string;
  isTitleShown: boolean;
  copies: LabelCopy[];
};

/** Copies grouped by title, in order of each title's first copy. */
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

/** The SKUs of a title's copies: several when copies have their own. */
export function skusOf({ copies }: CopyGroup): string {
  const [first = "", second, ...more] = new Set(copies.map(({ skuNumber }) => `#${skuNumber}`));
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} others`;
}
