import { allGrades, bitsWanted, just } from "#contract/titles/grade-masks.ts";
import type { Database } from "#server/platform/database.ts";
import { plainText } from "./plain-text.rules.ts";
import { itemColumns, type ItemRow, rowsOf, withPicture } from "./catalog.queries.ts";
import { mayNameCategory, namesCategory, ofCategories, type Word, wordsOf } from "./named-categories.queries.ts";
import { splitSearch } from "./searched-words.rules.ts";

/** The search criteria. Codes of 0 mean all; a grade matches when the masks share a bit, or the title is for all. */
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

/**
 * `query` is text for websearch_to_tsquery, or a tsquery where words were replaced; it ranks. It also decides what
 * matches, unless some words are what categories are called: then `words`, and `rest` for websearch_to_tsquery, do.
 */
type Terms = { query: string; isMended: boolean; exact: number[]; words: SearchWord[]; rest: string };
type SearchWord = Word & { isExcluded?: boolean };

/** The matching titles, best first: an exact SKU, then relevance, then title; without text, by title. */
export async function searchItems(db: Database, search: Search): Promise<Found> {
  const plain = plainText(search.text);
  if (plain === "") return browseItems(db, search);
  const text = searchable(plain);
  const exact = await itemsWithSku(db, search.text.normalize("NFC").trim());
  const found = await findItems(db, search, { query: text, isMended: false, exact, ...(await namedIn(db, text)) });
  const total = search.stock === "archived" ? found.archivedTotal : found.inStockTotal + found.outOfStockTotal;
  if (total > 0) return found;
  const mended = await neighboursOf(db, text);
  return mended === null ? found : findItems(db, search, { ...mended, isMended: true, exact });
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

const tsqueryOf = ({ isMended }: Terms) => (isMended ? "$1::tsquery" : "websearch_to_tsquery('english', $1)");

/** Whether each word is what categories are called, so that a title can match without saying one of them. */
const isNamed = ({ words, rest }: Terms) =>
  words.length > 0 && rest === "" && words.every((word) => namesCategory(word) && !word.isExcluded);

/** What a search for text finds, to select from. */
function hitsOf(search: Search, terms: Terms) {
  const { filters, parameters } = filtersOf(search, [terms.query, terms.exact]);
  const matches = matchOf(terms, parameters);
  const rank = isNamed(terms)
    ? `case when ${saysOneOf(terms, parameters)} then ${rankOf(terms)} else 0 end`
    : rankOf(terms);
  const from = `(select ${found}, ${rank} as rank from items where ${[matches, ...filters].join(" and ")}) as hits`;
  return { from, order: "is_exact desc, rank desc, sort_title, item_id", parameters };
}

const found = "item_id, is_in_stock, item_id = any($2) as is_exact, sort_title";
const rankOf = (terms: Terms) => `ts_rank(headline, ${tsqueryOf(terms)}, 1)`;

/** The condition for titles that say one of the words themselves. */
const saysOneOf = ({ words }: Terms, parameters: unknown[]) =>
  `search @@ $${parameters.push(words.map(({ query }) => `(${query})`).join(" | "))}::tsquery`;

function matchOf(terms: Terms, parameters: unknown[]): string {
  const conditions = terms.words.map((word) => {
    const own = `search @@ $${parameters.push(word.query)}::tsquery`;
    const either = namesCategory(word) ? `(${own} or ${ofCategories(word)})` : own;
    return word.isExcluded ? `not ${either}` : either;
  });
  if (conditions.length === 0) conditions.push(`search @@ ${tsqueryOf(terms)}`);
  else if (terms.rest !== "")
    conditions.push(`search @@ websearch_to_tsquery('english', $${parameters.push(terms.rest)})`);
  const all = conditions.join(" and ");
  return terms.exact.length > 0 ? `(${all} or item_id = any($2))` : `(${all} and $2::integer[] is not null)`;
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
const stockTotals = { in_total: "in", out_total: "out", archived_total: "archived" } as const;
const totals = Object.entries(stockTotals)
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
  const { hits, more, counted, parameters } = isNamed(terms) ? hitsByName(search, terms) : hitsByText(search, terms);
  const order = (table: string) =>
    ["is_in_stock desc", "is_exact desc", "rank desc", "sort_title", "item_id"]
      .map((key) => `${table}.${key}`)
      .join(", ");
  const statement = `
    with hits as materialized (${hits}), page as (
      select * from (select item_id, is_in_stock, is_exact, sort_title, rank from hits ${more}) as hits
      where ${stockOf(search)} order by ${order("hits")} ${pageOf(search)}
    )
    select ${itemColumns}, totals.*
    from (${counted}) as totals
    left join page on true left join items on items.item_id = page.item_id ${withPicture}
    order by ${order("page")}`;
  const rows = await rowsOf<ItemRow & TotalsRow>(db, statement, parameters);
  // a page past the end still returns the totals, on a row without an item
  const items = rows.filter((row) => row.item_id !== null);
  return { items, ...totalsOf(rows[0]), terms };
}

function hitsByText(search: Search, terms: Terms) {
  const { from, parameters } = hitsOf(search, terms);
  return { hits: `select * from ${from}`, more: "", counted: `select ${totals} from hits`, parameters };
}

/**
 * Where every word is what categories are called, a category may have most titles. Those that do not say a word themselves all
 * rank 0: they are counted in an index, and come after the others, by title, where the page has room for them.
 */
function hitsByName(search: Search, terms: Terms) {
  const { filters, parameters } = filtersOf(search, [terms.query, terms.exact]);
  const said = saysOneOf(terms, parameters);
  const named = terms.words.map(ofCategories).join(" and ");
  const isTold = `(${said} or item_id = any($2))`;
  const tellsAll = terms.words.length === 1 ? isTold : `${matchOf(terms, parameters)} and ${isTold}`;
  const hits = `select ${found}, case when ${said} then ${rankOf(terms)} else 0 end as rank, ${named} as is_named
    from items where ${[tellsAll, ...filters].join(" and ")}`;
  const both = (told: string, untold: string, sign: string) =>
    Object.keys(stockTotals)
      .map((name) => `${told}.${name} ${sign} ${untold}.${name} as ${name}`)
      .join(", ");
  const untold = `
    select ${both("named", "told", "-")} from (select ${totals} from items where ${[named, ...filters].join(" and ")}) as named,
      (select ${totals} from hits where is_named) as told`;
  const upTo = search.page.size * search.page.number;
  const lists = search.stock === "all" ? (["in", "out"] as const) : [search.stock];
  const more = lists.map((list) => {
    const before = list === "out" && search.stock === "all" ? "told.in_total + untold.in_total + " : "";
    const ahead = `(select count(*) from hits where ${stocks[list]} and (is_exact or rank > 0))`;
    const hasRoom = `(select untold.${list}_total > 0 and ${before}${ahead} < ${upTo} from told, untold)`;
    return `union all (
      select item_id, is_in_stock, false, sort_title, 0 from items
      where ${[hasRoom, named, `not ${said}`, "item_id <> all($2)", stocks[list], ...filters].join(" and ")}
      order by sort_title, item_id limit ${upTo})`;
  });
  return {
    hits: `${hits}), told as materialized (select ${totals} from hits), untold as materialized (${untold}`,
    more: more.join(" "),
    counted: `select ${both("told", "untold", "+")} from told, untold`,
    parameters,
  };
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
  if (gradeId > 0) {
    const fits = `grade_mask & $${parameters.push(bitsWanted(gradeId))}::integer <> 0`;
    // what is for all grades has the bits of the first ones only
    filters.push(gradeId < allGrades + 1 ? fits : `(${fits} or grade_mask & ${allGrades | just} = ${allGrades})`);
  }
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

const mostWords = 20;

/** The words of a search that are what categories are called, and the rest; no words where there are none of those. */
async function namedIn(db: Database, text: string): Promise<Pick<Terms, "words" | "rest">> {
  const { words, others } = splitSearch(text);
  const may = await mayNameCategory(db);
  if (words.length > mostWords || !words.some(({ word }) => may(word))) return { words: [], rest: "" };
  const known = await wordsOf(
    db,
    words.map(({ word }, place) => ({ place, word })),
  );
  const said = known.map((word, place) => ({ ...word, typed: words[place] }));
  const named = said.filter(namesCategory);
  // what says nothing has no query
  const rest = said.flatMap(({ typed, ...word }) =>
    typed && word.query !== "" && !namesCategory(word) ? [typed] : [],
  );
  if (named.length === 0) return { words: [], rest: "" };
  return {
    words: named.map(({ typed, ...word }) => ({ ...word, isExcluded: typed?.isExcluded ?? false })),
    rest: [...rest.map(({ word, isExcluded }) => (isExcluded ? `-${word}` : word)), ...others].join(" "),
  };
}

/**
 * The same words, each replaced by catalog words with a similar spelling or the same beginning; null when a word has
 * none. Only used when nothing was found.
 */
async function neighboursOf(db: Database, text: string): Promise<Pick<Terms, "query" | "words" | "rest"> | null> {
  const typed = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,30}/gu) ?? []);
  const words = [...typed].filter((word) => !fillers.has(word)).slice(0, 8);
  if (words.length === 0) return null;
  const statement = `
    select typed.place::integer as place, near.word
    from unnest($1::text[]) with ordinality as typed (word, place)
    cross join lateral (
      select search_words.word from search_words
      where search_words.word % typed.word or search_words.word like typed.word || '%'
      order by similarity(search_words.word, typed.word) desc, search_words.word limit 4
    ) as near`;
  const near = await wordsOf(db, await rowsOf<{ place: number; word: string }>(db, statement, [words]));
  if (near.length < words.length) return null;
  const saying = near.filter(({ query }) => query !== "");
  if (saying.length === 0) return null;
  const query = saying.map((word) => `(${word.query})`).join(" & ");
  return { query, words: saying.some(namesCategory) ? saying : [], rest: "" };
}
