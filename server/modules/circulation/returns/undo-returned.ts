import { statuses } from "#contract/codes.ts";
import { undoReturned as undoReturnedCall } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { linesOf } from "../circulation.queries.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { lockCopyOf } from "./reopen-loan.ts";
import { releasedAt, reopenAll } from "./returns.queries.ts";

/**
 * Takes back that an order was set to Returned by hand: it has its status of before, and the copies that were out are out
 * again. Undoing twice is fine. Refused once one of them was assigned again.
 */
export async function undoReturned(db: Database, orderId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    const { returned_at: at, returned_from: from } = order;
    if (order.status_id !== statuses.returned) return;
    if (at === null || from === null) throw new Refusal({ kind: "return-over" });
    const loans = await releasedAt(tx, orderId, at);
    for (const loan of loans) await lockCopyOf(tx, loan);
    await traceOrder(tx, actor, { call: undoReturnedCall.call, orderId }, async () => {
      await changeOrder(tx, orderId, actor.userId, { status_id: from });
      await reopenAll(
        tx,
        loans.map(({ assignment_id }) => assignment_id),
      );
    });
    const lines = await linesOf(tx, orderId);
    await recountStock(
      tx,
      lines.map(({ item_id }) => item_id),
    );
  });
}
