import type { Sorting } from "#contract/catalog/catalog.ts";

/** The columns of titles, as SQL, that a list is sorted by below its stock; the last one breaks ties. By title unless said otherwise. */
const keys = {
  title: ["sort_title", "item_id"],
  newest: ["created_at desc", "item_id desc"],
  borrowed: ["times_lent desc", "item_id"],
} as const;

/** Sorted by something that a title has, rather than by how well it fits. */
export type OwnSorting = keyof typeof keys;

export const isOwnSorting = (sort: Sorting | "" | undefined): sort is OwnSorting => sort !== undefined && sort in keys;

export const keysOf = (sort: Sorting | "" | undefined): readonly string[] => keys[isOwnSorting(sort) ? sort : "title"];
