import { setImmediate as oneTurn } from "node:timers/promises";
import type { Database } from "#server/platform/database.ts";
import type { Search, Totals } from "../browsing/title-filters.queries.ts";
import type { ItemRow } from "../catalog.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { stockOfTitle } from "./columns.ts";
import { type TitlesNow, titlesNow } from "./followed-titles.ts";

type Page = Totals & { items: ItemRow[]; listed: number };

const mostTries = 3;
/** With so many titles a search takes so long that others come before its next reading. */
const many = 50_000;
/** Titles that come before the end of a page; the database sorts more of them without holding up everybody else. */
const deepest = 10_000;

/**
 * A page that the index found, with its rows. Where a row is not in stock, out of stock, or archived as the index has it, somebody
 * changed it in between, and the index is asked again; undefined where that goes on, without an index, and for late pages.
 */
export async function pageOfIndex(
  db: Database,
  now: TitlesNow,
  search: Search,
  terms: Terms | undefined,
): Promise<Page | undefined> {
  if (search.page.number * search.page.size > deepest) return undefined;
  for (let [tries, titles] = [1, now]; titles.index; tries += 1, titles = await titlesNow(db)) {
    // a search may be read in several ways, and others wait
    if (titles.index.titles > many) await oneTurn();
    const { found, ...counts } = titles.index.page(search, terms);
    const rows = new Map((await titles.rowsOf(found.map(({ id }) => id))).map((row) => [row.item_id, row]));
    const items = found.flatMap(({ id, stock }) => {
      const row = rows.get(id);
      return row && stockOfTitle(row) === stock ? [row] : [];
    });
    if (items.length === found.length) return { items, ...counts };
    if (tries === mostTries) break;
  }
  return undefined;
}
