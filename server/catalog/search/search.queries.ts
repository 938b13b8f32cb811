import type { Database } from "#server/platform/database.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { itemColumns, type ItemRow, rowsOf, withPicture } from "../titles/catalog.queries.ts";
import {
  browseItems,
  countTitles,
  facetsChosen,
  filtersOf,
  gradeFits,
  hasChosen,
  isOwnSorting,
  keysOf,
  pageOf,
  type Search,
  stockOf,
  stocks,
  type Totals,
  totals,
  totalsOf,
  type TotalsRow,
} from "../titles/title-filters.queries.ts";
import type { FilterWords } from "./filter-words.rules.ts";
import type { Terms } from "./meaning.rules.ts";
import { isForChildren, isRanked, rankOf } from "./rank.ts";
import { allOf, fewTitles, relaxed, strictTerms } from "./relax.ts";
import { understand } from "./understand.ts";
import { plainText } from "./searched-words.rules.ts";

/** Titles in stock come first, then those out of stock, each list by relevance. Without text there are no terms. */
export type Found = { items: ItemRow[]; terms?: Terms } & Totals;

/** How a search was read, and what that gives. `listed`: how many titles of its lists that finds, whatever facets are chosen. */
type Read = { listed: number };

/** The matching titles, best first: an exact SKU, then relevance, then title; without text, by title. */
export async function searchItems(db: Database, search: Search): Promise<Found> {
  return readSearch(db, search, async (terms): Promise<Found & Read> => {
    if (terms && !isFormatAlone(terms)) return findItems(db, search, terms);
    const codes = terms ? narrowed(search, terms) : search;
    const browsed = await browseItems(db, codes);
    const all = hasChosen(search.chosen) ? await countTitles(db, { ...codes, chosen: undefined }) : browsed;
    return { ...browsed, ...(terms && { terms }), listed: listedOf(search, all) };
  });
}

const listedOf = ({ stock }: Search, { inStockTotal, outOfStockTotal, archivedTotal }: Totals) =>
  stock === "archived" ? archivedTotal : inStockTotal + outOfStockTotal;

/** Finds what has every word of a search, and where that is little, what has most of them; without text there are no terms. */
export async function readSearch<Found extends Read>(
  db: Database,
  search: Omit<Search, "page">,
  find: (terms: Terms | undefined) => Promise<Found>,
): Promise<Found> {
  if (plainText(search.text) === "") return find(undefined);
  const exact = await itemsWithSku(db, search.text.normalize("NFC").trim());
  const meaning = await understand(db, search.text, await codesOf(db));
  const terms = strictTerms(meaning, exact, search);
  const found = await find(terms);
  if (found.listed >= fewTitles(terms)) return found;
  const wider = await relaxed(db, terms, found.listed);
  if (!wider) return found;
  const more = await find(wider);
  return more.listed > found.listed ? more : found;
}

/** The ids of all that a search found, as one moment has them: those in stock and those out of stock, best first. */
export async function idsFound(db: Database, search: Search, terms: Terms | undefined) {
  const { from, order, parameters } = terms ? hitsOf(search, terms) : titlesOf(search);
  const idsOf = (condition: string) =>
    `coalesce(array_agg(item_id order by ${order}) filter (where ${condition}), '{}')`;
  const statement = `
    select ${idsOf("is_in_stock")} as "inStock", ${idsOf("not is_in_stock")} as "outOfStock" from ${from} where fits`;
  const [ids] = await rowsOf<{ inStock: number[]; outOfStock: number[] }>(db, statement, parameters);
  return ids ?? { inStock: [], outOfStock: [] };
}

function titlesOf(search: Search) {
  const { filters, parameters } = filtersOf(search, []);
  return {
    from: `(select *, true as fits from items where ${["true", ...filters].join(" and ")}) as titles`,
    order: keysOf(search.sort).join(", "),
    parameters,
  };
}

/** A format may have most titles: they come by title, as without a search. */
const isFormatAlone = ({ match, exact, filters, meaning }: Terms) =>
  match === "" &&
  exact.length === 0 &&
  filters.length > 0 &&
  filters.every(({ kind }) => kind === "category") &&
  !isForChildren(meaning);

/** What titles must be for a search, whatever facets are chosen; $1 are the exact ones. */
export function conditionsOf(search: Omit<Search, "page">, terms: Terms) {
  const { filters, parameters } = filtersOf({ ...narrowed(search, terms), chosen: undefined }, [terms.exact]);
  for (const { kind, tag } of terms.filters)
    if (kind === "language") filters.push(`language = $${parameters.push(tag)}`);
  filters.push(...gradeOf(terms, parameters));
  const matches =
    terms.match === ""
      ? terms.filters.length > 0
        ? "true"
        : "false"
      : `search @@ $${parameters.push(terms.match)}::tsquery and (item_id > 0 or worth_an_index(search))`; // its cost is planned for, but it is never called
  const isOne = terms.exact.length > 0 ? " or item_id = any($1)" : " and $1::integer[] is not null";
  return { conditions: [`(${matches}${isOne})`, ...filters].join(" and "), parameters };
}

