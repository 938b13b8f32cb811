import { removeAllSkusFromOrderItem } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { objectionToChangingCopies } from "../circulation.rules.ts";
import { changeOrder, lockOrderOfLine, releaseCopies } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

/** Removes every copy from a line; succeeds if there are none. Returns the order's id. */
export async function undoCheckOut(db: Database, orderLineId: number, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const line = found(await lockOrderOfLine(tx, orderLineId));
    const objection = objectionToChangingCopies(line.status_id);
    if (objection) throw new Refusal(objection);
    const orderId = line.order_id;
    await traceOrder(tx, actor, { call: removeAllSkusFromOrderItem.call, orderId }, async () => {
      const released = await releaseCopies(tx, { orderId, orderLineId }, { at: actor.at, reason: "undone" });
      if (released > 0) {
        await changeOrder(tx, orderId, actor.userId);
        await recountStock(tx, [line.item_id]);
      }
    });
    return orderId;
  });
}
