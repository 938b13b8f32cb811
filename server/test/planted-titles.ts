import type { Insertable } from "kysely";
import type { Items } from "#db/schema.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { search } from "#server/catalog/search/search.ts";
import type { Database } from "#server/platform/database.ts";

/** A title by its columns. */
export type PlantedTitle = Partial<Insertable<Items>> & { title: string };

let plantedCount = 0;

/** Adds titles with these columns, otherwise plain and in stock. */
export async function plant(db: Database, titles: readonly PlantedTitle[]): Promise<void> {
  const plain = { description: "Plain.", category_id: 1, subject_id: 1, grade_mask: 63, active_copies: 1 };
  const rows = titles.map((title) => ({ ...plain, reference_number: `P${(plantedCount += 1)}`, ...title }));
  await db.insertInto("items").values(rows).execute();
}

const anything = { categoryId: 0, subjectId: 0, gradeId: 0, inStockOnly: false, outOfStockOnly: false };

/** Searches without filters, unless some are given; returns the titles of the page and the parsed query. */
export async function searchFor(db: Database, searchString: string, more: Partial<Parameters<typeof search>[1]> = {}) {
  const query = { ...anything, page: 1, pageSize: 100, searchString, ...more };
  const { searchInStockResults: list, inStockTotal: total, parsedQuery } = await search(db, query, async () => {});
  const items: Item[] = Symbol.asyncIterator in list ? [] : [...list];
  return { items, titles: items.map(({ title }) => title), total, parsedQuery };
}
