import { undoCheckIn as undoCall } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { lostCaseOf } from "../cases/cases.queries.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { lockCopyOf, reopenLoan } from "./reopen-loan.ts";
import { asideFor } from "./returns.rules.ts";
import { endAsLost, orderOfAssignment, returnById } from "./returns.queries.ts";

/**
 * Puts a copy back on its order; a Returned order is Shipped again. A copy that had been lost is lost again. Undoing
 * twice is fine. Refused once the copy was assigned again.
 */
export async function undoCheckIn(db: Database, returnId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const orderId = found(await orderOfAssignment(tx, returnId));
    const order = found(await lockOrder(tx, orderId));
    const ended = await returnById(tx, returnId);
    if (!ended) return; // it is out or lost again
    await lockCopyOf(tx, ended);
    const { copy_id: copyId, item_id: itemId } = ended;
    const aside = ended.condition === null ? null : asideFor[ended.condition];
    const lost = await lostCaseOf(tx, returnId);
    await traceOrder(tx, actor, { call: undoCall.call, orderId }, async () => {
      if (!lost) return reopenLoan(tx, { assignmentId: returnId, order, copyId, itemId, aside }, actor.userId);
      await endAsLost(tx, returnId, lost);
      await setCopyAside(tx, copyId, aside, "lost");
      await changeOrder(tx, orderId, actor.userId);
      return recountStock(tx, [itemId]);
    });
  });
}
