import { type BulkValues, titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames } from "#contract/catalog/title-record.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";
import { recountStock } from "../copies/stock.queries.ts";
import type { CopyDetail } from "../imports/reading/copy-details.rules.ts";

// Titles are read and written in batches here, with one statement each.

/** A copy; `isOut` if it's on an open order. */
type TitleCopy = CopyDetail & { isOut: boolean; lastSeenAt?: Date | null };

/** A title with its copies by number. */
export type TitleWithCopies = BulkValues & {
  itemId: number;
  version: number;
  sku: string;
  copies: readonly TitleCopy[];
};

const bulkFields = bulkNames.map((name) => ({ name: `"${name}"`, ...titleFields[name] }));
const listed = (each: (field: (typeof bulkFields)[number]) => string) => sql.raw(bulkFields.map(each).join(", "));

const titleColumns = sql`item_id as "itemId", version, reference_number as sku,
  ${listed(({ column, name }) => `${column} as ${name}`)}`;
const bulkColumns = listed(({ column }) => column);
const bulkValues = listed(({ name }) => name);
const bulkTypes = listed(({ name, type }) => `${name} ${type}`);
const bulkChanges = listed(({ column, name }) => `${column} = new.${name}`);

type BareTitle = Omit<TitleWithCopies, "copies">;

/** Returns the titles with one of these SKUs, ignoring case. */
export async function titlesWithSkus(db: Database, skus: readonly string[]): Promise<TitleWithCopies[]> {
  if (skus.length === 0) return [];
  const { rows } = await sql<BareTitle>`
    select ${titleColumns} from items
    where lower(reference_number) = any(array(select lower(sku) from unnest(${[...skus]}::text[]) as sku))`.execute(db);
  return withCopies(db, rows);
}

/** Returns the next titles in a range of ids, without archived ones. */
export async function titlesAfter(
  db: Database,
  after: number,
  last: number,
  limit: number,
): Promise<TitleWithCopies[]> {
  const { rows } = await sql<BareTitle>`
    select ${titleColumns} from items where item_id > ${after} and item_id <= ${last} and archived_at is null
    order by item_id limit ${sql.lit(limit)}`.execute(db);
  return withCopies(db, rows);
}

/** Returns up to 20 titles whose MARC records may be too long: those with hundreds of copies or very long texts. */
export async function longTitles(db: Database): Promise<TitleWithCopies[]> {
  const { rows } = await sql<BareTitle>`
    select ${titleColumns} from items
    where archived_at is null and 2 * octet_length(description) + 350 *
      (select count(*) from copies where copies.item_id = items.item_id) > 70000
    order by item_id limit 20`.execute(db);
  return withCopies(db, rows);
}

async function withCopies(db: Database, titles: readonly BareTitle[]): Promise<TitleWithCopies[]> {
  const { rows } = await sql<TitleCopy & { itemId: number }>`
    select item_id as "itemId", copy_number as number, sku_number as sku, is_inactive as "isInactive",
      inactive_reason as reason, own_shelf_location as "shelfLocation", order_id is not null as "isOut", last_seen_at as "lastSeenAt"
    from copies join circulation_copies using (copy_id)
    where item_id = any(${titles.map(({ itemId }) => itemId)}::integer[]) order by item_id, copy_number`.execute(db);
  const copies = new Map<number, TitleCopy[]>(titles.map(({ itemId }) => [itemId, []]));
  for (const { itemId, ...copy } of rows) copies.get(itemId)?.push(copy);
  return titles.map((title) => ({ ...title, copies: copies.get(title.itemId) ?? [] }));
}

/**
 * Titles as one JSON array for `titlesIn`. `key` is the caller's, `copies` the final number, `details` describes particular
 * copies, and `itemId` and `version` are those of an existing title as read. It stays unparsed, because parsing and
 * serializing would cost more than everything else here.
 */
export type WrittenTitles = string;

const titlesIn = (titles: WrittenTitles) => sql`jsonb_to_recordset(${titles}::jsonb) as title (
  key integer, "itemId" integer, version integer, sku text, ${bulkTypes}, copies integer, details jsonb)`;

const detailsOfTitle = sql`jsonb_to_recordset(title.details)
  as detail (number integer, sku text, "isInactive" boolean, reason text, "shelfLocation" text)`;

/** Inserts the copies of titles after the first `existing` ones. */
const insertCopies = (titles: RawBuilder<unknown>, at: Date) => sql`
  insert into copies (item_id, copy_number, sku_number, is_inactive, inactive_reason, own_shelf_location, created_at)
  select item_id, place, coalesce(detail.sku, reference_number), coalesce("isInactive", false), reason,
    detail."shelfLocation", ${at}::timestamptz
  from (${titles}) as title cross join generate_series(existing + 1, copies) as place
    left join ${detailsOfTitle} on number = place`;

