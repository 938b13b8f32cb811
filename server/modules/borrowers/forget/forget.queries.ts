import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { nobody } from "./person.queries.ts";

/** What the audit keeps of an order whose person is forgotten: the fields that name nobody, whatever staff wrote. */
export const namelessChanges = sql`coalesce((
  select jsonb_agg(change) from jsonb_array_elements(changes) as change
  where change ->> 'field' in ('Status', 'Ship date', 'Return date')
    or change ->> 'field' like 'Quantity of %' or change ->> 'field' like 'Copies of %'), '[]')`;

/** How many copies are out, and how many orders and cases are open. */
export async function whatIsOpen(db: Database, borrowerId: number) {
  const { rows } = await sql<{ copies: number; orders: number; cases: number }>`
    select
      (select count(*) from orders join assignments using (order_id)
        where borrower_id = ${borrowerId} and is_open and released_at is null)::integer as copies,
      (select count(*) from orders where borrower_id = ${borrowerId} and is_open)::integer as orders,
      (select count(*) from orders join assignments using (order_id) join cases using (assignment_id)
        where borrower_id = ${borrowerId} and closed_at is null)::integer as cases`.execute(db);
  return rows[0] ?? { copies: 0, orders: 0, cases: 0 };
}

/** The orders of a borrower. */
export async function ordersOfLeaving(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where borrower_id = ${borrowerId} order by order_id for update`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/** Takes everything off these closed orders that names their person: what they and staff wrote, and what the audit has of it. */
export async function takePersonOff(tx: Transaction, orderIds: readonly number[]): Promise<void> {
  const ids = sql`any(${[...orderIds]}::integer[])`;
  await sql`
    update orders set borrower_id = null, cart_key = null, ship_to_name = ${nobody}, ship_to_street = '', tracking_number = '',
      note = '', cancel_reason = '', returned_at = null, returned_from = null,
      sent_back_on = null, first_sent_back_on = null, sent_back_tracking = '',
      changed_by = case when (select user_type_id from accounts where user_id = changed_by) = 1 then changed_by end,
      words = order_words(${nobody}, ship_to_school || ' ' || ship_to_district, '', (
        select string_agg(title || ' ' || reference_number, ' ') from order_lines join items using (item_id)
        where order_lines.order_id = orders.order_id))
    where order_id = ${ids}`.execute(tx);
  await sql`
    update assignments set condition_note = '',
      released_by = case when (select user_type_id from accounts where user_id = released_by) = 1 then released_by end
    where order_id = ${ids}`.execute(tx);
  await sql`
    update cases set note = '', closing_note = '' from assignments
    where assignments.assignment_id = cases.assignment_id and order_id = ${ids}`.execute(tx);
  await sql`update audit_entries set changes = ${namelessChanges} where kind = 'order' and subject_id = ${ids}`.execute(
    tx,
  );
  await sql`
    delete from loan_photos using assignments
    where assignments.assignment_id = loan_photos.assignment_id and order_id = ${ids}`.execute(tx);
  await sql`delete from carts where order_id = ${ids}`.execute(tx);
  await sql`delete from borrower_photos where order_id = ${ids}`.execute(tx);
  await sql`delete from problem_reports where order_id = ${ids}`.execute(tx);
  await sql`delete from status_saves where order_id = ${ids}`.execute(tx);
  await sql`delete from handovers where order_id = ${ids}`.execute(tx);
}

/** Takes a borrower out of every line; gives the titles, whose copies that were held go to others. */
export async function leaveLines(tx: Transaction, borrowerId: number): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    delete from queue_places where borrower_id = ${borrowerId} returning item_id`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

/**
 * Locks some closed orders that ended before an instant and still have their person: the last copy came back, or it was
 * canceled or lost then. None with an open case, and none that somebody changes right now.
 */
export async function lockOldOrders(tx: Transaction, before: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders
    where borrower_id is not null and not is_open and ordered_at < ${before}
      and coalesce(canceled_at, ordered_at) < ${before} and coalesce(returned_at, ordered_at) < ${before}
      and not exists (select from assignments where assignments.order_id = orders.order_id and released_at >= ${before})
      and not exists (select from assignments join cases using (assignment_id)
        where assignments.order_id = orders.order_id and (closed_at is null or closed_at >= ${before}))
    order by ordered_at limit ${sql.lit(most)} for update of orders skip locked`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}
