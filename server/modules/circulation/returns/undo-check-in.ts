import { statuses } from "#contract/codes.ts";
import { undoCheckIn as undoCall } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { asideFor } from "./returns.rules.ts";
import { orderOfAssignment, reopenAssignment, returnById } from "./returns.queries.ts";

/**
 * Puts a copy back on its order; a Returned order is Shipped again. Undoing twice is fine. Refused once the copy was
 * assigned again.
 */
export async function undoCheckIn(db: Database, returnId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const orderId = found(await orderOfAssignment(tx, returnId));
    const order = found(await lockOrder(tx, orderId));
    const ended = await returnById(tx, returnId);
    if (!ended) return; // it is out again
    const copy = found(await copyById(tx, ended.copy_id));
    if (!ended.isLatest || copy.order_id !== null) throw new Refusal({ kind: "copy-not-available" });
    await traceOrder(tx, actor, { call: undoCall.call, orderId }, async () => {
      const isShipped = order.status_id === statuses.shipped;
      await changeOrder(tx, orderId, actor.userId, isShipped ? {} : { status_id: statuses.shipped });
      await reopenAssignment(tx, returnId);
      const aside = ended.condition === null ? null : asideFor[ended.condition];
      if (aside !== null) await setCopyAside(tx, ended.copy_id, aside, null);
      await recountStock(tx, [ended.item_id]);
    });
  });
}
