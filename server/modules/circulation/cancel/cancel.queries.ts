import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** What an order says that is not canceled. */
export const notCanceled = { canceled_at: null, canceled_from: null, cancel_reason: "" } as const;

/** Copies that were on an order when it was canceled, one a place, in the order in which copies are locked. */
export async function copiesOfCanceled(tx: Transaction, orderId: number) {
  const { rows } = await sql<{ assignment_id: number; copy_id: number; slot: number }>`
    select distinct on (copy_id) assignment_id, copy_id, slot from (
      select distinct on (order_line_id, slot) assignment_id, copy_id, slot
      from assignments join orders using (order_id)
      where order_id = ${orderId} and released_at = canceled_at and release_reason = 'undone'
      order by order_line_id, slot, assignment_id desc
    ) as places
    order by copy_id, assignment_id desc`.execute(tx);
  return rows;
}

/** Why an order is canceled now; undefined when it is not. */
export async function cancelReasonOf(tx: Transaction, orderId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom("orders")
    .select("cancel_reason")
    .where("order_id", "=", orderId)
    .where("canceled_at", "is not", null)
    .executeTakeFirst();
  return row?.cancel_reason;
}

export async function canceledBy(db: Database, orderId: number, userId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("orders")
    .select("canceled_at")
    .where("order_id", "=", orderId)
    .where("canceled_from", "is not", null)
    .where("changed_by", "=", userId)
    .executeTakeFirst();
  return row?.canceled_at ?? undefined;
}
