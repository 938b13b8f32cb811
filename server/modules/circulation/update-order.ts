import { updateOrder as updateOrderCall } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { addDays, dayOf } from "#server/platform/clock.ts";
import { nameOf } from "#server/platform/record-audit.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { isStale, mailOf, shippingDays, stateOf } from "./circulation.rules.ts";
import { writeOrderMail } from "./letters/write-order-mail.ts";
import { changeOrder, itemIdsOf, lockOrder, releaseCopies } from "./order-changes.queries.ts";
import { traceOrder } from "./trace-order.ts";

/** The order form; `version` is the one it was opened at. */
export type OrderForm = {
  orderId: number;
  statusId: number;
  trackingNumber: string;
  shipDate: string | null;
  returnDate: string | null;
  orderNote: string;
  version?: number | null | undefined;
};

/**
 * Saves the order form. Any status may follow any other; Returned releases every copy; the borrower gets an email about
 * shipping and return.
 */
export async function updateOrder(
  db: Database,
  form: OrderForm,
  actor: Actor,
  calendar: { timeZone: string; loanDays: number },
): Promise<void> {
  const today = dayOf(actor.at, calendar.timeZone);
  const days = shippingDays(form, today, (shipped) => addDays(shipped, calendar.loanDays));
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, form.orderId));
    if (isStale(form.version, order.version)) {
      throw new Refusal({ kind: "stale", what: "order", changedBy: await nameOf(tx, order.changed_by) });
    }
    await traceOrder(tx, actor, { call: updateOrderCall.call, orderId: order.order_id }, async () => {
      if (!stateOf(form.statusId).isActive) {
        await releaseCopies(tx, { orderId: order.order_id }, { at: actor.at, reason: "returned" });
      }
      await changeOrder(tx, order.order_id, actor.userId, {
        status_id: form.statusId,
        tracking_number: form.trackingNumber,
        ship_date: days.shipDate,
        return_date: days.returnDate,
        note: form.orderNote,
      });
    });
    if (form.statusId === order.status_id) return;
    await recountStock(tx, await itemIdsOf(tx, order.order_id));
    const kind = mailOf(form.statusId);
    if (kind) await writeOrderMail(tx, kind, order.order_id, { at: actor.at, day: today });
  });
}
