import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { LineChange } from "./line-changes.rules.ts";

/** Writes the line of one change, whose surplus copies are off it already. */
export async function writeLine(tx: Transaction, orderId: number, { itemId, orderLineId, after }: LineChange) {
  if (orderLineId === undefined) {
    await tx.insertInto("order_lines").values({ order_id: orderId, item_id: itemId, quantity: after }).execute();
  } else if (after === 0) {
    await tx.deleteFrom("order_lines").where("order_line_id", "=", orderLineId).execute();
  } else {
    await tx.updateTable("order_lines").set({ quantity: after }).where("order_line_id", "=", orderLineId).execute();
  }
}

/** Staff changed an order whose borrower moves it now, and hears of the days at once: the email about staff's change leaves them out. */
export async function leaveDaysOut(tx: Transaction, orderId: number): Promise<void> {
  await sql`update jobs set payload = payload - 'days' where kind = 'write-change-mail' and key = ${String(orderId)}`.execute(
    tx,
  );
}

/** Takes the copies off a line that are too many for a quantity, the latest first, and closes the gaps before it. */
export async function takeSurplusOff(
  tx: Transaction,
  { orderLineId, quantity }: { orderLineId: number; quantity: number },
  { at, userId }: { at: Date; userId: number },
): Promise<void> {
  await sql`
    update assignments set released_at = ${at}, release_reason = 'undone', released_by = ${userId}
    where assignment_id in (
      select assignment_id from assignments where order_line_id = ${orderLineId} and released_at is null
      order by assignment_id offset ${quantity}
    )`.execute(tx);
  await sql`
    update assignments set slot = moved.free
    from (
      select assignment_id, free from (
        select assignment_id, row_number() over (order by slot) as place from assignments
        where order_line_id = ${orderLineId} and released_at is null and slot > ${quantity}
      ) as beyond join (
        select free, row_number() over (order by free) as place from generate_series(1, ${quantity}::integer) as free
        where not exists (select from assignments where order_line_id = ${orderLineId} and released_at is null and slot = free)
      ) as gaps using (place)
    ) as moved
    where assignments.assignment_id = moved.assignment_id`.execute(tx);
}