/**
 * Adds the words of titles to the search dictionary before the titles are written. In the writing transaction, it would
 * block anyone who saves a title with one of these words.
 */
export async function addSearchWords(db: Database, words: string): Promise<void> {
  await sql`select learn_words(${words})`.execute(db);
}

const wordsAreKnown = sql`select set_config('library.words_are_known', 'yes', true)`; // see addSearchWords

/**
 * Adds titles with their copies, and returns the keys of skipped ones whose SKU is taken. New titles have no orders, so
 * their stock is their active copies.
 */
export async function addTitles(tx: Transaction, titles: WrittenTitles, { userId, at }: Actor): Promise<number[]> {
  await wordsAreKnown.execute(tx);
  const { rows } = await sql<{ key: number }>`
    with input as materialized (
      select * from ${titlesIn(titles)}
    ),
    added as (
      insert into items (reference_number, ${bulkColumns}, active_copies, created_at, updated_at, changed_by)
      select sku, ${bulkValues},
        copies - (select count(*) from jsonb_array_elements(details) as copy where (copy ->> 'isInactive')::boolean),
        ${at}, ${at}, ${userId}::integer
      from input order by key
      on conflict (lower(reference_number)) do nothing
      returning item_id, reference_number
    ),
    copied as (${insertCopies(sql`select *, 0 as existing from added join input on sku = reference_number`, at)})
    select key from input where not exists (select from added where reference_number = sku)`.execute(tx);
  return rows.map(({ key }) => key);
}

/**
 * Changes titles and adds missing copies. Returns the keys of skipped titles, which have changed since they were read, or
 * have a copy on loan that should become inactive. Locks copies and then titles, each by id. A copy with a new SKU needs a
 * new label. `onceLocked` may read the state before the change.
 */
export async function changeTitles(
  tx: Transaction,
  titles: WrittenTitles,
  { userId, at }: Actor,
  onceLocked = async () => {},
): Promise<number[]> {
  await sql`
    select from copies join ${titlesIn(titles)} on item_id = "itemId" cross join ${detailsOfTitle}
    where copy_number = number order by copy_id for no key update of copies`.execute(tx);
  await sql`
    select from items join ${titlesIn(titles)} on item_id = "itemId"
    order by item_id for no key update of items`.execute(tx);
  await onceLocked();
  await wordsAreKnown.execute(tx);
  const { rows } = await sql<{ key: number; itemId: number; isSound: boolean }>`
    with input as materialized (
      select title.*, reference_number, items.version is not distinct from title.version and not exists (
        select from ${detailsOfTitle} join copies on copies.item_id = title."itemId" and copy_number = number
          join circulation_copies using (copy_id)
        where "isInactive" and not copies.is_inactive and order_id is not null
      ) as "isSound"
      from ${titlesIn(titles)} left join items on item_id = title."itemId"
    ),
    title as (
      select * from input where "isSound"
    ),
    changed as (
      update items set ${bulkChanges}, updated_at = ${at}, changed_by = ${userId}::integer, version = items.version + 1
      from title as new where item_id = "itemId"
    ),
    updated_copies as (
      update copies set is_inactive = "isInactive", inactive_reason = reason, sku_number = coalesce(sku, sku_number),
        own_shelf_location = coalesce("shelfLocation", own_shelf_location),
        label_printed_at = case when sku_number = coalesce(sku, sku_number) then label_printed_at end
      from (select "itemId", detail.* from title cross join ${detailsOfTitle}) as new
      where item_id = "itemId" and copy_number = number
    ),
    added as (${insertCopies(
      sql`select *, "itemId" as item_id, (select count(*)::integer from copies where item_id = "itemId") as existing from title`,
      at,
    )})
    select key, "itemId", "isSound" from input`.execute(tx);
  const sound = rows.filter(({ isSound }) => isSound).map(({ itemId }) => itemId);
  await recountStock(tx, sound);
  return rows.filter(({ isSound }) => !isSound).map(({ key }) => key);
}

/** Returns the number of titles that aren't archived, and their highest id. */
export async function countTitles(db: Database): Promise<{ count: number; lastId: number }> {
  return db
    .selectFrom("items")
    .select([sql<number>`count(*)::integer`.as("count"), sql<number>`coalesce(max(item_id), 0)`.as("lastId")])
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
}
