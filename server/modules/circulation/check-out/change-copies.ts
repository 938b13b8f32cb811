import type { CallName } from "#contract/all.ts";
import { found } from "#server/refusals/http-error.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { changeOrder, type LockedLine, lockOrderOfLine } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

/**
 * Changes the copies on a line whose order is locked, and what follows from them: the order's version, the counts of
 * the title, the audit. `change` says whether it changed any. Returns the order's id.
 */
export async function changeCopies(
  db: Database,
  { call, orderLineId, actor }: { call: CallName; orderLineId: number; actor: Actor },
  change: (tx: Transaction, line: LockedLine) => Promise<boolean>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const line = found(await lockOrderOfLine(tx, orderLineId));
    const orderId = line.order_id;
    await traceOrder(tx, actor, { call, orderId }, async () => {
      if (!(await change(tx, line))) return;
      await changeOrder(tx, orderId, actor.userId);
      await recountStock(tx, [line.item_id]);
    });
    return orderId;
  });
}
