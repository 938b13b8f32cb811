import { type BulkValues, titleFields } from "#contract/titles/title-fields.ts";
import { bulkNames } from "#contract/titles/title-record.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { lockCopies } from "./editing/editing.queries.ts";
import { recountStock } from "#server/modules/stock/public.ts";

// Titles are read and written by the hundreds here: one statement per batch, with arrays as columns.

/** How a copy differs from its title: its own SKU (null for the title's), or why it is inactive. */
export type CopyState = { number: number; sku: string | null; isInactive: boolean; reason: string | null };

/** A title to write; `copies` is the wanted number, `details` describes particular ones. */
export type TitleToWrite = BulkValues & {
  /** The caller's key for it. */
  key: number;
  sku: string;
  copies: number;
  details: readonly CopyState[];
};

/** A title with its copies by number; `isOut` means on an open order. */
export type TitleWithCopies = Omit<TitleToWrite, "key" | "copies" | "details"> & {
  itemId: number;
  version: number;
  copies: readonly (CopyState & { isOut: boolean })[];
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

/** The titles with one of these SKUs, ignoring case. */
export async function titlesWithSkus(db: Database, skus: readonly string[]): Promise<TitleWithCopies[]> {
  if (skus.length === 0) return [];
  const { rows } = await sql<BareTitle>`
    select ${titleColumns} from items
    where lower(reference_number) = any(array(select lower(sku) from unnest(${[...skus]}::text[]) as sku))`.execute(db);
  return withCopies(db, rows);
}

/** The next titles by id, after one id and up to another. */
export async function titlesAfter(db: Database, after: number, last: number, most: number): Promise<TitleWithCopies[]> {
  const { rows } = await sql<BareTitle>`
    select ${titleColumns} from items where item_id > ${after} and item_id <= ${last}
    order by item_id limit ${sql.lit(most)}`.execute(db);
  return withCopies(db, rows);
}

async function withCopies(db: Database, titles: readonly BareTitle[]): Promise<TitleWithCopies[]> {
  const { rows } = await sql<CopyState & { itemId: number; isOut: boolean }>`
    select item_id as "itemId", copy_number as number, sku_number as sku, is_inactive as "isInactive",
      inactive_reason as reason, order_id is not null as "isOut"
    from copies join circulation_copies using (copy_id)
    where item_id = any(${titles.map(({ itemId }) => itemId)}::integer[]) order by item_id, copy_number`.execute(db);
  const copies = new Map<number, (CopyState & { isOut: boolean })[]>(titles.map(({ itemId }) => [itemId, []]));
  for (const { itemId, ...copy } of rows) copies.get(itemId)?.push(copy);
  return titles.map((title) => ({ ...title, copies: copies.get(title.itemId) ?? [] }));
}

/**
 * Many titles as one JSON text, an array of `TitleToWrite`. It passes through this process unparsed, because parsing
 * and serializing would cost more than everything else here.
 */
export type WrittenTitles = string;

const titlesIn = (titles: WrittenTitles) => sql`jsonb_to_recordset(${titles}::jsonb) as title (
  key integer, sku text, ${bulkTypes}, copies integer, details jsonb)`;

/**
 * Adds the words of titles and tags to the search dictionary before they are written. Outside of the writing
 * transaction: otherwise anyone saving a title with one of these words would wait until it ends.
 */
export async function addSearchWords(db: Database, words: string): Promise<void> {
  await sql`select learn_words(${words})`.execute(db);
}

/**
 * Adds titles with their copies; returns the keys of those whose SKU is taken, which are skipped. New titles are on no
 * order, so their counts are their active copies.
 */
export async function addTitles(tx: Transaction, titles: WrittenTitles, { userId, at }: Actor): Promise<number[]> {
  await sql`select set_config('library.words_are_known', 'yes', true)`.execute(tx); // see addSearchWords
  const { rows } = await sql<{ key: number }>`
    with wanted as materialized (
      select * from ${titlesIn(titles)}
    ),
    added as (
      insert into items (reference_number, ${bulkColumns}, active_copies, created_at, updated_at, changed_by)
      select sku, ${bulkValues},
        copies - (select count(*) from jsonb_array_elements(details) as copy where (copy ->> 'isInactive')::boolean),
        ${at}, ${at}, ${userId}::integer
      from wanted order by key
      on conflict (lower(reference_number)) do nothing
      returning item_id, reference_number
    ),
    copied as (
      insert into copies (item_id, copy_number, sku_number, is_inactive, inactive_reason, created_at)
      select item_id, number, coalesce(copy ->> 'sku', reference_number), coalesce((copy ->> 'isInactive')::boolean, false),
        copy ->> 'reason', ${at}
      from added join wanted on sku = reference_number cross join generate_series(1, copies) as number
        left join jsonb_array_elements(details) as copy on (copy ->> 'number')::integer = number
    )
    select key from wanted where not exists (select from added where reference_number = sku)`.execute(tx);
  return rows.map(({ key }) => key);
}

/** The copies of a title from a number up, each with its SKU. */
function copiesFrom({ sku, copies, details }: TitleToWrite, first: number): (CopyState & { sku: string })[] {
  const particular = new Map(details.map((copy) => [copy.number, copy]));
  return Array.from({ length: Math.max(0, copies - first + 1) }, (_, place) => {
    const own = particular.get(first + place);
    return {
      number: first + place,
      sku: own?.sku ?? sku,
      isInactive: own?.isInactive ?? false,
      reason: own?.reason ?? null,
    };
  });
}

type CopyToWrite = CopyState & { itemId: number; sku: string };

async function insertCopies(tx: Transaction, copies: readonly CopyToWrite[], at: Date): Promise<void> {
  if (copies.length === 0) return;
  await sql`
    insert into copies (item_id, copy_number, sku_number, is_inactive, inactive_reason, created_at)
    select *, ${at}::timestamptz from ${arraysOf(copies)}`.execute(tx);
}

const arraysOf = (copies: readonly CopyToWrite[]) => sql`unnest(
  ${copies.map(({ itemId }) => itemId)}::integer[], ${copies.map(({ number }) => number)}::integer[],
  ${copies.map(({ sku }) => sku)}::text[], ${copies.map(({ isInactive }) => isInactive)}::boolean[],
  ${copies.map(({ reason }) => reason)}::text[])`;

/** A change of a title: as it was read, and as it should become. */
export type TitleToChange = TitleToWrite & { itemId: number; version: number };

/**
 * Changes titles in id order; adds missing copies and removes none. Returns the keys of titles that changed since they
 * were read, or of which a copy to be set inactive was lent; these are skipped.
 */
export async function changeTitles(tx: Transaction, titles: readonly TitleToChange[], actor: Actor): Promise<number[]> {
  const { rows: copyIds } = await sql<{ copy_id: number }>`
    select copy_id from copies join unnest(
      ${titles.flatMap(({ itemId, details }) => details.map(() => itemId))}::integer[],
      ${titles.flatMap(({ details }) => details.map(({ number }) => number))}::integer[]
    ) as named (item_id, copy_number) using (item_id, copy_number)`.execute(tx);
  await lockCopies(
    tx,
    copyIds.map(({ copy_id }) => copy_id),
  );
  await sql`select from items where item_id = any(${titles.map(({ itemId }) => itemId)}::integer[])
    order by item_id for no key update`.execute(tx);
  const { rows } = await sql<BareTitle>`select ${titleColumns} from items
    where item_id = any(${titles.map(({ itemId }) => itemId)}::integer[])`.execute(tx);
  const found = new Map((await withCopies(tx, rows)).map((title) => [title.itemId, title]));
  const sound = titles.flatMap((title) => {
    const now = found.get(title.itemId);
    return now && mayChange(title, now) ? [{ title, now }] : [];
  });
  if (sound.length > 0) await writeTitles(tx, sound, actor);
  const done = new Set(sound.map(({ title }) => title.key));
  return titles.filter(({ key }) => !done.has(key)).map(({ key }) => key);
}

function mayChange({ version, details }: TitleToChange, now: TitleWithCopies): boolean {
  const isLent = details.some(({ number, isInactive }) => {
    const copy = now.copies.find((each) => each.number === number);
    return isInactive && copy?.isOut === true && !copy.isInactive;
  });
  return version === now.version && !isLent;
}

async function writeTitles(
  tx: Transaction,
  changes: readonly { title: TitleToChange; now: TitleWithCopies }[],
  { userId, at }: Actor,
): Promise<void> {
  const titles = changes.map(({ title }) => title);
  await sql`select set_config('library.words_are_known', 'yes', true)`.execute(tx); // see addSearchWords
  await sql`
    update items set ${bulkChanges}, updated_at = ${at}, changed_by = ${userId}::integer, version = items.version + 1
    from jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) as new ("itemId" integer, ${bulkTypes})
    where items.item_id = new."itemId"`.execute(tx);
  const added = changes.flatMap(({ title, now }) =>
    copiesFrom({ ...title, sku: now.sku }, now.copies.length + 1).map((copy) => ({ ...copy, itemId: title.itemId })),
  );
  await insertCopies(tx, added, at);
  const changed = changes.flatMap(({ title, now }) =>
    title.details.flatMap((detail) => {
      const before = now.copies.find(({ number }) => number === detail.number);
      return before ? [{ ...detail, sku: detail.sku ?? before.sku ?? now.sku, itemId: title.itemId }] : [];
    }),
  );
  await writeCopies(tx, changed);
  await recountStock(
    tx,
    titles.map(({ itemId }) => itemId),
  );
}

/** A copy with another SKU needs a new label. */
async function writeCopies(tx: Transaction, copies: readonly CopyToWrite[]): Promise<void> {
  if (copies.length === 0) return;
  await sql`
    update copies set is_inactive = new.is_inactive, inactive_reason = new.reason, sku_number = new.sku,
      label_printed_at = case when copies.sku_number = new.sku then label_printed_at end
    from ${arraysOf(copies)} as new (item_id, copy_number, sku, is_inactive, reason)
    where copies.item_id = new.item_id and copies.copy_number = new.copy_number`.execute(tx);
}
