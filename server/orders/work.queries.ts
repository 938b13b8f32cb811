import { daysOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import { maxCounted, type OrderWork, packedAhead } from "#contract/desk/search.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { addDays } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

const status = (...ids: number[]) => sql`status_id in (${sql.join(ids.map((id) => sql.lit(id)))})`;
export const waiting = status(statuses.new, statuses.processing);
const shipped = status(statuses.shipped);

const lacksCopies = sql`exists (
  select from order_lines where order_lines.order_id = orders.order_id and quantity > (
    select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null))`;
// an aggregate, because with "exists" PostgreSQL reads the loans of all orders
const isPartlyBack = sql`(
  select bool_or(loan = 'out') and bool_or(loan in ('returned', 'lost')) from assignments
  where assignments.order_id = orders.order_id)`;

export const shipsSoon = (today: string, order = sql`orders`) => sql`not exists (
  select from order_lines as dated join order_line_dates using (order_line_id)
  where dated.order_id = ${order}.order_id and ship_on > ${addDays(today, packedAhead)}::date)`;

export const isNotOnTheWayBack = (today: string) =>
  sql`(sent_back_on is null or sent_back_on + ${sql.lit(daysOnTheWayBack)} < ${today}::date)`;

/** Defines each kind of work, for the dashboard's numbers, their lists, and the packing page. */
export function wants(work: OrderWork, today: string) {
  return {
    "to-pack": sql`${waiting} and confirm_by is null and ${lacksCopies} and ${shipsSoon(today)}`,
    "to-ship": sql`${waiting} and not ${lacksCopies} and ${shipsSoon(today)}`,
    unconfirmed: sql`confirm_by is not null and is_open and ${waiting}`,
    "due-this-week": sql`${shipped} and return_date between ${today}::date and ${addDays(today, 6)}::date`,
    overdue: sql`${shipped} and return_date < ${today}::date and ${isNotOnTheWayBack(today)}`,
    incomplete: sql`${shipped} and ${isPartlyBack}`,
    reported: sql`order_id = any(array(select order_id from problem_reports where settled_at is null))`,
    "at-risk": sql`order_id = any(array(
      select order_id from bookings join order_lines using (order_line_id) where bookings.copy_id is null))`,
    "no-email": sql`${waiting} and exists (
      select from account_mailboxes where account_mailboxes.borrower_id = orders.borrower_id and not is_read)`,
  }[work];
}

/** Counts the work in one statement. Orders count up to the limit of their list. */
export async function countWork(
  db: Database,
  today: string,
  { lowStock, works }: { lowStock: number; works: readonly OrderWork[] },
) {
  const counts = works.map(
    (work) =>
      sql`(select count(*) from (select from orders where ${wants(work, today)} limit ${sql.lit(maxCounted)}) as counted)::integer`,
  );
  const { rows } = await sql<{
    counts: number[];
    open_claims: number;
    in_inspection: number;
    held: number;
    low_stock: number;
    out_of_stock: number;
  }>`
    select array[${sql.join(counts)}] as counts,
      (select count(*)::integer from claims where closed_at is null) as open_claims,
      (select count(*)::integer from copies where is_inactive and inactive_reason = 'inspection') as in_inspection,
      (select count(*)::integer from hold_shelf) as held,
      (select count(*)::integer from items
        where is_in_stock and in_stock <= ${lowStock} and item_id = any(array(select item_id from circulation_taken))) as low_stock,
      (select count(*)::integer from items where not is_in_stock) as out_of_stock`.execute(db);
  const [row] = rows;
  return {
    orders: works.map((work, place) => ({ work, count: row?.counts[place] ?? 0 })),
    openClaims: row?.open_claims ?? 0,
    inInspection: row?.in_inspection ?? 0,
    held: row?.held ?? 0,
    lowStock: row?.low_stock ?? 0,
    outOfStock: row?.out_of_stock ?? 0,
  };
}
