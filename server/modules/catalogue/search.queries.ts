import { CompiledQuery } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { itemColumns, type ItemRow } from "./catalogue.queries.ts";

/** What to look for. Codes of 0 mean all; a grade matches when the masks share a bit. */
export type Search = {
  text: string;
  categoryId: number;
  subjectId: number;
  gradeId: number;
  /** Which of the two lists to read; the totals always count both. */
  stock: "in" | "out" | "all";
  /** Undefined: everything. */
  page: { size: number; number: number } | undefined;
};

/** Titles in stock come first, then those out of stock, each list in its own order of relevance. */
export type Found = { items: ItemRow[]; inStockTotal: number; outOfStockTotal: number };

type Terms = { kind: "all" } | { kind: "query"; tsquery: string; exact: number[] };

/** The titles that match, best first: an exact SKU, then relevance, then the title; without text, by title. */
export async function searchItems(db: Database, search: Search): Promise<Found> {
  const text = search.text.trim();
  if (text === "") return runSearch(db, search, { kind: "all" });
  const exact = await itemsWithSku(db, text);
  const found = await runSearch(db, search, { kind: "query", tsquery: await queryOf(db, text), exact });
  if (found.inStockTotal + found.outOfStockTotal > 0) return found;
  const mended = await queryOfNeighbours(db, text);
  return mended === null ? found : runSearch(db, search, { kind: "query", tsquery: mended, exact });
}

async function runSearch(db: Database, search: Search, terms: Terms): Promise<Found> {
  const parameters: unknown[] = [];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const where = filtersOf(search, terms, parameter).join(" and ") || "true";
  const stock = { in: "in_stock > 0", out: "in_stock = 0", all: "true" }[search.stock];
  // Numbers that were checked stand in the text: as parameters they hide from the planner how little is wanted.
  const page = search.page ? `limit ${search.page.size} offset ${(search.page.number - 1) * search.page.size}` : "";
  const columns = itemColumns.map((column) => `items.${column}`).join(", ");
  const statement =
    terms.kind === "all"
      ? `select ${columns}, null::bigint as in_total, null::bigint as out_total from items
         where ${where} and ${stock} order by (in_stock > 0) desc, sort_title, item_id ${page}`
      : `with hits as materialized (
           select item_id, in_stock > 0 as in_stock, item_id = any(${parameter(terms.exact)}::integer[]) as is_exact,
             ts_rank(search, ${parameter(terms.tsquery)}::tsquery, 1) as rank, sort_title
           from items where ${where}
         ), page as (
           select *, row_number() over (order by in_stock desc, is_exact desc, rank desc, sort_title, item_id) as place
           from hits where ${{ in: "in_stock", out: "not in_stock", all: "true" }[search.stock]}
           order by place ${page}
         )
         select ${columns}, totals.in_total, totals.out_total
         from (select count(*) filter (where in_stock) as in_total, count(*) filter (where not in_stock) as out_total from hits) as totals
         left join page on true left join items on items.item_id = page.item_id
         order by page.place`;
  const { rows } = await db.executeQuery<ItemRow & { in_total: number | null; out_total: number | null }>(CompiledQuery.raw(statement, parameters));
  const totals = terms.kind === "all" ? await countItems(db, search) : { inStockTotal: rows[0]?.in_total ?? 0, outOfStockTotal: rows[0]?.out_total ?? 0 };
  return { items: rows.filter((row) => row.item_id !== null), ...totals };
}

async function countItems(db: Database, search: Search) {
  const parameters: unknown[] = [];
  const where = filtersOf(search, { kind: "all" }, (value) => `$${parameters.push(value)}`).join(" and ") || "true";
  const statement = `select count(*) filter (where in_stock > 0) as in_total, count(*) filter (where in_stock = 0) as out_total from items where ${where}`;
  const { rows } = await db.executeQuery<{ in_total: number; out_total: number }>(CompiledQuery.raw(statement, parameters));
  return { inStockTotal: rows[0]?.in_total ?? 0, outOfStockTotal: rows[0]?.out_total ?? 0 };
}

function filtersOf({ categoryId, subjectId, gradeId }: Search, terms: Terms, parameter: (value: unknown) => string): string[] {
  const filters: string[] = [];
  if (terms.kind === "query") filters.push(`(search @@ ${parameter(terms.tsquery)}::tsquery or item_id = any(${parameter(terms.exact)}::integer[]))`);
  if (categoryId > 0) filters.push(`category_id = ${parameter(categoryId)}`);
  if (subjectId > 0) filters.push(`subject_id = ${parameter(subjectId)}`);
  if (gradeId > 0) filters.push(`grade_mask & ${parameter(gradeId)}::integer <> 0`);
  return filters;
}

/** Titles whose SKU, or a copy's, is exactly this; a leading # is how it is written. */
async function itemsWithSku(db: Database, text: string): Promise<number[]> {
  const sku = text.replace(/^#/, "").toLowerCase();
  if (!/^\S{1,6}$/.test(sku)) return [];
  const statement = `select item_id from items where lower(reference_number) = $1 union select item_id from copies where lower(sku_number) = $1 limit 100`;
  const { rows } = await db.executeQuery<{ item_id: number }>(CompiledQuery.raw(statement, [sku]));
  return rows.map(({ item_id }) => item_id);
}

async function queryOf(db: Database, text: string): Promise<string> {
  const { rows } = await db.executeQuery<{ query: string }>(CompiledQuery.raw("select websearch_to_tsquery('english', unaccent($1))::text as query", [text]));
  return rows[0]?.query ?? "";
}

/**
 * The same words, each replaced by those of the catalogue that are spelled nearly so or begin so; null when a word has
 * none. Asked only when nothing was found.
 */
async function queryOfNeighbours(db: Database, text: string): Promise<string | null> {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,30}/gu) ?? [])].slice(0, 8);
  if (words.length === 0) return null;
  const statement = `
    select string_agg(alternatives, ' & ') as query, count(*) as words from (
      select '(' || string_agg(quote_literal(near.word), ' | ') || ')' as alternatives
      from unnest($1::text[]) with ordinality as typed (word, place)
      cross join lateral (
        select search_words.word from search_words, (select unaccent(typed.word) as word) as plain
        where search_words.word % plain.word or search_words.word like plain.word || '%'
        order by similarity(search_words.word, plain.word) desc, search_words.word limit 4
      ) as near
      group by typed.place
    ) as places`;
  const { rows } = await db.executeQuery<{ query: string | null; words: number }>(CompiledQuery.raw(statement, [words]));
  const row = rows[0];
  if (!row?.query || row.words < words.length) return null;
  const { rows: stemmed } = await db.executeQuery<{ query: string }>(CompiledQuery.raw("select to_tsquery('english', $1)::text as query", [row.query]));
  return stemmed[0]?.query ?? null;
}
