import { removeSkuFromOrderItem } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { objectionToRemovingOne } from "../circulation.rules.ts";
import { changeOrder, lineHasAssignment, lockOrderOfLine, releaseCopies } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

/** Removes one copy from a line; succeeds if it is already off. Returns the order's id. */
export async function removeCopy(
  db: Database,
  { orderLineId, assignmentId }: { orderLineId: number; assignmentId: number },
  actor: Actor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const line = found(await lockOrderOfLine(tx, orderLineId));
    if (!(await lineHasAssignment(tx, orderLineId, assignmentId))) throw new HttpError(404);
    const objection = objectionToRemovingOne(line.status_id);
    if (objection) throw new Refusal(objection);
    const orderId = line.order_id;
    await traceOrder(tx, actor, { call: removeSkuFromOrderItem.call, orderId }, async () => {
      const released = await releaseCopies(tx, { orderId, assignmentId }, { at: actor.at, reason: "undone" });
      if (released > 0) {
        await changeOrder(tx, orderId, actor.userId);
        await recountStock(tx, [line.item_id]);
      }
    });
    return orderId;
  });
}
