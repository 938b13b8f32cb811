import type { Chosen } from "#contract/catalog/facets.ts";
import type { Database } from "#server/platform/database.ts";
import { countTitles } from "../titles/browse.queries.ts";
import { facetsChosen, type Search, stockOf, stocks } from "../titles/title-filters.queries.ts";
import { rowsOf } from "../titles/catalog.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import { conditionsOf } from "../search/search.queries.ts";


/** How many titles a search finds in one reading, and `listed` whatever is chosen and in stock. */
export async function countFound(db: Database, search: Omit<Search, "page"> & { chosen: Chosen }, terms: Terms | undefined) {
  if (!terms) {
    const { inStockTotal, outOfStockTotal } = await countTitles(db, search);
    const total = (search.stock === "out" ? 0 : inStockTotal) + (search.stock === "in" ? 0 : outOfStockTotal);
    return { total, listed: inStockTotal + outOfStockTotal };
  }
  const { conditions, parameters } = conditionsOf(search, terms);
  const fits = [stockOf(search), ...Object.values(facetsChosen(search.chosen, parameters))].join(" and ");
  const statement = `
    select count(*) filter (where ${fits})::integer as total, count(*)::integer as listed
    from items where ${conditions} and ${stocks.all}`;
  const [row] = await rowsOf<{ total: number; listed: number }>(db, statement, parameters);
  return row ?? { total: 0, listed: 0 };
}
