import type { Database } from "#server/platform/database.ts";
import type { RowFault } from "#server/platform/tables/columns.rules.ts";
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

const maxDuplicates = 20; // per title; beyond that, any of them will do

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

/**
 * Joins each new title's row with later rows that differ only in SKU and shelf, which become its copies. Returns the
 * number of joined rows and titles.
 */
export async function joinSameTitles(db: Database, importId: number, maxCopies: number) {
  const { rows } = await sql<{ rows: number; titles: number }>`
    with places as (
      select row_number, key, draft ->> 'shelfLocation' as shelf,
        first_value(row_number) over same as title_row,
        first_value(key) over same as title_key,
        first_value(draft ->> 'shelfLocation') over same as title_shelf,
        row_number() over same as place
      from import_rows where import_id = ${importId} and outcome = 'add'
      window same as (partition by key is null, draft - 'shelfLocation' - 'newCopies' - 'copies' order by row_number)
    ),
    copies as (select * from places where place between 2 and ${maxCopies}),
    joined as (delete from import_rows using copies
      where import_id = ${importId} and import_rows.row_number = copies.row_number),
    changed as (
      update import_rows set draft = draft || jsonb_build_object(
        'copies', number, 'newCopies', number, 'details', details)
      from (
        select title_row, max(place) as number, jsonb_agg(jsonb_build_object(
          'number', place, 'sku', nullif(key, title_key), 'shelfLocation', nullif(shelf, title_shelf),
          'isInactive', false, 'reason', null) order by place) as details
        from copies group by title_row
      ) as titles
      where import_id = ${importId} and import_rows.row_number = title_row
    )
    select count(*)::integer as rows, count(distinct title_row)::integer as titles from copies`.execute(db);
  return rows[0] ?? { rows: 0, titles: 0 };
}

/** Returns the lengths of SKUs: the library's that begin with a zero, and those of new titles in a file. */
export type SkuDigits = {
  inLibrary: number | null;
  inFile: readonly { digits: number; rows: number }[];
  hasZeros: boolean;
};

export async function digitsOfSkus(db: Database, importId: number): Promise<SkuDigits> {
  const { rows } = await sql<{ digits: number; rows: number; hasZeros: boolean }>`
    select length(key) as digits, count(*)::integer as rows, bool_or(key like '0%') as "hasZeros" from import_rows
    where import_id = ${importId} and outcome = 'add' and key ~ '^[0-9]+$' group by 1`.execute(db);
  const library = await sql<{ digits: number }>`
    select length(reference_number) as digits from items where reference_number ~ '^0[0-9]+$'
    group by 1 order by count(*) desc, 1 desc limit 1`.execute(db);
  const hasZeros = rows.some((each) => each.hasZeros);
  return { inLibrary: rows.length === 0 ? null : (library.rows[0]?.digits ?? null), inFile: rows, hasZeros };
}

type ShorterSku = { row: number; sku: string; known: { sku: string; title: string } | null };

/**
 * Returns new titles whose SKU matches a title in the library except for leading zeros, or has fewer digits than usual.
 */
export async function shorterSkus(db: Database, importId: number, digits: number): Promise<ShorterSku[]> {
  const { rows } = await sql<ShorterSku>`
    select row_number as row, key as sku,
      case when item_id is not null then jsonb_build_object('sku', reference_number, 'title', title) end as known
    from import_rows left join lateral (
      select item_id, reference_number, title from items
      where lower(reference_number) in (lpad(key, 3, '0'), lpad(key, 4, '0'), lpad(key, 5, '0'), lpad(key, 6, '0'))
        and length(reference_number) > length(key)
      order by item_id limit 1
    ) as known on true
    where import_id = ${importId} and outcome = 'add' and key ~ '^[1-9][0-9]*$'
      and (item_id is not null or length(key) < ${digits})
    order by row_number`.execute(db);
  return rows;
}

/** Marks rows as invalid, each for its own reason. */
export async function markEachFaulty(
  db: Database,
  importId: number,
  faults: readonly { row: number; fault: RowFault }[],
): Promise<void> {
  await sql`
    update import_rows set outcome = 'fault', faults = jsonb_build_array(fault)
    from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as input ("row" integer, fault jsonb)
    where import_id = ${importId} and row_number = "row"`.execute(db);
}
