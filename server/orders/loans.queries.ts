import { sql } from "kysely";
import type { Transaction, Database } from "#server/platform/database.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { ReturnedTitle } from "./notices/order-letters.ts";

/**
 * Whether the copy of an ended assignment was lent again after it; an undone check-out never left the shelf. Swaps mix the ids. With
 * "exists", PostgreSQL reads the loans of all copies.
 */
const lentSince = sql<boolean>`coalesce((
  select bool_or(later.released_at is null or (later.released_at, later.assignment_id) > (ended.released_at, ended.assignment_id))
  from assignments as later
  where later.copy_id = ended.copy_id and later.assignment_id <> ended.assignment_id and later.loan <> 'undone'), false)`;

export async function wasLentSince(tx: Transaction, assignmentId: number): Promise<boolean> {
  const { rows } = await sql`
    select from assignments as ended where assignment_id = ${assignmentId} and ${lentSince}`.execute(tx);
  return rows.length > 0;
}
/** The returns of these orders that can be undone: the copy was not lent since, and there is a place for it. */

export async function returnsToUndo(db: Database, orderIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ assignment_id: number }>`
    select ended.assignment_id
    from assignments as ended join orders using (order_id) join order_lines using (order_line_id)
    where ended.order_id = any(${[...orderIds]}::integer[]) and release_reason = 'returned'
      and orders.borrower_id is not null and not ${lentSince}
      and quantity > (select count(*) from assignments as open
        where open.order_line_id = ended.order_line_id and open.released_at is null)`.execute(db);
  return new Set(rows.map(({ assignment_id }) => assignment_id));
}
/** Whether copies were checked in, or the order was set to Returned; one that ended with a lost copy is neither. */

export async function isReturnToBeTold(tx: Transaction, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ is_told: boolean | null }>`
    select bool_or(condition is not null)
      or status_id = ${statuses.returned} and (bool_or(loan = 'returned') or not coalesce(bool_or(loan = 'lost'), false)) as is_told
    from orders left join assignments using (order_id) where order_id = ${orderId} group by status_id`.execute(tx);
  return rows[0]?.is_told === true;
}
export async function returnsOfOrder(tx: Transaction, orderId: number) {
  const { rows } = await sql<ReturnedTitle & { ids: number[] }>`
    select title, count(*)::integer as quantity, loan, array_agg(assignment_id order by assignment_id) as ids,
      coalesce(json_agg(json_build_object('condition', condition, 'parts', missing_parts) order by assignment_id)
        filter (where loan = 'returned' and condition in ('parts missing', 'damaged')), '[]') as problems
    from assignments join items using (item_id)
    where order_id = ${orderId} and loan <> 'undone'
    group by item_id, title, loan
    order by min(order_line_id)`.execute(tx);
  return rows;
}
