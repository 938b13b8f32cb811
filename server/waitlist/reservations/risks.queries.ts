import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A reserved order line that is, or was, short a copy. */
export type Risk = {
  is_at_risk: boolean;
  since: Date;
  emailed_at: Date | null;
  ship_on: string;
  teach_to: string;
};

const linesAtRisk = sql`
  select distinct order_line_id from bookings join order_line_dates using (order_line_id) where bookings.copy_id is null`;

/** Records new and resolved risks of lines. Deletes resolved risks that need no email. */
export async function recordRisks(db: Database, now: Date): Promise<void> {
  await sql`
    with at_risk as (${linesAtRisk}), over as (
      update reservation_risks set is_at_risk = false, since = ${now}
      where is_at_risk and order_line_id not in (select order_line_id from at_risk)
    )
    insert into reservation_risks (order_line_id, order_id, is_at_risk, since)
    select order_line_id, order_id, true, ${now} from at_risk join order_lines using (order_line_id)
    on conflict (order_line_id) do update set is_at_risk = true, since = excluded.since where not reservation_risks.is_at_risk`.execute(
    db,
  );
  await sql`
    delete from reservation_risks using orders
    where orders.order_id = reservation_risks.order_id and not is_at_risk and (emailed_at is null or status_id not in (1, 2))`.execute(
    db,
  );
}

export type RiskRow = Risk & { order_line_id: number; order_id: number; item_id: number; title: string };

/** Returns the recorded risks of all orders, or of one, the next order to ship first. */
export async function recordedRisks(db: Database, orderId?: number): Promise<RiskRow[]> {
  const { rows } = await sql<RiskRow>`
    select order_line_id, reservation_risks.order_id, order_lines.item_id, title, is_at_risk, since, emailed_at, ship_on, teach_to
    from reservation_risks join order_lines using (order_line_id) join items using (item_id) join order_line_dates using (order_line_id)
    where ${orderId === undefined ? sql`true` : sql`reservation_risks.order_id = ${orderId}`}
    order by ship_on, reservation_risks.order_id, order_line_id`.execute(db);
  return rows;
}

export async function markMailed(tx: Transaction, lineIds: readonly number[], at: Date): Promise<void> {
  await sql`update reservation_risks set emailed_at = ${at} where order_line_id = any(${[...lineIds]}::integer[])`.execute(
    tx,
  );
}

export async function deleteRisks(tx: Transaction, lineIds: readonly number[]): Promise<void> {
  await sql`delete from reservation_risks where order_line_id = any(${[...lineIds]}::integer[])`.execute(tx);
}

export type OrderRow = {
  order_id: number;
  borrower_name: string;
  school_name: string;
  emailed_at: Date | null;
  is_reached: boolean;
};

/** Returns a page of the orders that are short a copy, the next to ship first. */
export async function ordersAtRisk(db: Database, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<OrderRow & { total: number }>`
    with at_risk as (
      select distinct order_id from bookings join order_lines using (order_line_id) where bookings.copy_id is null
    )
    select at_risk.order_id, ship_to_name as borrower_name, ship_to_school as school_name,
      (select max(emailed_at) from reservation_risks where reservation_risks.order_id = at_risk.order_id and is_at_risk) as emailed_at,
      coalesce((select is_read and is_confirmed from account_mailboxes where account_mailboxes.borrower_id = orders.borrower_id), false)
        as is_reached,
      count(*) over ()::integer as total
    from at_risk join orders using (order_id)
    order by (select min(ship_on) from order_line_dates join order_lines using (order_line_id)
      where order_lines.order_id = at_risk.order_id) nulls first, at_risk.order_id
    limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Returns orders without dates that need copies of a title, newest first. */
export async function ordersThatCouldWait(db: Database, itemId: number, limit: number) {
  const { rows } = await sql<{ orderId: number; schoolName: string; quantity: number }>`
    select order_id as "orderId", ship_to_school as "schoolName", count(*)::integer as quantity
    from circulation_places as places join orders using (order_id)
    where places.item_id = ${itemId} and places.copy_id is null and places.ship_on is null
    group by order_id, ship_to_school, ordered_at order by ordered_at desc, order_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns the ids of orders with a renewal, as a whole or in part. */
export async function renewedOrders(db: Database, orderIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where order_id = any(${[...orderIds]}::integer[]) and (renewals > 0 or exists (
      select from assignments where assignments.order_id = orders.order_id and released_at is null and due_on > return_date))`.execute(
    db,
  );
  return new Set(rows.map(({ order_id: id }) => id));
}
