import type { Database } from "#server/platform/database.ts";
import type { Search, Totals } from "../browsing/title-filters.queries.ts";
import type { ItemRow } from "../catalog.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { type TitlesNow, titlesNow } from "./followed-titles.ts";

type Page = Totals & { items: ItemRow[]; listed: number };

const mostTries = 3;

/**
 * A page that the index found, with its rows. Where a row is not in stock, out of stock, or archived as the index has it, somebody
 * changed it in between, and the index is asked again; undefined where that goes on, and without an index.
 */
export async function pageOfIndex(
  db: Database,
  now: TitlesNow,
  search: Search,
  terms: Terms | undefined,
): Promise<Page | undefined> {
  for (let [tries, titles] = [1, now]; titles.index; tries += 1, titles = await titlesNow(db)) {
    const { index } = titles;
    const { ids, ...counts } = index.page(search, terms);
    const rows = new Map((await titles.rowsOf(ids)).map((row) => [row.item_id, row]));
    const items = ids.flatMap((id) => rows.get(id) ?? []);
    if (items.length === ids.length && items.every((row) => index.isSo(row))) return { items, ...counts };
    if (tries === mostTries) break;
  }
  return undefined;
}
