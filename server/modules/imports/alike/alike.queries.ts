import type { AlikeChoice } from "#contract/imports/alike.ts";
import type { KeptReason } from "#contract/imports/undo.ts";
import { titleFields } from "#contract/titles/title-fields.ts";
import { bulkNames } from "#contract/titles/title-record.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { sql } from "kysely";
import type { Looks } from "./alike.rules.ts";

// The expression of the index items_alike, and what the trigger makes of a title before that.
const key = (sortTitle: string) => sql.raw(`regexp_replace(${sortTitle}, '[^[:alnum:]]+', '', 'g')`);
const sortTitle = `lower(regexp_replace(unaccent(title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'))`;

const mostAlike = 20; // of each title; where there are more, any of them will do

export type TitleLike = Looks & { place: number; itemId: number };

/** The titles of the library that look like one of these, by its place from 0; which are alike is a rule. */
export async function titlesLike(db: Database, titles: readonly string[]): Promise<TitleLike[]> {
  if (titles.length === 0) return [];
  const { rows } = await sql<TitleLike>`
    with given as (
      select (place - 1)::integer as place, ${key(sortTitle)} as key
      from unnest(${[...titles]}::text[]) with ordinality as given (title, place)
    )
    select place, found.* from given cross join lateral (
      select item_id as "itemId", title, category_id as "categoryId", publisher, language from items
      where ${key("sort_title")} = given.key and archived_at is null order by item_id limit ${sql.lit(mostAlike)}
    ) as found
    where given.key <> ''`.execute(db);
  return rows;
}

const itemValues = (table: string) =>
  sql.raw(
    `jsonb_build_object(${bulkNames.map((name) => `'${name}', ${table}.${titleFields[name].column}`).join(", ")}, 'itemId',
      ${table}.item_id, 'referenceNumber', ${table}.reference_number, 'copies',
      (select count(*) from copies where copies.item_id = ${table}.item_id))`,
  );

export type PairRow = {
  row: number;
  choice: AlikeChoice | null;
  given: unknown;
  known: unknown;
  kept: KeptReason | null;
};
type Page = { page: number; pageSize: number };

