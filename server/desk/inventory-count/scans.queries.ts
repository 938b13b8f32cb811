import type { Phone, ScanOutcome } from "#contract/desk/inventory-counts.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { heldFor, isArchived, shelfLocationOf } from "./inventory-count.queries.ts";
import type { NamedCopy, ScannedState } from "./inventory-count.rules.ts";
import type { Actor } from "#server/platform/record-activity.ts";

/** Returns the copy for each name, in the given order; null for none or several. */
export async function copiesNamed(tx: Transaction, names: readonly NamedCopy[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ by_number: number | null; by_label: number[] }>`
    select
      (select copy_id from copies where copy_id = names.copy_id) as by_number,
      array(select copies_named(names.label) limit 2) as by_label
    from unnest(
      ${names.map(({ copyId }) => copyId)}::integer[],
      ${names.map(({ label }) => label)}::text[]
    ) with ordinality as names (copy_id, label, place)
    order by place`.execute(tx);
  return rows.map(
    ({ by_number, by_label: [only, another] }) => by_number ?? (another === undefined ? (only ?? null) : null),
  );
}

/** Locks copies by id, and returns their current states. */
export async function lockScanned(tx: Transaction, inventoryCountId: number, copyIds: readonly number[]) {
  const ids = sql`${[...copyIds]}::integer[]`;
  await sql`select from copies where copy_id = any(${ids}) order by copy_id for no key update`.execute(tx);
  // a separate statement, to see commits from before the lock was granted
  const { rows } = await sql<ScannedState & { copy_id: number }>`
    select copies.copy_id, is_inactive, ${isArchived} as is_archived, ${shelfLocationOf} as shelf_location, status_id, known,
      ${heldFor} is not null as is_held
    from copies join items using (item_id)
    left join assignments on assignments.copy_id = copies.copy_id and released_at is null
    left join orders on orders.order_id = assignments.order_id
    left join inventory_count_copies as listed on listed.copy_id = copies.copy_id and inventory_count_id = ${inventoryCountId}
    where copies.copy_id = any(${ids})`.execute(tx);
  return new Map(rows.map((row) => [row.copy_id, row]));
}

type NewScan = {
  scanId: string;
  copyId: number | null;
  scanned: string;
  place: string;
  outcome: ScanOutcome;
  at: Date;
  isUndone: boolean;
};

type Batch = { inventoryCountId: number; userId: number; scans: readonly NewScan[] };

/** Inserts new scans. Stored ones can only become undone, by the person who made them. */
export async function insertScans(tx: Transaction, { inventoryCountId, userId, scans }: Batch): Promise<void> {
  await sql`
    insert into inventory_count_scans
      (inventory_count_id, scanned_by, scan_id, copy_id, scanned, place, outcome, scanned_at, is_undone, seen_before)
    select ${inventoryCountId}, ${userId}, sent.*, (select last_seen_at from copies where copies.copy_id = sent.copy_id)
    from unnest(
      ${scans.map(({ scanId }) => scanId)}::text[],
      ${scans.map(({ copyId }) => copyId)}::integer[],
      ${scans.map(({ scanned }) => scanned)}::text[],
      ${scans.map(({ place }) => place)}::text[],
      ${scans.map(({ outcome }) => outcome)}::text[],
      ${scans.map(({ at }) => at)}::timestamptz[],
      ${scans.map(({ isUndone }) => isUndone)}::boolean[]
    ) as sent (scan_id, copy_id, scanned, place, outcome, scanned_at, is_undone)
    on conflict (inventory_count_id, scan_id) do update set is_undone = true
    where excluded.is_undone and not inventory_count_scans.is_undone and inventory_count_scans.scanned_by = excluded.scanned_by`.execute(
    tx,
  );
}

/** Sets the outcome of the locked copies of these scans: that of their last scan not undone, or missing. Idempotent. */
export async function countCopies(
  tx: Transaction,
  inventoryCountId: number,
  scanIds: readonly string[],
): Promise<void> {
  const touched = sql`
    touched as (
      select distinct copy_id from inventory_count_scans
      where inventory_count_id = ${inventoryCountId} and scan_id = any(${[...scanIds]}::text[]) and copy_id is not null
    )`;
  await sql`
    with ${touched}
    insert into inventory_count_copies (inventory_count_id, copy_id, known)
    select ${inventoryCountId}, copy_id, 'unlisted' from touched order by copy_id on conflict do nothing`.execute(tx);
  await sql`
    with ${touched}, counted as (
      select copy_id, latest.* from touched left join lateral (
        select outcome, scanned_at, scanned_by, place from inventory_count_scans as scans
        where scans.copy_id = touched.copy_id and inventory_count_id = ${inventoryCountId} and not is_undone
        order by scan_number desc limit 1
      ) as latest on true
    )
    update inventory_count_copies as listed set
      outcome = coalesce(counted.outcome, case known when 'shelf' then 'missing' end),
      seen_at = scanned_at, seen_by = scanned_by, seen_place = coalesce(place, '')
    from counted where listed.copy_id = counted.copy_id and inventory_count_id = ${inventoryCountId}`.execute(tx);
}

