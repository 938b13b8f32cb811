import { statuses } from "#contract/codes.ts";
import { updateOrder as updateOrderCall } from "#contract/circulation.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { addDays, dayOf } from "#server/platform/clock.ts";
import { type Actor, nameOf } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { withdrawCancelMail } from "./cancel/cancel-mail.ts";
import { notCanceled } from "./cancel/cancel.queries.ts";
import { linesOf } from "./circulation.queries.ts";
import { isStale, shippingDays, stateOf } from "./circulation.rules.ts";
import { writeStatusMail } from "./letters/write-order-mail.ts";
import { changeOrder, lockOrder, releaseCopies } from "./order-changes.queries.ts";
import { cancelReturnMail } from "./returns/return-mail.ts";
import { traceOrder } from "./trace-order.ts";

/**
 * Saves the order form. Any status may follow any other; Returned releases every copy; the borrower gets an email about
 * shipping and return.
 */
export async function updateOrder(
  db: Database,
  form: Received<typeof updateOrderCall>["body"],
  actor: Actor,
  calendar: { timeZone: string; loanDays: number },
): Promise<void> {
  const { orderId, statusId } = form;
  const today = dayOf(actor.at, calendar.timeZone);
  const days = shippingDays(form, today, (shipped) => addDays(shipped, calendar.loanDays));
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    if (isStale(form.version, order.version)) {
      throw new Refusal({ kind: "stale", what: "order", changedBy: await nameOf(tx, order.changed_by) });
    }
    await traceOrder(tx, actor, { call: updateOrderCall.call, orderId }, async () => {
      if (!stateOf(statusId).isActive) await releaseCopies(tx, { orderId }, { at: actor.at, reason: "returned" });
      await changeOrder(tx, orderId, actor.userId, {
        status_id: statusId,
        ...notCanceled,
        tracking_number: form.trackingNumber,
        ship_date: days.shipDate,
        return_date: days.returnDate,
        note: form.orderNote,
      });
    });
    if (statusId === order.status_id) return;
    const lines = await linesOf(tx, orderId);
    await recountStock(
      tx,
      lines.map(({ item_id }) => item_id),
    );
    if (statusId === statuses.returned) await cancelReturnMail(tx, orderId);
    if (order.status_id === statuses.cancelled) await withdrawCancelMail(tx, orderId);
    await writeStatusMail(tx, statusId, orderId, { at: actor.at, day: today });
  });
}
