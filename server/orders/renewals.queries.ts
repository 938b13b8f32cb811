import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Returns whether others wait for a title on loan to this order, with an order or on the waitlist without a hold. */
export async function isAwaited(db: Database, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from assignments join items using (item_id)
    where order_id = ${orderId} and released_at is null and (
      requested > greatest(0, active_copies - checked_out)
      or exists (select from waitlist_ready where waitlist_ready.item_id = items.item_id))
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

export async function loanToRenew(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["order_id", "due_on", "released_at", "title", "assignments.item_id"])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

/** Sets the due date of one loan, and pins the order's other loans to theirs. */
export async function setDueDay(tx: Transaction, assignmentId: number, day: string): Promise<void> {
  await sql`
    update assignments set due_on = case when assignment_id = ${assignmentId} then ${day}::date else return_date end
    from orders, (select order_id from assignments where assignment_id = ${assignmentId}) as mine
    where orders.order_id = mine.order_id and assignments.order_id = mine.order_id and loan <> 'undone'
      and (due_on is null or assignment_id = ${assignmentId})`.execute(tx);
}

/** Moves the due dates of separately renewed copies to the order's new one, if that is later. */
export async function renewDueDays(tx: Transaction, orderId: number, day: string): Promise<void> {
  await sql`
    update assignments set due_on = greatest(due_on, ${day}::date)
    where order_id = ${orderId} and released_at is null and due_on is not null`.execute(tx);
}

/** Makes all copies due with their order again. */
export async function clearDueDays(tx: Transaction, orderId: number): Promise<void> {
  await sql`update assignments set due_on = null where order_id = ${orderId} and due_on is not null`.execute(tx);
}
