import { statuses } from "#contract/codes.ts";
import { undoStatus as undoStatusCall, updateOrder as updateOrderCall } from "#contract/circulation.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { addDays, dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { notCanceled } from "./cancel/cancel.queries.ts";
import { titlesOn, daysOfOrder } from "./circulation.queries.ts";
import { isReversed, shippingDays, stateOf } from "./circulation.rules.ts";
import { dueDayOf, type ReadClosedDays } from "./due/due-days.ts";
import { refuseIfStale, changeOrder, type LockedOrder, lockOrder, releaseCopies } from "./order-changes.queries.ts";
import { forgetDueDays } from "./renew/renewals.queries.ts";
import { forgetStatus, keepStatus, markStatusUndone, statusBefore } from "./status/status-saves.queries.ts";
import { traceOrder } from "./trace-order.queries.ts";
import { enqueueNotice, graceOf, withdrawNotice } from "./letters/notices.ts";

type OrderForm = Received<typeof updateOrderCall>["body"];

/**
 * Saves the order form. Any status may follow any other, and can be undone; Returned releases every copy. The borrower gets an
 * email about shipping, another due day, and the return after a while.
 */
export async function updateOrder(
  db: Database,
  form: OrderForm,
  actor: Actor,
  settings: Pick<Configuration, "timeZone" | "loanDays" | "returnMailMinutes">,
  readClosedDays: ReadClosedDays,
): Promise<void> {
  const { orderId, statusId } = form;
  const today = dayOf(actor.at, settings.timeZone);
  const teaching = await daysOfOrder(db, orderId); // they stay as they were ordered
  const planned = shippingDays(form, today, (shipped) => teaching?.dueBy ?? addDays(shipped, settings.loanDays));
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    await refuseIfStale(tx, order, form.version);
    const days = teaching
      ? planned
      : { ...planned, returnDate: await dueWhenShipped(tx, form, planned, readClosedDays) };
    const ordered = dayOf(order.ordered_at, settings.timeZone);
    if (days.shipDate !== order.ship_date && days.shipDate !== null && days.shipDate < ordered)
      throw refusalOfField({ kind: "ship-before-order", ordered }, "shipDate");
    const isNew = days.shipDate !== order.ship_date || days.returnDate !== order.return_date;
    if (isNew && isReversed(days)) throw refusalOfField({ kind: "return-before-ship" }, "returnDate");
    await traceOrder(tx, actor, { call: updateOrderCall.call, orderId }, async () => {
      if (statusId !== order.status_id)
        await keepStatus(tx, orderId, { isMailDue: await withdrawMail(tx, order, statusId) });
      if (!stateOf(statusId).isActive) await releaseCopies(tx, { orderId }, { at: actor.at, reason: "returned" });
      await changeOrder(tx, orderId, actor.userId, {
        status_id: statusId,
        ...notCanceled,
        tracking_number: form.trackingNumber,
        ship_date: days.shipDate,
        return_date: days.returnDate,
        note: form.orderNote,
        ...returnedByHand(order, statusId, actor.at),
      });
      if (days.returnDate !== order.return_date && (await forgetDueDays(tx, orderId))) await forgetStatus(tx, orderId);
    });
    const isDueDayNew =
      statusId === statuses.shipped && order.return_date !== null && days.returnDate !== order.return_date;
    if (isNew || statusId !== order.status_id) {
      await recountStock(tx, await titlesOn(tx, orderId));
    }
    if (isDueDayNew && statusId === order.status_id)
      await enqueueNotice(tx, { kind: "due", orderId, before: { due: order.return_date } }, graceOf(settings));
    if (statusId === order.status_id) return;
    if (statusId === statuses.returned) await enqueueNotice(tx, { kind: "return", orderId }, graceOf(settings));
    if (statusId === statuses.shipped) await enqueueNotice(tx, { kind: "shipped", orderId }, graceOf(settings));
  });
}

/** The status is over: nothing is to be told of it anymore. Gives whether it was still to be told. */
async function withdrawMail(tx: Transaction, { order_id: orderId, status_id: before }: LockedOrder, next: number) {
  if (before === statuses.cancelled) return withdrawNotice(tx, { kind: "cancel", orderId });
  // Returned has several ways back to Shipped: when it is written, the email looks whether one was taken
  return before === statuses.shipped && next !== statuses.returned && withdrawNotice(tx, { kind: "shipped", orderId });
}

/** The day on which it is due: as staff wrote it, or at the end of the loan, where its school is open then. */
async function dueWhenShipped(
  tx: Transaction,
  { orderId, returnDate }: Pick<OrderForm, "orderId" | "returnDate">,
  { shipDate, returnDate: due }: ReturnType<typeof shippingDays>,
  readClosedDays: ReadClosedDays,
): Promise<string | null> {
  if (returnDate !== null || shipDate === null || due === null) return due;
  return dueDayOf(tx, orderId, { shipped: shipDate, due }, readClosedDays);
}

/** What makes it possible to undo that an order is set to Returned; saved again, it stays as it is. */
function returnedByHand(order: ReturnedByHand & { status_id: number }, statusId: number, at: Date): ReturnedByHand {
  if (statusId !== statuses.returned) return { returned_from: null, returned_at: null };
  const { status_id: before, returned_from, returned_at } = order;
  return before < statuses.returned ? { returned_from: before, returned_at: at } : { returned_from, returned_at };
}

type ReturnedByHand = { returned_from: number | null; returned_at: Date | null };

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
    await withdrawNotice(tx, { kind: "shipped", orderId });
    const after = graceOf(settings);
    if (isMailDue && before.status_id === statuses.shipped)
      await enqueueNotice(tx, { kind: "shipped", orderId }, after);
    if (isMailDue && before.status_id === statuses.cancelled)
      await enqueueNotice(tx, { kind: "cancel", orderId }, after);
    await recountStock(tx, await titlesOn(tx, orderId));
  });
}
