import type { ImportedRecord } from "#contract/imports/undo-import.ts";
import { removeRecords } from "#server/imports/public.ts";
import { titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames } from "#contract/catalog/title-record.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

export type ImportedTitle = {
  row: number;
  itemId: number;
  kind: "added" | "changed";
  /** The number of copies that the import added, and how many of them still exist. */
  copies: number;
  own: number;
  isEdited: boolean;
  isOrdered: boolean;
  isInCart: boolean;
  /** Whether copies were added after the import. */
  hasLaterCopies: boolean;
  /** The next three are true if they apply to any imported copy. */
  isLabeled: boolean;
  isLent: boolean;
  isChanged: boolean;
  /** Whether fewer copies are in stock than the undo would remove. */
  isReserved: boolean;
};

const fields = bulkNames.map((name) => ({ name: `"${name}"`, ...titleFields[name] }));
const listed = (each: (field: (typeof fields)[number]) => string) => sql.raw(fields.map(each).join(", "));
const valuesNow = listed(({ name, column }) => `'${name.slice(1, -1)}', items.${column}`);
const valuesBefore = listed(({ name, type }) => `${name} ${type}`);
// fields newer than the import keep their values
const restoredColumns = listed(({ name, column }) => `${column} = coalesce(was_title.${name}, items.${column})`);

const copyStates = 'number integer, sku text, "isInactive" boolean, reason text, "shelfLocation" text';
const detailsAs = sql.raw(`as detail (${copyStates})`);
const wereAs = sql.raw(`as old (${copyStates})`);

export async function recordAdded(tx: Transaction, importId: number, keys: readonly number[]): Promise<void> {
  await sql`
    insert into imported_records (import_id, row_number, item_id, kind, version, copies, first_copy, details)
    select import_id, row_number, items.item_id, 'added', version, (draft ->> 'copies')::integer, 1,
      nullif(draft -> 'details', '[]')
    from import_rows join items on lower(reference_number) = lower(key)
    where import_id = ${importId} and row_number = any(${[...keys]}::integer[])`.execute(tx);
}

/** Records the locked titles that these rows are about to change. */
export async function recordChanged(tx: Transaction, importId: number, keys: readonly number[]): Promise<void> {
  await sql`
    insert into imported_records (import_id, row_number, item_id, kind, version, copies, first_copy, details, was)
    select import_id, row_number, item_id, 'changed', items.version + 1, (draft ->> 'newCopies')::integer,
      (draft ->> 'copies')::integer - (draft ->> 'newCopies')::integer + 1, nullif(draft -> 'details', '[]'),
      jsonb_build_object(${valuesNow}, 'version', items.version, 'copies', coalesce((
        select jsonb_agg(jsonb_build_object('number', copy_number, 'sku', sku_number, 'isInactive', is_inactive,
          'reason', inactive_reason, 'shelfLocation', own_shelf_location))
        from copies join jsonb_to_recordset(draft -> 'details') ${detailsAs} on number = copy_number
        where copies.item_id = items.item_id), '[]'))
    from import_rows join items on item_id = (draft -> 'known' ->> 'itemId')::integer
    where import_id = ${importId} and row_number = any(${[...keys]}::integer[])`.execute(tx);
}

/**
 * Locks the titles of rows with all their copies, so that nobody can refer to them or change them, and returns the rows
 * of the locked ones. Never waits, so it can't deadlock with orders.
 */
export async function lockAvailableTitles(
  tx: Transaction,
  importId: number,
  rows: readonly number[],
): Promise<number[]> {
  const titles = await sql<{ row: number; itemId: number }>`
    select row_number as row, items.item_id as "itemId" from imported_records join items using (item_id)
    where import_id = ${importId} and row_number = any(${[...rows]}::integer[])
    order by items.item_id for update of items skip locked`.execute(tx);
  const ids = titles.rows.map(({ itemId }) => itemId);
  const locked = await sql<{ copyId: number }>`
    select copy_id as "copyId" from copies where item_id = any(${ids}::integer[]) for update skip locked`.execute(tx);
  const busy = await sql<{ itemId: number }>`
    select distinct item_id as "itemId" from copies where item_id = any(${ids}::integer[])
      and copy_id <> all(${locked.rows.map(({ copyId }) => copyId)}::integer[])`.execute(tx);
  const isBusy = new Set(busy.rows.map(({ itemId }) => itemId));
  return titles.rows.filter(({ itemId }) => !isBusy.has(itemId)).map(({ row }) => row);
}

