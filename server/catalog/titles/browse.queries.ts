import type { Database } from "#server/platform/database.ts";
import { itemColumns, type ItemRow, rowsOf, withPicture } from "./catalog.queries.ts";
import { keysOf } from "./sorted-by.ts";
import {
  filtersOf,
  type Search,
  stocks,
  type Totals,
  totals,
  totalsOf,
  type TotalsRow,
} from "./title-filters.queries.ts";

/** A page of the titles of these codes, by title unless it is sorted otherwise. */
export async function browseItems(db: Database, search: Search): Promise<Totals & { items: ItemRow[] }> {
  const counted = await countTitles(db, search);
  const { number, size } = search.page;
  const offset = (number - 1) * size;
  const ahead = counted.inStockTotal - offset; // on this page and the later ones
  const lists = search.stock !== "all" ? [search.stock] : (["in", "out"] as const);
  const { filters, parameters } = filtersOf(search, []);
  const keys = keysOf(search.sort).join(", ");
  const parts: string[] = [];
  for (const stock of lists) {
    const isOn = search.stock !== "all" || (stock === "in" ? ahead > 0 : ahead < size);
    if (!isOn) continue;
    const skipped = search.stock === "all" && stock === "out" ? Math.max(0, -ahead) : offset;
    // Validated numbers are part of the text: as parameters they would hide from the planner how few rows are wanted.
    parts.push(`(
      select item_id from items where ${[...filters, stocks[stock]].join(" and ")}
      order by ${keys} limit ${size} offset ${skipped})`);
  }
  // The page is cut from ids in an index, and only its own titles are read.
  const statement = `
    select ${itemColumns} from (${parts.join(" union all ")}) as page join items using (item_id) ${withPicture}
    order by is_in_stock desc, ${keys} limit ${size}`;
  return { items: await rowsOf(db, statement, parameters), ...counted };
}

/** How many titles of these codes there are. */
export async function countTitles(db: Database, search: Omit<Search, "page">): Promise<Totals> {
  const { filters, parameters } = filtersOf(search, []);
  const statement = `select ${totals} from items where ${["true", ...filters].join(" and ")}`;
  const [row] = await rowsOf<TotalsRow>(db, statement, parameters);
  return totalsOf(row);
}
