import type { Database } from "#server/platform/database.ts";
import { plainText } from "./plain-text.rules.ts";
import { itemColumns, type ItemRow, rowsOf, withPicture } from "./catalog.queries.ts";

/** The search criteria. Codes of 0 mean all; a grade matches when the masks share a bit. */
export type Search = {
  text: string;
  categoryId: number;
  subjectId: number;
  gradeId: number;
  /** Which of the lists to read, "all" without the archived; the totals always count each. */
  stock: "in" | "out" | "all" | "archived";
  /** Only titles of which copies are out or promised, and this many are left or fewer. */
  lowAt?: number;
  page: { size: number; number: number };
};

/** Titles in stock come first, then those out of stock, each list by relevance. Without text there are no terms. */
export type Found = { items: ItemRow[]; terms?: Terms } & Totals;
type Totals = { inStockTotal: number; outOfStockTotal: number; archivedTotal: number };

/** `query` is text for websearch_to_tsquery, or a tsquery where words were replaced. */
type Terms = { query: string; isMended: boolean; exact: number[] };

/** The matching titles, best first: an exact SKU, then relevance, then title; without text, by title. */
export async function searchItems(db: Database, search: Search): Promise<Found> {
  const plain = plainText(search.text);
  if (plain === "") return browseItems(db, search);
  const text = searchable(plain);
  const exact = await itemsWithSku(db, search.text.normalize("NFC").trim());
  const found = await findItems(db, search, { query: text, isMended: false, exact });
  const total = search.stock === "archived" ? found.archivedTotal : found.inStockTotal + found.outOfStockTotal;
  if (total > 0) return found;
  const mended = await queryOfNeighbours(db, text);
  return mended === null ? found : findItems(db, search, { query: mended, isMended: true, exact });
}

/**
 * Without the dashes that exclude nothing: more than thirty exclusions of one another are too many for PostgreSQL,
 * which fails instead of finding nothing.
 */
