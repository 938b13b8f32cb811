import { statuses } from "#contract/codes.ts";
import { checkInCopy as checkInCall } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { changeOrder, lockOrder, releaseCopies } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { enqueueReturnMail } from "./return-mail.ts";
import { copiesOut, openAssignment, orderOfCopy, setCondition } from "./returns.queries.ts";

/**
 * Checks in a copy that came back, in good condition until staff says otherwise. With its last copy the order becomes
 * Returned. Gives the return's id. Refused when the copy is not out.
 */
export async function checkInCopy(db: Database, copyId: number, actor: Actor, mailAfter: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const copy = found(await orderOfCopy(tx, copyId));
    if (copy.order_id === null)
      throw new Refusal({
        kind: "copy-not-out",
        inactiveReason: copy.is_inactive ? (copy.inactive_reason ?? "") : null,
      });
    const orderId = copy.order_id;
    const order = found(await lockOrder(tx, orderId));
    if (order.status_id !== statuses.shipped) throw new Refusal({ kind: "order-not-shipped", orderId });
    const assignment = await openAssignment(tx, orderId, copyId);
    // scanned twice at once: the other one was first
    if (!assignment) throw new Refusal({ kind: "copy-not-out", inactiveReason: null });
    await traceOrder(tx, actor, { call: checkInCall.call, orderId }, async () => {
      const { assignment_id: assignmentId } = assignment;
      await releaseCopies(tx, { orderId, assignmentId }, { ...actor, reason: "returned" });
      await setCondition(tx, assignmentId, "good", "");
      const isLast = (await copiesOut(tx, orderId)) === 0;
      await changeOrder(tx, orderId, actor.userId, isLast ? { status_id: statuses.returned } : {});
      await recountStock(tx, [assignment.item_id]);
    });
    await enqueueReturnMail(tx, orderId, mailAfter);
    return assignment.assignment_id;
  });
}
