import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { TitleKey } from "./duplicates.rules.ts";

/** Streams the rows to add or change in batches, in the format of the catalog's writer. */
export async function* draftsOf(db: Database, importId: number, outcome: "add" | "change") {
  for (let after = 0; ;) {
    const { rows } = await sql<{ titles: string | null; keys: number[]; copies: number[] }>`
      select
        jsonb_agg(
          draft || coalesce(nullif(draft -> 'known', 'null'), '{}') || jsonb_build_object('key', row_number, 'sku', key)
        )::text as titles,
        coalesce(array_agg(row_number order by row_number), '{}') as keys,
        coalesce(array_agg((draft ->> 'newCopies')::integer order by row_number), '{}') as copies
      from (
        select row_number, draft, key from import_rows
        where import_id = ${importId} and outcome = ${outcome} and row_number > ${after} and key is not null
        order by row_number limit ${sql.lit(draftBatchSize)}
      ) as page`.execute(db);
    const [{ titles, keys, copies } = { titles: null, keys: [], copies: [] }] = rows;
    if (titles === null) return;
    yield { titles, keys, copies };
    after = keys.at(-1) ?? after;
  }
}

const draftBatchSize = 500;

/** Returns the search words of the next rows to add or change, as one text. */
export async function wordsAfter(db: Database, importId: number, after: number, limit: number) {
  const { rows } = await sql<{ words: string | null; last: number }>`
    select string_agg(
      concat_ws(' ', draft ->> 'title', draft ->> 'tags', draft ->> 'author', draft ->> 'publisher', draft ->> 'description'),
      ' ') as words,
      max(row_number) as last
    from (
      select row_number, draft from import_rows
      where import_id = ${importId} and outcome in ('add', 'change') and row_number > ${after}
      order by row_number limit ${sql.lit(limit)}
    ) as page`.execute(db);
  return rows[0];
}

/** Returns the rows of new titles without an SKU. */
export async function rowsWithoutSku(db: Database, importId: number): Promise<{ row: number; categoryId: number }[]> {
  const { rows } = await sql<{ row: number; categoryId: number }>`
    select row_number as row, (draft ->> 'categoryId')::integer as "categoryId" from import_rows
    where import_id = ${importId} and outcome = 'add' and key is null order by row_number`.execute(db);
  return rows;
}

export async function takenNumbers(db: Database, importId: number, letter: string): Promise<number[]> {
  const { rows } = await sql<{ taken: number[] }>`
    select coalesce(array_agg(substr(sku, 2)::integer), '{}') as taken
    from (
      select reference_number as sku from items union all select key from import_rows where import_id = ${importId}
    ) as known
    where upper(sku) ~ ${`^${letter}[0-9]{5}$`}`.execute(db);
  return rows[0]?.taken ?? [];
}

export async function writeSkus(
  db: Database,
  importId: number,
  input: readonly { row: number; sku: string }[],
): Promise<void> {
  await sql`
    update import_rows set key = input.sku
    from unnest(${input.map(({ row }) => row)}::integer[], ${input.map(({ sku }) => sku)}::text[]) as input (row_number, sku)
    where import_id = ${importId} and import_rows.row_number = input.row_number`.execute(db);
}

// the expression of the index items_duplicates, and the trigger's expression for sort_title
const key = (sortTitle: string) => sql.raw(`regexp_replace(${sortTitle}, '[^[:alnum:]]+', '', 'g')`);
const sortTitle = `lower(regexp_replace(unaccent(title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'))`;

const maxDuplicates = 20; // per title; if there are more, any of them will do

type TitleLike = TitleKey & { place: number; itemId: number };

/** Returns candidates for duplicates of these titles, with the index of the title they look like. */
export async function titlesLike(db: Database, titles: readonly string[]): Promise<TitleLike[]> {
  if (titles.length === 0) return [];
  const { rows } = await sql<TitleLike>`
    with input as (
      select (place - 1)::integer as place, ${key(sortTitle)} as key
      from unnest(${[...titles]}::text[]) with ordinality as input (title, place)
    )
    select place, candidates.* from input cross join lateral (
      select item_id as "itemId", title, category_id as "categoryId", publisher, language from items
      where ${key("sort_title")} = input.key and archived_at is null order by item_id limit ${sql.lit(maxDuplicates)}
    ) as candidates
    where input.key <> ''`.execute(db);
  return rows;
}
