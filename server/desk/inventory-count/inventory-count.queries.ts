import { statuses } from "#contract/catalog/codes.ts";
import type { InventoryCountList, Tally } from "#contract/desk/inventory-counts.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { sql } from "kysely";

// Lock order: the inventory count, the copies by id, its rows for those copies, then the titles.

const selectInventoryCounts = (db: Database) =>
  db
    .selectFrom("inventory_counts")
    .leftJoin("subjects", "subjects.subject_id", "inventory_counts.subject_id")
    .leftJoin("account_names as starters", "starters.user_id", "started_by")
    .leftJoin("account_names as closers", "closers.user_id", "closed_by")
    .select(["inventory_count_id", "inventory_counts.subject_id", "subject_name", "shelf_location", "expected"])
    .select(["known_out", "known_packed", "known_held", "known_inactive", "known_archived"])
    .select(["started_at", "starters.name as started_by_name", "closed_at", "closers.name as closed_by_name"]);

export type InventoryCountRow = NonNullable<Awaited<ReturnType<typeof inventoryCountById>>>;

export async function inventoryCountById(db: Database, id: number) {
  return selectInventoryCounts(db).where("inventory_count_id", "=", id).executeTakeFirst();
}

export async function pageOfInventoryCounts(db: Database, { page, pageSize }: { page: number; pageSize: number }) {
  return selectInventoryCounts(db)
    .orderBy("inventory_count_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

export async function countInventoryCounts(db: Database): Promise<number> {
  const all = db.selectFrom("inventory_counts").select((eb) => eb.fn.countAll<number>().as("count"));
  return Number((await all.executeTakeFirstOrThrow()).count);
}

/** A copy's own shelf location, or else its title's. */
export const shelfLocationOf = sql<string>`coalesce(own_shelf_location, items.shelf_location)`;

/** Returns the distinct shelf locations of titles and copies. */
export async function shelfLocations(db: Database, limit?: number): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select shelf_location as place from items where shelf_location <> ''
    union select own_shelf_location from copies where own_shelf_location is not null
    order by place limit ${limit ?? null}::integer`.execute(db);
  return rows.map(({ place }) => place);
}

type Scope = { subjectId: number; shelfLocation: string; places: readonly string[] };

/** Starts an inventory count of the copies in its scope; returns undefined if none should be on the shelf. */
export async function insertInventoryCount(
  tx: Transaction,
  { subjectId, shelfLocation, places }: Scope,
  { userId, at }: Actor,
) {
  const { rows } = await sql<{ inventory_count_id: number; expected: number }>`
    with listed as materialized (
      select copies.copy_id,
        case when status_id = ${sql.lit(statuses.shipped)} then 'out' when status_id is not null then 'packed'
          when coalesce(copies.archived_at, items.archived_at) is not null then 'archived'
          when is_inactive then 'inactive' when hold_shelf.copy_id is not null then 'held' else 'shelf' end as known,
        row_number() over (order by lower(${shelfLocationOf}), sort_title, items.item_id, copy_number) as position
      from copies join items on items.item_id = copies.item_id
      left join assignments on assignments.copy_id = copies.copy_id and released_at is null
      left join orders on orders.order_id = assignments.order_id
      left join hold_shelf on hold_shelf.copy_id = copies.copy_id
      where (${subjectId} = 0 or subject_id = ${subjectId}) and (${shelfLocation} = '' or ${shelfLocationOf} = any(${[...places]}::text[]))
    ), started as (
      insert into inventory_counts (subject_id, shelf_location, started_at, started_by, expected, known_out, known_packed, known_held,
        known_inactive, known_archived)
      select nullif(${subjectId}, 0), ${shelfLocation}, ${at}::timestamptz, ${userId}::integer,
        count(*) filter (where known = 'shelf'), count(*) filter (where known = 'out'),
        count(*) filter (where known = 'packed'), count(*) filter (where known = 'held'),
        count(*) filter (where known = 'inactive'), count(*) filter (where known = 'archived')
      from listed having count(*) filter (where known = 'shelf') > 0
      returning inventory_count_id, expected
    ), written as (
      insert into inventory_count_copies (inventory_count_id, copy_id, known, position, outcome)
      select inventory_count_id, copy_id, known, position, case known when 'shelf' then 'missing' end from started cross join listed
    )
    select inventory_count_id, expected from started`.execute(tx);
  return rows[0];
}

/** Locks an inventory count: shared while copies are counted, exclusively to close, reopen, or mark. */
export async function lockInventoryCount(tx: Transaction, id: number, mode: "shared" | "exclusive") {
  const query = selectInventoryCounts(tx).where("inventory_count_id", "=", id);
  return (
    mode === "shared" ? query.forShare("inventory_counts") : query.forUpdate("inventory_counts")
  ).executeTakeFirst();
}

export async function tallyOf(db: Database, id: number): Promise<Tally> {
  const { rows } = await sql<{ outcome: keyof Tally; count: number; expected: number }>`
    select outcome, count(*)::integer as count, (count(*) filter (where known = 'shelf'))::integer as expected
    from inventory_count_copies where inventory_count_id = ${id} and outcome is not null group by outcome`.execute(db);
  const of = (outcome: keyof Tally) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  const scanned = rows.filter(({ outcome }) => outcome !== "missing" && outcome !== "handled");
  return {
    counted: scanned.reduce((sum, { expected }) => sum + expected, 0),
    missing: of("missing"),
    handled: of("handled"),
    unexpected: of("unexpected"),
    misplaced: of("misplaced"),
    out: of("out"),
    held: of("held"),
  };
}

const inOrder = sql`order by position nulls last, copy_id`;

export async function copyIdsOf(db: Database, id: number, list: InventoryCountList): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select copy_id from inventory_count_copies where inventory_count_id = ${id} and outcome = ${list} ${inOrder}
    ) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

export async function pageOfCopyIds(
  db: Database,
  { id, list, page, pageSize }: { id: number; list: InventoryCountList; page: number; pageSize: number },
) {
  const { rows } = await sql<{ copy_id: number }>`
    select copy_id from inventory_count_copies where inventory_count_id = ${id} and outcome = ${list} ${inOrder}
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from inventory_count_copies where inventory_count_id = ${id} and outcome = ${list}`.execute(
    db,
  );
  return { ids: rows.map(({ copy_id }) => copy_id), total: counts[0]?.total ?? 0 };
}

/** A copy is archived with its title, or alone. */
export const isArchived = sql<boolean>`coalesce(copies.archived_at, items.archived_at) is not null`;

/** The borrower whose hold or order keeps a copy on the hold shelf. */
export const heldFor = sql<{ borrowerName: string; schoolName: string } | null>`(
  select json_build_object('borrowerName', name, 'schoolName', school_name)
  from hold_shelf join borrowers using (borrower_id) where hold_shelf.copy_id = copies.copy_id)`;

const isHeld = sql`exists (select from hold_shelf where hold_shelf.copy_id = copies.copy_id)`;

export type ListedRow = Awaited<ReturnType<typeof copiesInList>>[number];

export async function copiesInList(db: Database, id: number, copyIds: readonly number[]) {
  return db
    .selectFrom(
      sql<{ copy_id: number; place: number }>`unnest(${[...copyIds]}::integer[]) with ordinality`.as<"requested">(
        sql`requested (copy_id, place)`,
      ),
    )
    .innerJoin("inventory_count_copies as listed", "listed.copy_id", "requested.copy_id")
    .innerJoin("copies", "copies.copy_id", "requested.copy_id")
    .innerJoin("items", "items.item_id", "copies.item_id")
    .innerJoin("circulation_copies", "circulation_copies.copy_id", "requested.copy_id")
    .leftJoin("account_names", "account_names.user_id", "seen_by")
    .select(["copies.copy_id", "copies.item_id", "copies.sku_number", "copy_number", "title", "language"])
    .select(shelfLocationOf.as("shelf_location"))
    .select(["is_inactive", "inactive_reason", "order_id", "last_seen_at", "seen_at", "seen_place", "marked_at"])
    .select([isArchived.as("is_archived"), heldFor.as("held_for")])
    .select("account_names.name as seen_by_name")
    .where("listed.inventory_count_id", "=", id)
    .orderBy("requested.place")
    .execute();
}

/** Closes an inventory count. Missing copies on hold, or handled by anyone since it started, become `handled`. */
export async function endInventoryCount(tx: Transaction, id: number, { userId, at }: Actor): Promise<void> {
  await sql`
    update inventory_count_copies as listed set outcome = 'handled'
    from copies join items using (item_id), inventory_counts
    where listed.inventory_count_id = ${id} and outcome = 'missing' and copies.copy_id = listed.copy_id
      and inventory_counts.inventory_count_id = listed.inventory_count_id and (last_seen_at >= started_at or is_inactive or items.archived_at is not null
        or ${isHeld})`.execute(tx);
  await tx
    .updateTable("inventory_counts")
    .set({ closed_at: at, closed_by: userId })
    .where("inventory_count_id", "=", id)
    .execute();
}

/** Reopens an inventory count; false if copies were marked missing. */
export async function openAgain(tx: Transaction, id: number): Promise<boolean> {
  const marked = tx.selectFrom("inventory_count_copies").select("copy_id").where("inventory_count_id", "=", id);
  if (await marked.where("marked_at", "is not", null).limit(1).executeTakeFirst()) return false;
  await tx
    .updateTable("inventory_count_copies")
    .set({ outcome: "missing" })
    .where("inventory_count_id", "=", id)
    .where("outcome", "=", "handled")
    .execute();
  await tx
    .updateTable("inventory_counts")
    .set({ closed_at: null, closed_by: null })
    .where("inventory_count_id", "=", id)
    .execute();
  return true;
}

type Copies = { id: number; copyIds: readonly number[] };

/**
 * Locks copies by id, and returns those that can be marked missing, or whose mark can be undone. A copy that has since
 * been put on hold isn't missing; holds lock the copy, too.
 */
export async function lockMissing(tx: Transaction, { id, copyIds }: Copies, isMarked: boolean) {
  const ids = sql`${[...copyIds]}::integer[]`;
  await sql`select from copies where copy_id = any(${ids}) order by copy_id for no key update`.execute(tx);
  // a separate statement, to see commits from before the lock was granted
  const { rows } = await sql<{ copy_id: number; item_id: number; sku_number: string; copy_number: number }>`
    select copies.copy_id, item_id, sku_number, copy_number
    from inventory_count_copies as listed join copies using (copy_id) join circulation_copies using (copy_id)
    where inventory_count_id = ${id} and listed.copy_id = any(${ids}) and outcome = 'missing' and order_id is null
      and ${isMarked ? sql`marked_at is not null and inactive_reason = 'lost' and archived_at is null` : sql`marked_at is null and not is_inactive and not ${isHeld}`}
    order by copies.copy_id`.execute(tx);
  return rows;
}

/** Sets locked copies inactive (lost); with null, active again. */
export async function markCopies(tx: Transaction, { id, copyIds }: Copies, at: Date | null): Promise<void> {
  const isOneOf = sql<boolean>`copy_id = any(${[...copyIds]}::integer[])`;
  await tx
    .updateTable("copies")
    .set({ is_inactive: at !== null, inactive_reason: at === null ? null : "lost" })
    .where(isOneOf)
    .execute();
  await tx
    .updateTable("inventory_count_copies")
    .set({ marked_at: at })
    .where("inventory_count_id", "=", id)
    .where(isOneOf)
    .execute();
}
