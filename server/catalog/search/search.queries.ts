import type { Database } from "#server/platform/database.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { itemColumns, type ItemRow, rowsOf, withPicture } from "../titles/catalog.queries.ts";
import {
  browseItems,
  countTitles,
  facetConditions,
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
import { allOf, minResults, relaxTerms, strictTerms } from "./relax.ts";
import { understand } from "./understand.ts";
import { plainText } from "./searched-words.rules.ts";

/** Titles in stock, then those out of stock, each by relevance. Without a text there are no terms. */
export type ItemResults = { items: ItemRow[]; terms?: Terms } & Totals;

/** `listed` counts the titles of a search regardless of chosen facets. */
type Counted = { listed: number };

/** Returns the matching titles, best first: an exact SKU, then by relevance and title; without a text, by title. */
export async function searchItems(db: Database, search: Search): Promise<ItemResults> {
  return readSearch(db, search, async (terms): Promise<ItemResults & Counted> => {
    if (terms && !isFormatAlone(terms)) return findItems(db, search, terms);
    const codes = terms ? narrowed(search, terms) : search;
    const browsed = await browseItems(db, codes);
    const all = hasChosen(search.chosen) ? await countTitles(db, { ...codes, chosen: undefined }) : browsed;
    return { ...browsed, ...(terms && { terms }), listed: listedOf(search, all) };
  });
}

const listedOf = ({ stock }: Search, { inStockTotal, outOfStockTotal, archivedTotal }: Totals) =>
  stock === "archived" ? archivedTotal : inStockTotal + outOfStockTotal;

/** Finds titles with every word of a search, or with most of them if that finds too few. Without a text there are no terms. */
export async function readSearch<Results extends Counted>(
  db: Database,
  search: Omit<Search, "page">,
  find: (terms: Terms | undefined) => Promise<Results>,
): Promise<Results> {
  if (plainText(search.text) === "") return find(undefined);
  const exact = await itemsWithSku(db, search.text.normalize("NFC").trim());
  const meaning = await understand(db, search.text, await codesOf(db));
  const terms = strictTerms(meaning, exact, search);
  const results = await find(terms);
  if (results.listed >= minResults(terms)) return results;
  const relaxed = await relaxTerms(db, terms, results.listed);
  if (!relaxed) return results;
  const more = await find(relaxed);
  return more.listed > results.listed ? more : results;
}

/** Returns the ids of all results in one consistent read, in stock and out of stock, best first. */
export async function allIds(db: Database, search: Search, terms: Terms | undefined) {
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

/** A search for a format alone may match most titles, so it is sorted by title. */
const isFormatAlone = ({ match, exact, filters, meaning }: Terms) =>
  match === "" &&
  exact.length === 0 &&
  filters.length > 0 &&
  filters.every(({ kind }) => kind === "category") &&
  !isForChildren(meaning);

/** Builds the conditions of a search without chosen facets; $1 are the titles with an exact SKU. */
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
      : `search @@ $${parameters.push(terms.match)}::tsquery and (item_id > 0 or worth_an_index(search))`; // only affects the planner; it is never called
  const isOne = terms.exact.length > 0 ? " or item_id = any($1)" : " and $1::integer[] is not null";
  return { conditions: [`(${matches}${isOne})`, ...filters].join(" and "), parameters };
}

/** Builds the subquery of a text search; `fits` tells whether a title also matches the chosen facets. */
function hitsOf(search: Search, terms: Terms) {
  const { conditions, parameters } = conditionsOf(search, terms);
  const fits = ["true", ...Object.values(facetConditions(search.chosen, parameters))].join(" and ");
  const byRank = !isOwnSorting(search.sort) && isRanked(terms);
  const rank = byRank ? `case when ${fits} and ${stockOf(search)} then ${rankOf(terms, parameters)} end` : "0"; // only listed titles need a rank
  const from = `(select ${hitColumns}, ${fits} as fits, ${rank} as rank from items where ${conditions}) as hits`;
  return { from, order: orderOfHits(search).join(", "), parameters };
}

function narrowed<S extends Omit<Search, "page">>(search: S, { filters }: Terms): S {
  const idOf = (filterKind: FilterWords["kind"]) => filters.find(({ kind }) => kind === filterKind)?.id ?? 0;
  return {
    ...search,
    categoryId: search.categoryId || idOf("category"),
    subjectId: search.subjectId || idOf("subject"),
  };
}

/** Matches titles for a grade, or with the grade in their text. */
function gradeOf({ filters, meaning }: Terms, parameters: unknown[]): string[] {
  return filters
    .filter(({ kind }) => kind === "grade")
    .map(({ id, places }) => {
      const words = meaning.requirements.filter((each) => each.places.some((place) => places.includes(place)));
      const fits = gradeFits(id, parameters);
      return words.length === 0 ? fits : `(${fits} or search @@ $${parameters.push(allOf(words))}::tsquery)`;
    });
}

const orderOfHits = ({ sort }: Search) =>
  isOwnSorting(sort) ? keysOf(sort) : ["is_exact desc", "rank desc", ...keysOf("title")];

const hitColumns = "item_id, is_in_stock, item_id = any($1) as is_exact, sort_title, created_at, times_lent";

async function findItems(db: Database, search: Search, terms: Terms): Promise<ItemResults & Counted> {
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
  const counts = totalsOf(rows[0]);
  return { items, ...counts, terms, listed: rows[0]?.listed ?? listedOf(search, counts) };
}

const oneSku = /^\S{1,6}(?:(?:-|\s+(?:copy|no\.?|#)\s*|#)\d{1,6})?$/i;

/** Finds titles by their exact SKU or a copy's label, ignoring a leading #. */
async function itemsWithSku(db: Database, text: string): Promise<number[]> {
  const sku = text.replace(/^#/, "").toLowerCase();
  if (!oneSku.test(sku)) return [];
  const statement = `
    select item_id from items where lower(reference_number) = $1
    union select item_id from copies where copy_id in (select copies_named($1)) limit 100`;
  const rows = await rowsOf<{ item_id: number }>(db, statement, [sku]);
  if (rows.length > 0 || !(text.startsWith("#") || skuPrefix.test(sku))) return rows.map(({ item_id }) => item_id);
  const prefix = `${sku.replace(/[\\%_]/g, "\\$&")}%`;
  const byPrefix =
    "select item_id from items where lower(reference_number) like $1 order by lower(reference_number) limit 100";
  return (await rowsOf<{ item_id: number }>(db, byPrefix, [prefix])).map(({ item_id }) => item_id);
}

const skuPrefix = /^[a-z]{1,3}\d+$/;
