import type { Database } from "#server/platform/database.ts";
import type { Search, Totals } from "../browsing/title-filters.queries.ts";
import { type ItemRow, itemsInStates } from "../catalog.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { titleIndexOf } from "./followed-titles.ts";
import type { TitleIndex } from "./title-index.ts";

type Page = Totals & { items: ItemRow[]; listed: number };

const mostTries = 3;

/**
 * A page that the index found, with its rows from the database. Where a row is not in stock, out of stock, or archived as the index has it,
 * somebody changed it in between, and the index is asked again; undefined where that goes on.
 */
export async function pageOfIndex(
  db: Database,
  index: TitleIndex,
  search: Search,
  terms: Terms | undefined,
): Promise<Page | undefined> {
  let known: TitleIndex | undefined = index;
  for (let tries = 0; known && tries < mostTries; tries += 1) {
    const asked: TitleIndex = known;
    const { ids, ...counts } = asked.page(search, terms);
    const rows = new Map((await itemsInStates(db, ids)).map((row) => [row.item_id, row]));
    const items = ids.flatMap((id) => rows.get(id) ?? []);
    if (items.length === ids.length && items.every((row) => asked.isSo(row))) return { items, ...counts };
    known = await titleIndexOf(db);
  }
  return undefined;
}
