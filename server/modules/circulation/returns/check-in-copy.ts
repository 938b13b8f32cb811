import { statuses } from "#contract/codes.ts";
import { checkInCopy as checkInCall } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { changeOrder, lockOrder, releaseCopies } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { enqueueReturnMail } from "./return-mail.ts";
import { copiesOut, endAsFound, lostLoan, openAssignment, orderOfCopy, setCondition } from "./returns.queries.ts";

/**
 * Checks in a copy that came back, in good condition until staff says otherwise. With its last copy the order becomes
 * Returned. A lost copy is found. Gives the return's id. Refused when the copy is neither out nor lost from an order.
 */
export async function checkInCopy(db: Database, copyId: number, actor: Actor, mailAfter: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const copy = found(await orderOfCopy(tx, copyId));
    const orderId = copy.order_id ?? copy.lost_from;
    if (orderId === null)
      throw new Refusal({
        kind: "copy-not-out",
        inactiveReason: copy.is_inactive ? (copy.inactive_reason ?? "") : null,
      });
    const order = found(await lockOrder(tx, orderId));
    const how = copy.order_id === null ? lostOne : outOne;
    const { loan, end, status } = await how(tx, { orderId, copyId, statusId: order.status_id, actor });
    // scanned twice at once: the other one was first
    if (!loan) throw new Refusal({ kind: "copy-not-out", inactiveReason: null });
    const { assignment_id: assignmentId, item_id: itemId } = loan;
    await traceOrder(tx, actor, { call: checkInCall.call, orderId }, async () => {
      await end(assignmentId);
      await setCondition(tx, assignmentId, { condition: "good", note: "", missing: "" });
      await changeOrder(tx, orderId, actor.userId, await status());
      await recountStock(tx, [itemId]);
    });
    await enqueueReturnMail(tx, orderId, mailAfter * 60);
    return assignmentId;
  });
}

type Scanned = { orderId: number; copyId: number; statusId: number; actor: Actor };

async function outOne(tx: Transaction, { orderId, copyId, statusId, actor }: Scanned) {
  if (statusId !== statuses.shipped) throw new Refusal({ kind: "order-not-shipped", orderId });
  return {
    loan: await openAssignment(tx, orderId, copyId),
    end: async (assignmentId: number) => {
      await releaseCopies(tx, { orderId, assignmentId }, { ...actor, reason: "returned" });
    },
    status: async () => ((await copiesOut(tx, orderId)) === 0 ? { status_id: statuses.returned } : {}),
  };
}

async function lostOne(tx: Transaction, { orderId, copyId, actor }: Scanned) {
  await copyById(tx, copyId); // locks it: staff may set it active at this moment
  return {
    loan: await lostLoan(tx, orderId, copyId),
    end: async (assignmentId: number) => {
      await endAsFound(tx, assignmentId, actor);
      await setCopyAside(tx, copyId, "lost", null);
    },
    status: async () => ({}),
  };
}
