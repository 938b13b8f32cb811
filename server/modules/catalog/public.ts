import type { Item } from "#contract/catalog.ts";
import type { Database } from "#server/platform/database.ts";
import { presentItem } from "./catalog.present.ts";
import { itemsOf } from "./catalog.queries.ts";
import { codesOf } from "./codes.queries.ts";

export { codesOf } from "./codes.queries.ts";
export { addTitles, changeTitles, addSearchWords, titlesAfter, titlesWithSkus } from "./collection.queries.ts";

/** The titles with these ids as the API returns them, by id; unknown ids are skipped. */
export async function itemsById(db: Database, ids: readonly number[]): Promise<Map<number, Item>> {
  const codes = await codesOf(db);
  const rows = await itemsOf(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.item_id, presentItem(row, codes)]));
}
