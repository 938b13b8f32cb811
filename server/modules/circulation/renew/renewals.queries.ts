import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/**
 * Whether somebody waits for a title that an order has out: more of it is requested than is on the shelf, or somebody is in line
 * for it who has no copy held.
 */
export async function isAwaited(db: Database, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from assignments join items using (item_id)
    where order_id = ${orderId} and released_at is null and (
      requested > greatest(0, active_copies - checked_out)
      or exists (select from queue_places
        where queue_places.item_id = items.item_id and left_at is null and not is_paused
          and not exists (select from queue_offers where queue_offers.place_id = queue_places.place_id and closed_at is null)))
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function titlesOut(tx: Transaction, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select distinct item_id from assignments where order_id = ${orderId} and released_at is null`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

export async function renewableById(db: Database, orderId: number) {
  return db
    .selectFrom("orders")
    .select(["borrower_id", "status_id", "return_date", "renewals"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/** A loan that may be renewed alone, of a locked order. */
export async function loanToRenew(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["order_id", "due_on", "released_at", "title", "assignments.item_id"])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

/** Gives one loan of an order a due day, and each of the others the one it has. */
export async function setDueDay(tx: Transaction, assignmentId: number, day: string): Promise<void> {
  await sql`
    update assignments set due_on = case when assignment_id = ${assignmentId} then ${day}::date else return_date end
    from orders, (select order_id from assignments where assignment_id = ${assignmentId}) as mine
    where orders.order_id = mine.order_id and assignments.order_id = mine.order_id and loan <> 'undone'
      and (due_on is null or assignment_id = ${assignmentId})`.execute(tx);
}

/** Copies that were renewed alone are due on this day at the earliest, like their order. */
export async function renewDueDays(tx: Transaction, orderId: number, day: string): Promise<void> {
  await sql`
    update assignments set due_on = greatest(due_on, ${day}::date)
    where order_id = ${orderId} and released_at is null and due_on is not null`.execute(tx);
}

/** All copies are due with their order again. Gives whether any had a day of its own. */
export async function forgetDueDays(tx: Transaction, orderId: number): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update assignments set due_on = null where order_id = ${orderId} and due_on is not null`.execute(tx);
  return numAffectedRows > 0n;
}

type Renewal = {
  orderId: number;
  at: Date;
  assignmentId?: number;
};

/** Keeps when a locked order and its copies are due, before it is renewed. */
export async function keepRenewal(tx: Transaction, { orderId, at, assignmentId }: Renewal): Promise<void> {
  await sql`
    insert into renewal_saves (order_id, version, renewed_at, assignment_id, return_date, renewals, due_days)
    select order_id, version + 1, ${at}, ${assignmentId ?? null}, return_date, renewals,
      (select coalesce(jsonb_object_agg(assignment_id, due_on), '{}') from assignments where assignments.order_id = orders.order_id)
    from orders where order_id = ${orderId}
    on conflict (order_id) do update set (version, is_undone, renewed_at, assignment_id, return_date, renewals, due_days) =
      (excluded.version, false, excluded.renewed_at, excluded.assignment_id, excluded.return_date, excluded.renewals, excluded.due_days)`.execute(
    tx,
  );
}

/** When an order was due before it was renewed; undefined when something else changed it since. */
export async function renewalBefore(
  db: Database,
  { order_id: orderId, version }: { order_id: number; version: number },
) {
  return db
    .selectFrom("renewal_saves")
    .select(["is_undone", "renewed_at", "assignment_id", "return_date", "renewals"])
    .where("order_id", "=", orderId)
    .where("version", "=", version)
    .executeTakeFirst();
}

export async function restoreDueDays(tx: Transaction, orderId: number): Promise<void> {
  await sql`
    update assignments set due_on = (due_days ->> assignments.assignment_id::text)::date
    from renewal_saves where renewal_saves.order_id = ${orderId} and assignments.order_id = ${orderId}
      and due_on is distinct from (due_days ->> assignments.assignment_id::text)::date`.execute(tx);
}

/** Notes that the renewal was undone, by what raised the order's version by one. */
export async function markRenewalUndone(tx: Transaction, orderId: number): Promise<void> {
  await sql`update renewal_saves set version = version + 1, is_undone = true where order_id = ${orderId}`.execute(tx);
}

/** Renewals after which nothing else was done with their orders. */
const undoable = (db: Database) =>
  db
    .selectFrom("renewal_saves")
    .innerJoin("orders", (join) =>
      join
        .onRef("orders.order_id", "=", "renewal_saves.order_id")
        .onRef("orders.version", "=", "renewal_saves.version"),
    )
    .where("is_undone", "=", false);

export async function withRenewalToUndo(db: Database, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = await undoable(db).select("orders.order_id").where("orders.order_id", "in", orderIds).execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** When a borrower renewed an order, while nothing else was done with it since. */
export async function renewedBy(db: Database, orderId: number, userId: number): Promise<Date | undefined> {
  const row = await undoable(db)
    .select("renewed_at")
    .where("orders.order_id", "=", orderId)
    .where("changed_by", "=", userId)
    .executeTakeFirst();
  return row?.renewed_at;
}
