import type { Item } from "#contract/catalog/catalog.ts";
import type { Database } from "#server/platform/database.ts";
import { inPages } from "#server/platform/lists/long-list.ts";
import { presentItem } from "./catalog.present.ts";
import { itemsOf } from "./catalog.queries.ts";
import { codesOf } from "../codes/codes.queries.ts";

/** Returns the titles with these ids as the API presents them, by id, without unknown ids. */
export async function itemsById(db: Database, ids: readonly number[]): Promise<Map<number, Item>> {
  const codes = await codesOf(db);
  const rows = await itemsOf(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.item_id, presentItem(row, codes)]));
}

/** Streams the titles with these ids in this order, for a list of any length. */
export function itemsInPages(db: Database, ids: readonly number[]): AsyncGenerator<readonly Item[]> {
  return inPages(ids, (page) => itemsById(db, page));
}