/** What a search for text finds, to select from; `fits` what is one of the chosen values, too. */
function hitsOf(search: Search, terms: Terms) {
  const { conditions, parameters } = conditionsOf(search, terms);
  const fits = ["true", ...Object.values(facetsChosen(search.chosen, parameters))].join(" and ");
  const byRank = !isOwnSorting(search.sort) && isRanked(terms);
  const rank = byRank ? `case when ${fits} and ${stockOf(search)} then ${rankOf(terms, parameters)} end` : "0"; // of what is listed
  const from = `(select ${found}, ${fits} as fits, ${rank} as rank from items where ${conditions}) as hits`;
  return { from, order: orderOfHits(search).join(", "), parameters };
}

function narrowed<Wanted extends Omit<Search, "page">>(search: Wanted, { filters }: Terms): Wanted {
  const idOf = (wanted: FilterWords["kind"]) => filters.find(({ kind }) => kind === wanted)?.id ?? 0;
  return {
    ...search,
    categoryId: search.categoryId || idOf("category"),
    subjectId: search.subjectId || idOf("subject"),
  };
}

/** A title is for a grade that it says, too, whatever grades it is filed under. */
function gradeOf({ filters, meaning }: Terms, parameters: unknown[]): string[] {
  return filters
    .filter(({ kind }) => kind === "grade")
    .map(({ id, places }) => {
      const said = meaning.wanted.filter((each) => each.places.some((place) => places.includes(place)));
      const fits = gradeFits(id, parameters);
      return said.length === 0 ? fits : `(${fits} or search @@ $${parameters.push(allOf(said))}::tsquery)`;
    });
}

const orderOfHits = ({ sort }: Search) =>
  isOwnSorting(sort) ? keysOf(sort) : ["is_exact desc", "rank desc", ...keysOf("title")];

const found = "item_id, is_in_stock, item_id = any($1) as is_exact, sort_title, created_at, times_lent";

async function findItems(db: Database, search: Search, terms: Terms): Promise<Found & Read> {
  const { from, parameters } = hitsOf(search, terms);
  const isNarrowed = hasChosen(search.chosen);
  const listed = isNarrowed ? `(select count(*) from hits where ${stocks.all})` : "null";
  const order = (table: string) =>
    ["is_in_stock desc", ...orderOfHits(search)].map((key) => `${table}.${key}`).join(", ");
  const statement = `
    with hits as materialized (select * from ${from}), page as (
      select * from hits
      where ${stockOf(search)} and fits order by ${order("hits")} ${pageOf(search)}
    )
    select ${itemColumns}, totals.*, ${listed} as listed
    from (select ${totals} from hits where fits) as totals
    left join page on true left join items on items.item_id = page.item_id ${withPicture}
    order by ${order("page")}`;
  const rows = await rowsOf<ItemRow & TotalsRow & { listed: number | null }>(db, statement, parameters);
  // a page past the end still returns the totals, on a row without an item
  const items = rows.filter((row) => row.item_id !== null);
  const found = totalsOf(rows[0]);
  return { items, ...found, terms, listed: rows[0]?.listed ?? listedOf(search, found) };
}

const oneSku = /^\S{1,6}(?:(?:-|\s+(?:copy|no\.?|#)\s*|#)\d{1,6})?$/i;

/** Titles whose SKU, or what a copy's label says, matches exactly; a leading # is ignored. */
async function itemsWithSku(db: Database, text: string): Promise<number[]> {
  const sku = text.replace(/^#/, "").toLowerCase();
  if (!oneSku.test(sku)) return [];
  const statement = `
    select item_id from items where lower(reference_number) = $1
    union select item_id from copies where copy_id in (select copies_named($1)) limit 100`;
  const rows = await rowsOf<{ item_id: number }>(db, statement, [sku]);
  if (rows.length > 0 || !(text.startsWith("#") || beginningOfASku.test(sku)))
    return rows.map(({ item_id }) => item_id);
  const beginning = `${sku.replace(/[\\%_]/g, "\\$&")}%`;
  const begun =
    "select item_id from items where lower(reference_number) like $1 order by lower(reference_number) limit 100";
  return (await rowsOf<{ item_id: number }>(db, begun, [beginning])).map(({ item_id }) => item_id);
}

const beginningOfASku = /^[a-z]{1,3}\d+$/;
