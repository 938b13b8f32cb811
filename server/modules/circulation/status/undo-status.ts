import { statuses } from "#contract/codes.ts";
import { undoStatus as undoStatusCall } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueCancelMail } from "../cancel/cancel-mail.ts";
import { linesOf } from "../circulation.queries.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { graceOf } from "./grace.rules.ts";
import { enqueueShippedMail, withdrawShippedMail } from "./shipped-mail.ts";
import { markStatusUndone, statusBefore } from "./status-saves.queries.ts";

/**
 * Takes back that an order's form changed its status: it has its status, days, and tracking number of before. An email that was
 * not written yet is not written. Undoing twice is fine. Refused once something else was done with the order.
 */
export async function undoStatus(
  db: Database,
  orderId: number,
  actor: Actor,
  settings: Pick<Configuration, "returnMailMinutes">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    const kept = await statusBefore(tx, order);
    if (kept?.is_undone) return;
    // Returned has copies to take back, too: that is undone by its own call
    if (!kept || order.returned_at !== null) throw new Refusal({ kind: "status-over" });
    const { is_undone: _undone, is_mail_due: isMailDue, ...before } = kept;
    await traceOrder(tx, actor, { call: undoStatusCall.call, orderId }, async () => {
      await changeOrder(tx, orderId, actor.userId, before);
      await markStatusUndone(tx, orderId);
    });
    await withdrawShippedMail(tx, orderId);
    const after = graceOf(settings);
    if (isMailDue && before.status_id === statuses.shipped) await enqueueShippedMail(tx, orderId, after);
    if (isMailDue && before.status_id === statuses.cancelled) await enqueueCancelMail(tx, orderId, after);
    const lines = await linesOf(tx, orderId);
    await recountStock(
      tx,
      lines.map(({ item_id }) => item_id),
    );
  });
}