/** Sets when the copies of these scans were last seen: at the scan, or before it if it is undone. */
export async function seeCopies(tx: Transaction, inventoryCountId: number, scanIds: readonly string[]): Promise<void> {
  await sql`
    with sent as (
      select copy_id, scanned_at, seen_before, is_undone from inventory_count_scans
      where inventory_count_id = ${inventoryCountId} and scan_id = any(${[...scanIds]}::text[])
    ), seen as (
      select copy_id, max(scanned_at) filter (where not is_undone) as at from sent group by copy_id
    )
    update copies set last_seen_at = case
      when seen.at is not null then greatest(last_seen_at, seen.at)
      else (select min(seen_before) from sent where sent.copy_id = copies.copy_id and scanned_at = last_seen_at)
    end
    from seen
    where copies.copy_id = seen.copy_id
      and (seen.at is not null or exists (select from sent where sent.copy_id = copies.copy_id and scanned_at = last_seen_at))`.execute(
    tx,
  );
}

const selectScans = (db: Database, inventoryCountId: number) =>
  db
    .selectFrom("inventory_count_scans as scans")
    .leftJoin("copies", "copies.copy_id", "scans.copy_id")
    .leftJoin("items", "items.item_id", "copies.item_id")
    .leftJoin("circulation_copies", "circulation_copies.copy_id", "scans.copy_id")
    .select(["scan_id", "scanned", "scanned_at", "is_undone", "scans.copy_id", "copies.item_id", "copies.sku_number"])
    .select(["copy_number", "title", "language", "is_inactive", "inactive_reason", "order_id"])
    .select(shelfLocationOf.as("shelf_location"))
    .select([isArchived.as("is_archived"), heldFor.as("held_for")])
    .select(sql<ScanOutcome>`scans.outcome`.as("outcome"))
    .select(
      sql<boolean>`exists (
        select from inventory_count_scans as earlier where earlier.copy_id = scans.copy_id
          and earlier.inventory_count_id = scans.inventory_count_id and earlier.scan_number < scans.scan_number
          and not earlier.is_undone)`.as("is_repeat"),
    )
    .where("scans.inventory_count_id", "=", inventoryCountId)
    .orderBy("scan_number", "desc");

export type ScanRow = Awaited<ReturnType<typeof scansById>>[number];

export async function scansById(db: Database, inventoryCountId: number, scanIds: readonly string[]) {
  return selectScans(db, inventoryCountId)
    .where(sql<boolean>`scan_id = any(${[...scanIds]}::text[])`)
    .execute();
}

export async function latestScans(
  db: Database,
  inventoryCountId: number,
  userId: number,
  limit: number,
): Promise<ScanRow[]> {
  return selectScans(db, inventoryCountId).where("scanned_by", "=", userId).limit(limit).execute();
}

/** Counts the scans of each person, the latest scanner first. */
export async function scannersOf(db: Database, inventoryCountId: number) {
  return db
    .selectFrom("inventory_count_scans")
    .leftJoin("account_names", "account_names.user_id", "scanned_by")
    .select(["account_names.name", (eb) => eb.fn.countAll<number>().as("scans")])
    .select((eb) => eb.fn.max("scanned_at").as("last_at"))
    .where("inventory_count_id", "=", inventoryCountId)
    .where("is_undone", "=", false)
    .groupBy(["scanned_by", "account_names.name"])
    .orderBy("last_at", "desc")
    .execute();
}

export type ScannerRow = Awaited<ReturnType<typeof scannersOf>>[number];

/** Stores a phone's last report. A missing or future `since` counts from now. */
export async function notePhone(
  db: Database,
  inventoryCountId: number,
  { phone, unsent, since }: Phone,
  { userId, at }: Actor,
): Promise<void> {
  const oldest = since === null || new Date(since) > at ? at : new Date(since);
  const row = { unsent, unsent_since: unsent === 0 ? null : oldest, reported_at: at };
  await db
    .insertInto("inventory_count_phones")
    .values({ inventory_count_id: inventoryCountId, phone, scanned_by: userId, ...row })
    .onConflict((conflict) => conflict.columns(["inventory_count_id", "phone", "scanned_by"]).doUpdateSet(row))
    .execute();
}

export type UnsentRow = { name: string | null; unsent: number; unsent_since: Date; reported_at: Date };

export async function phonesWithScans(db: Database, inventoryCountId: number): Promise<UnsentRow[]> {
  const { rows } = await sql<UnsentRow>`
    select name, unsent, unsent_since, reported_at
    from inventory_count_phones left join account_names on account_names.user_id = scanned_by
    where inventory_count_id = ${inventoryCountId} and unsent > 0 order by unsent_since, phone`.execute(db);
  return rows;
}