/** A page of the checked rows that look like a title, and how many there are. */
export async function alikeRows(db: Database, importId: number, { page, pageSize }: Page) {
  const { rows } = await sql<PairRow & { total: number }>`
    select row_number as row, null as kept,
      case when is_settled then case outcome when 'add' then 'new' else outcome end end as choice,
      draft || jsonb_build_object('itemId', null, 'referenceNumber', sku) as given, ${itemValues("items")} as known
    from import_rows join items on item_id = like_item_id
    where import_id = ${importId} and outcome in ('add', 'merge', 'skip')
    order by row_number limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from import_rows join items on item_id = like_item_id
    where import_id = ${importId} and outcome in ('add', 'merge', 'skip')`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The same of the titles that a save added and nobody has decided about. */
export async function alikeTitles(db: Database, importId: number, { page, pageSize }: Page) {
  const { rows } = await sql<PairRow>`
    select row_number as row, null as choice, kept, ${itemValues("items")} as given, ${itemValues("known")} as known
    from imported_titles join items using (item_id) join items as known on known.item_id = like_item_id
    where import_id = ${importId} and like_item_id is not null
    order by row_number limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { rows, total: await countAlike(db, importId) };
}

export async function countAlike(db: Database, importId: number, { undecided = false } = {}): Promise<number> {
  const { count } = await db
    .selectFrom("imported_titles")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("import_id", "=", importId)
    .where("like_item_id", "is not", null)
    .$if(undecided, (query) => query.where("kept", "is", null))
    .executeTakeFirstOrThrow();
  return count;
}

/** Chooses for one row, or for all (0). */
export async function choose(tx: Transaction, importId: number, row: number, choice: AlikeChoice): Promise<void> {
  const outcome = choice === "new" ? "add" : choice;
  await sql`
    update import_rows set outcome = ${outcome}, is_settled = true
    where import_id = ${importId} and like_item_id is not null and outcome in ('add', 'merge', 'skip')
      and (${row} = 0 or row_number = ${row})`.execute(tx);
}

/** Adds the copies of rows to the titles that they look like; gives the rows whose title is gone. */
export async function addCopiesToAlike(
  tx: Transaction,
  importId: number,
  keys: readonly number[],
  { userId, at }: Actor,
): Promise<{ refused: number[]; itemIds: number[] }> {
  await sql`
    select from items where item_id in (
      select like_item_id from import_rows where import_id = ${importId} and row_number = any(${[...keys]}::integer[])
    ) order by item_id for no key update`.execute(tx);
  const { rows } = await sql<{ row: number; itemId: number }>`
    with wanted as materialized (
      select row_number, item_id, reference_number, version, copies, details, (
          select coalesce(max(copy_number), 0) from copies where copies.item_id = items.item_id
        ) + (sum(copies) over (partition by item_id order by row_number) - copies)::integer + 1 as first_copy
      from (
        select row_number, like_item_id as item_id, (draft ->> 'copies')::integer as copies, draft -> 'details' as details
        from import_rows where import_id = ${importId} and row_number = any(${[...keys]}::integer[])
      ) as given join items using (item_id)
    ),
    added as (
      insert into copies (item_id, copy_number, sku_number, is_inactive, inactive_reason, own_shelf_place, created_at)
      select item_id, first_copy + place - 1, coalesce(detail.sku, reference_number), coalesce("isInactive", false),
        reason, detail."shelfPlace", ${at}::timestamptz
      from wanted cross join generate_series(1, copies) as place
        left join jsonb_to_recordset(details) as detail (number integer, sku text, "isInactive" boolean, reason text, "shelfPlace" text)
          on number = place
    ),
    changed as (
      update items set version = items.version + 1, updated_at = ${at}, changed_by = ${userId}::integer
      where item_id in (select item_id from wanted)
    ),
    noted as (
      insert into imported_titles (import_id, row_number, item_id, kind, version, copies, first_copy, details)
      select ${importId}, row_number, item_id, 'merged', version + 1, copies, first_copy, (
          select jsonb_agg(detail || jsonb_build_object('number', (detail ->> 'number')::integer + first_copy - 1))
          from jsonb_array_elements(details) as detail
        )
      from wanted
    )
    select row_number as row, item_id as "itemId" from wanted`.execute(tx);
  const done = new Set(rows.map(({ row }) => row));
  return { refused: keys.filter((key) => !done.has(key)), itemIds: rows.map(({ itemId }) => itemId) };
}

/** The next titles to decide about: one row, or any (0). */
export async function nextAlike(tx: Transaction, importId: number, row: number, most: number) {
  return tx
    .selectFrom("imported_titles")
    .select(["row_number as row", "item_id as itemId"])
    .select(sql<number>`like_item_id`.as("likeId"))
    .where("import_id", "=", importId)
    .where("like_item_id", "is not", null)
    .where("kept", "is", null)
    .$if(row > 0, (query) => query.where("row_number", "=", row))
    .orderBy("row_number")
    .limit(sql.lit(most))
    .execute();
}

/** Leaves titles as they are, next to those that they look like. */
export async function settleAsNew(tx: Transaction, importId: number, row: number): Promise<void> {
  await tx
    .updateTable("imported_titles")
    .set({ like_item_id: null })
    .where("import_id", "=", importId)
    .where("like_item_id", "is not", null)
    .$if(row > 0, (query) => query.where("row_number", "=", row))
    .execute();
}

/** Moves the copies of a locked title to another one, and removes the title. */
export async function mergeInto(
  tx: Transaction,
  importId: number,
  { row, itemId, likeId }: { row: number; itemId: number; likeId: number },
  { userId, at }: Actor,
): Promise<void> {
  const { rows } = await sql<{ first: number }>`
    select coalesce(max(copy_number), 0) + 1 as first from copies where item_id = ${likeId}`.execute(tx);
  const first = rows[0]?.first ?? 1;
  await sql`
    update copies set item_id = ${likeId}, copy_number = ${first}::integer + copy_number - 1,
      sku_number = case when sku_number = mine.reference_number then theirs.reference_number else sku_number end,
      label_printed_at = case when sku_number <> mine.reference_number then label_printed_at end
    from items as mine, items as theirs
    where copies.item_id = ${itemId} and mine.item_id = ${itemId} and theirs.item_id = ${likeId}`.execute(tx);
  await sql`
    update items set version = version + 1, updated_at = ${at}, changed_by = ${userId}::integer
    where item_id = ${likeId}`.execute(tx);
  await sql`
    update imported_titles set item_id = ${likeId}, kind = 'merged', like_item_id = null, first_copy = ${first},
      version = (select version from items where item_id = ${likeId}), details = (
        select jsonb_agg(detail || jsonb_build_object('number', (detail ->> 'number')::integer + ${first}::integer - 1))
        from jsonb_array_elements(details) as detail
      )
    where import_id = ${importId} and row_number = ${row}`.execute(tx);
  await sql`delete from items where item_id = ${itemId}`.execute(tx);
}

/** Counts what was done to a saved import after its save. */
export async function countSettled(
  tx: Transaction,
  importId: number,
  { merged, removed, copies }: { merged: number; removed: number; copies: number },
): Promise<void> {
  await sql`
    update imports set counts = counts || jsonb_build_object(
      'added', (counts ->> 'added')::integer - ${merged}::integer - ${removed}::integer,
      'merged', coalesce((counts ->> 'merged')::integer, 0) + ${merged}::integer,
      'copies', (counts ->> 'copies')::integer - ${copies}::integer,
      'alike', (select count(*) from imported_titles where import_id = ${importId} and like_item_id is not null))
    where import_id = ${importId}`.execute(tx);
}