/** Returns the use and changes of locked titles since their import. */
export async function titlesSince(
  tx: Transaction,
  importId: number,
  keys: readonly number[],
): Promise<ImportedTitle[]> {
  const { rows } = await sql<ImportedTitle>`
    select imported.row_number as row, imported.item_id as "itemId", kind, imported.copies,
      items.version <> imported.version as "isEdited",
      exists (select from order_lines where order_lines.item_id = imported.item_id) as "isOrdered",
      exists (select from cart_lines where cart_lines.item_id = imported.item_id) as "isInCart",
      since.*, since.active > in_stock as "isReserved"
    from imported_records as imported join items using (item_id)
    cross join lateral (
      select count(*) filter (where is_own)::integer as own,
        coalesce(bool_or(copy_number >= first_copy + imported.copies), false) as "hasLaterCopies",
        coalesce(bool_or(is_own and label_printed_at is not null), false) as "isLabeled",
        coalesce(bool_or(is_own and exists (select from assignments where assignments.copy_id = copies.copy_id)
          or old."isInactive" and not is_inactive and exists (
            select from assignments where assignments.copy_id = copies.copy_id and released_at is null
          )), false) as "isLent",
        coalesce(bool_or((is_own or detail.number is not null) and (
          is_inactive <> coalesce(detail."isInactive", false) or inactive_reason is distinct from detail.reason
        )), false) as "isChanged",
        (count(*) filter (where not is_inactive and (is_own or old."isInactive"))
          - count(*) filter (where is_inactive and not is_own and not old."isInactive"))::integer as active
      from copies
      cross join lateral (select copy_number >= first_copy and copy_number < first_copy + imported.copies as is_own) as mine
      left join jsonb_to_recordset(details) ${detailsAs} on detail.number = copy_number
      left join jsonb_to_recordset(was -> 'copies') ${wereAs} on old.number = copy_number
      where copies.item_id = imported.item_id
    ) as since
    where import_id = ${importId} and imported.row_number = any(${[...keys]}::integer[])`.execute(tx);
  return rows;
}

/** Deletes locked titles with their copies and records. */
export async function removeTitles(tx: Transaction, itemIds: readonly number[]): Promise<void> {
  await sql`delete from copies where item_id = any(${[...itemIds]}::integer[])`.execute(tx);
  await sql`delete from items where item_id = any(${[...itemIds]}::integer[])`.execute(tx);
}

const wordsAreKnown = sql`select set_config('library.words_are_known', 'yes', true)`; // restored titles add no words

/**
 * Restores locked titles to their state before these rows; the caller must recount them. Then earlier imports of such
 * titles can be undone, too.
 */
export async function restoreTitles(
  tx: Transaction,
  importId: number,
  keys: readonly number[],
  { userId, at }: Actor,
): Promise<void> {
  const isMatch = sql`imported.import_id = ${importId} and imported.row_number = any(${[...keys]}::integer[])`;
  await sql`
    delete from copies using imported_records as imported
    where ${isMatch} and copies.item_id = imported.item_id and copy_number >= first_copy`.execute(tx);
  await sql`
    update copies set is_inactive = old."isInactive", inactive_reason = old.reason, sku_number = old.sku,
      own_shelf_location = old."shelfLocation",
      label_printed_at = case when sku_number = old.sku then label_printed_at end
    from imported_records as imported cross join jsonb_to_recordset(was -> 'copies') ${wereAs}
    where ${isMatch} and copies.item_id = imported.item_id and copy_number = old.number`.execute(tx);
  await wordsAreKnown.execute(tx);
  await sql`
    update items set ${restoredColumns}, updated_at = ${at}, changed_by = ${userId}::integer, version = items.version + 1
    from imported_records as imported cross join jsonb_to_record(was) as was_title (${valuesBefore})
    where ${isMatch} and items.item_id = imported.item_id`.execute(tx);
  await sql`
    update imported_records as earlier set version = items.version
    from imported_records as imported join items using (item_id)
    where ${isMatch} and earlier.item_id = imported.item_id and earlier.import_id <> imported.import_id
      and earlier.version = imported.version - 1 and items.version = imported.version + 1`.execute(tx);
  await removeRecords(tx, importId, keys);
}

export async function importedTitlesById(db: Database, itemIds: readonly number[]): Promise<ImportedRecord[]> {
  return db
    .selectFrom("items")
    .select(["item_id as id", "title as name", "language", "reference_number as mark"])
    .where(sql<boolean>`item_id = any(${[...itemIds]}::integer[])`)
    .execute();
}
