import { removeAllSkusFromOrderItem } from "#contract/circulation.ts";
import { found } from "#server/refusals/found.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Hand } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { objectionToChangingCopies } from "../circulation.rules.ts";
import { changeOrder, lockOrderOfLine, releaseCopies } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

/** Takes every copy off a line; when none is on it, that succeeds. Gives the order's id. */
export async function undoCheckOut(db: Database, orderLineId: number, hand: Hand): Promise<number> {
  return inTransaction(db, async (tx) => {
    const line = found(await lockOrderOfLine(tx, orderLineId));
    const objection = objectionToChangingCopies(line.status_id);
    if (objection) throw new Refusal(objection);
    const orderId = line.order_id;
    await traceOrder(tx, hand, { call: removeAllSkusFromOrderItem.call, orderId }, async () => {
      const released = await releaseCopies(tx, { orderId, orderLineId }, { at: hand.at, reason: "undone" });
      if (released > 0) {
        await changeOrder(tx, orderId, hand.userId);
        await recountStock(tx, [line.item_id]);
      }
    });
    return orderId;
  });
}