const searchable = (text: string) => text.replace(/-(?![\p{L}\p{N}"])/gu, " ").trim();

/** The ids of all that a search found, as one moment has them: those in stock and those out of stock, best first. */
export async function idsFound(db: Database, search: Search, terms: Terms | undefined) {
  const { from, order, parameters } = terms ? hitsOf(search, terms) : titlesOf(search);
  const idsOf = (condition: string) =>
    `coalesce(array_agg(item_id order by ${order}) filter (where ${condition}), '{}')`;
  const statement = `select ${idsOf("is_in_stock")} as "inStock", ${idsOf("not is_in_stock")} as "outOfStock" from ${from}`;
  const [ids] = await rowsOf<{ inStock: number[]; outOfStock: number[] }>(db, statement, parameters);
  return ids ?? { inStock: [], outOfStock: [] };
}

function titlesOf(search: Search) {
  const { filters, parameters } = filtersOf(search, []);
  return { from: `items where ${["true", ...filters].join(" and ")}`, order: "sort_title, item_id", parameters };
}

/** What a search for text finds, to select from. */
function hitsOf(search: Search, { query, isMended, exact }: Terms) {
  const { filters, parameters } = filtersOf(search, [query, exact]);
  const tsquery = isMended ? "$1::tsquery" : "websearch_to_tsquery('english', $1)";
  const matches =
    exact.length > 0
      ? `(search @@ ${tsquery} or item_id = any($2))`
      : `(search @@ ${tsquery} and $2::integer[] is not null)`;
  const from = `(
    select item_id, is_in_stock, item_id = any($2) as is_exact, ts_rank(headline, ${tsquery}, 1) as rank, sort_title
    from items where ${[matches, ...filters].join(" and ")}
  ) as hits`;
  return { from, order: "is_exact desc, rank desc, sort_title, item_id", parameters };
}

// Validated numbers are part of the text: as parameters they would hide from the planner how few rows are wanted.
const pageOf = ({ page }: Search) => `limit ${page.size} offset ${(page.number - 1) * page.size}`;
const stocks = {
  in: "is_in_stock",
  out: "not is_in_stock",
  all: "is_in_stock is not null",
  archived: "is_in_stock is null",
};
const stockOf = ({ stock }: Search) => stocks[stock];
const totals = Object.entries({ in_total: "in", out_total: "out", archived_total: "archived" } as const)
  .map(([name, stock]) => `count(*) filter (where ${stocks[stock]}) as ${name}`)
  .join(", ");
type TotalsRow = { in_total: number; out_total: number; archived_total: number };
const totalsOf = (row: TotalsRow | undefined): Totals => ({
  inStockTotal: row?.in_total ?? 0,
  outOfStockTotal: row?.out_total ?? 0,
  archivedTotal: row?.archived_total ?? 0,
});

async function browseItems(db: Database, search: Search): Promise<Found> {
  const { filters, parameters } = filtersOf(search, []);
  const order = `${search.stock === "all" ? "is_in_stock desc, " : ""}sort_title, item_id`;
  // The page is cut from ids in an index, and only its own titles are read: a late page costs little more.
  const statement = `
    select ${itemColumns} from (
      select item_id from items where ${[...filters, stockOf(search)].join(" and ")} order by ${order} ${pageOf(search)}
    ) as page join items using (item_id) ${withPicture}
    order by ${order}`;
  return { items: await rowsOf(db, statement, parameters), ...(await countItems(db, search)) };
}

async function findItems(db: Database, search: Search, terms: Terms): Promise<Found> {
  const { from, parameters } = hitsOf(search, terms);
  const order = (table: string) =>
    ["is_in_stock desc", "is_exact desc", "rank desc", "sort_title", "item_id"]
      .map((key) => `${table}.${key}`)
      .join(", ");
  const statement = `
    with hits as materialized (select * from ${from}), page as (
      select * from hits where ${stockOf(search)} order by ${order("hits")} ${pageOf(search)}
    )
    select ${itemColumns}, totals.*
    from (select ${totals} from hits) as totals
    left join page on true left join items on items.item_id = page.item_id ${withPicture}
    order by ${order("page")}`;
  const rows = await rowsOf<ItemRow & TotalsRow>(db, statement, parameters);
  // a page past the end still returns the totals, on a row without an item
  const items = rows.filter((row) => row.item_id !== null);
  return { items, ...totalsOf(rows[0]), terms };
}

async function countItems(db: Database, search: Search): Promise<Totals> {
  const { filters, parameters } = filtersOf(search, []);
  const statement = `select ${totals} from items where ${["true", ...filters].join(" and ")}`;
  const [row] = await rowsOf<TotalsRow>(db, statement, parameters);
  return totalsOf(row);
}

/** The filters as SQL, their values after the existing parameters. */
function filtersOf({ categoryId, subjectId, gradeId, lowAt }: Search, before: readonly unknown[]) {
  const filters: string[] = [];
  const parameters: unknown[] = [...before];
  if (categoryId > 0) filters.push(`category_id = $${parameters.push(categoryId)}`);
  if (subjectId > 0) filters.push(`subject_id = $${parameters.push(subjectId)}`);
  if (gradeId > 0) filters.push(`grade_mask & $${parameters.push(gradeId)}::integer <> 0`);
  if (lowAt !== undefined)
    filters.push(
      `in_stock <= $${parameters.push(lowAt)} and item_id = any(array(select item_id from circulation_taken))`,
    );
  return { filters, parameters };
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
  return rows.map(({ item_id }) => item_id);
}

/** Spanish words of three letters and more that say nothing of what is looked for; the index knows the English ones. */
const fillers = new Set(["con", "del", "las", "los", "para", "por", "que", "sobre", "una", "unos", "unas"]);

/**
 * The same words, each replaced by catalog words with a similar spelling or the same beginning; null when a word has
 * none. Only used when nothing was found.
 */
async function queryOfNeighbours(db: Database, text: string): Promise<string | null> {
  const typed = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,30}/gu) ?? []);
  const words = [...typed].filter((word) => !fillers.has(word)).slice(0, 8);
  if (words.length === 0) return null;
  const statement = `
    select string_agg(alternatives, ' & ') as query, count(*) as words from (
      select '(' || string_agg(quote_literal(near.word), ' | ') || ')' as alternatives
      from unnest($1::text[]) with ordinality as typed (word, place)
      cross join lateral (
        select search_words.word from search_words
        where search_words.word % typed.word or search_words.word like typed.word || '%'
        order by similarity(search_words.word, typed.word) desc, search_words.word limit 4
      ) as near
      group by typed.place
    ) as places`;
  const [row] = await rowsOf<{ query: string | null; words: number }>(db, statement, [words]);
  if (!row?.query || row.words < words.length) return null;
  const stem = "select to_tsquery('english', $1)::text as query";
  const [stemmed] = await rowsOf<{ query: string }>(db, stem, [row.query]);
  return stemmed?.query ?? null;
}
