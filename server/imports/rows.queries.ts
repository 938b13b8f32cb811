import type { ImportCounts } from "#contract/imports/imports.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import * as z from "zod";
import type { Draft, RowFault } from "#server/catalog/imports/reading/row.rules.ts";
import type { PossibleDuplicate } from "#contract/imports/undo-import.ts";
import type { TitleKey } from "#server/catalog/imports/duplicates.rules.ts";

export type Outcome = "add" | "change" | "same" | "skip" | "fault";

export type CheckedRow = {
  row: number;
  outcome: Outcome;
  sku: string | null;
  draft: Draft | null;
  likeItemId?: number;
  faults: readonly RowFault[];
};

/** Stores checked rows as one text, which takes a tenth of the time of arrays. */
export async function writeRows(db: Database, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_rows (import_id, row_number, outcome, sku, category_id, draft, faults, like_item_id)
    select ${importId}::integer, "row", outcome, sku, (draft ->> 'categoryId')::smallint, nullif(draft, 'null'),
      nullif(faults, '[]'), "likeItemId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as checked ("row" integer, outcome text, sku text, draft jsonb, faults jsonb, "likeItemId" integer)`.execute(db);
}

export async function deleteRows(db: Database, importId: number): Promise<void> {
  await db.deleteFrom("import_rows").where("import_id", "=", importId).execute();
}

const rowFaults = z.array(
  z.object({ column: z.string(), message: z.string(), isWord: z.literal(true).exactOptional() }),
);

export async function faultyAfter(db: Database, importId: number, after: number, limit: number) {
  const rows = await db
    .selectFrom("import_rows")
    .select(["row_number", "faults"])
    .where("import_id", "=", importId)
    .where("outcome", "=", "fault")
    .where("row_number", ">", after)
    .orderBy("row_number")
    .limit(sql.lit(limit))
    .execute();
  return rows.map(({ row_number: row, faults }) => ({ row, faults: rowFaults.parse(faults ?? []) }));
}

/** Returns the first errors of faulty rows, except unknown words, or the first notes on good ones. */
export async function remarksOf(db: Database, importId: number, about: "faulty" | "good", limit: number) {
  const rows = await db
    .selectFrom("import_rows")
    .select(["row_number", "faults"])
    .where("import_id", "=", importId)
    .where("outcome", about === "faulty" ? "=" : "<>", "fault")
    .where(sql<boolean>`faults @? '$[*] ? (!exists(@.isWord))'`)
    .orderBy("row_number")
    .limit(sql.lit(limit))
    .execute();
  const all = rows.flatMap(({ row_number: row, faults }) =>
    rowFaults.parse(faults).flatMap(({ column, message, isWord }) => (isWord ? [] : [{ row, column, message }])),
  );
  return all.slice(0, limit);
}

/** Streams the rows to add or change in batches, in the format of the catalog's writer. */
export async function* draftsOf(db: Database, importId: number, outcome: "add" | "change") {
  for (let after = 0; ;) {
    const { rows } = await sql<{ titles: string | null; keys: number[]; copies: number[] }>`
      select
        jsonb_agg(
          draft || coalesce(nullif(draft -> 'known', 'null'), '{}') || jsonb_build_object('key', row_number, 'sku', sku)
        )::text as titles,
        coalesce(array_agg(row_number order by row_number), '{}') as keys,
        coalesce(array_agg((draft ->> 'newCopies')::integer order by row_number), '{}') as copies
      from (
        select row_number, draft, sku from import_rows
        where import_id = ${importId} and outcome = ${outcome} and row_number > ${after} and sku is not null
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

export async function rowsWithoutSku(db: Database, importId: number) {
  return db
    .selectFrom("import_rows")
    .select(["row_number", "category_id"])
    .where("import_id", "=", importId)
    .where("outcome", "=", "add")
    .where("sku", "is", null)
    .orderBy("row_number")
    .execute();
}

export async function takenNumbers(db: Database, importId: number, letter: string): Promise<number[]> {
  const { rows } = await sql<{ taken: number[] }>`
    select coalesce(array_agg(substr(sku, 2)::integer), '{}') as taken
    from (
      select reference_number as sku from items union all select sku from import_rows where import_id = ${importId}
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
    update import_rows set sku = input.sku
    from unnest(${input.map(({ row }) => row)}::integer[], ${input.map(({ sku }) => sku)}::text[]) as input (row_number, sku)
    where import_id = ${importId} and import_rows.row_number = input.row_number`.execute(db);
}

/** Marks rows as invalid for the same reason, and returns the number of copies they would have added. */
export async function markFaulty(
  db: Database,
  importId: number,
  rows: readonly number[],
  fault: RowFault,
): Promise<number> {
  const { rows: marked } = await sql<{ copies: number }>`
    update import_rows set outcome = 'fault', faults = ${JSON.stringify([fault])}::jsonb
    where import_id = ${importId} and row_number = any(${[...rows]}::integer[])
    returning coalesce((draft ->> 'newCopies')::integer, 0) as copies`.execute(db);
  return marked.reduce((sum, { copies }) => sum + copies, 0);
}

const countOf = (outcome: Outcome) => sql<number>`(count(*) filter (where outcome = ${outcome}))::integer`;

const newCopies = sql<number>`coalesce(sum((draft ->> 'newCopies')::integer)
  filter (where outcome in ('add', 'change')), 0)::integer`;

export async function countRows(
  db: Database,
  importId: number,
): Promise<Omit<ImportCounts, "duplicates" | "shortened">> {
  return db
    .selectFrom("import_rows")
    .select([countOf("add").as("added"), countOf("change").as("changed"), countOf("same").as("unchanged")])
    .select([countOf("skip").as("skipped"), countOf("fault").as("faulty")])
    .select(newCopies.as("copies"))
    .where("import_id", "=", importId)
    .executeTakeFirstOrThrow();
}

/** Returns the number of titles that aren't archived, and their highest id. */
export async function countTitles(db: Database): Promise<{ count: number; lastId: number }> {
  return db
    .selectFrom("items")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(item_id), 0)`.as("lastId")])
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
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

type Page = { page: number; pageSize: number };

const isDuplicate = (importId: number) =>
  sql`import_id = ${importId} and outcome in ('add', 'skip') and like_item_id is not null`;

export async function listDuplicates(db: Database, importId: number, { page, pageSize }: Page) {
  const { rows } = await sql<PossibleDuplicate & { total: number }>`
    select row_number as row, draft ->> 'title' as title, outcome = 'skip' as "isSkipped", count(*) over ()::integer as total,
      jsonb_build_object('itemId', item_id, 'title', title, 'language', language, 'referenceNumber', reference_number) as known
    from import_rows join items on item_id = like_item_id where ${isDuplicate(importId)}
    order by row_number limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Skips one duplicate, or all of them (row 0), or adds it after all. */
export async function skipDuplicates(
  tx: Transaction,
  importId: number,
  { row, skip }: { row: number; skip: boolean },
): Promise<void> {
  await sql`
    update import_rows set outcome = ${skip ? "skip" : "add"}
    where ${isDuplicate(importId)} and (${row} = 0 or row_number = ${row})`.execute(tx);
}
