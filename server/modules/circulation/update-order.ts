import { statuses } from "#contract/codes.ts";
import { updateOrder as updateOrderCall } from "#contract/circulation.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { addDays, dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Actor, nameOf } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { withdrawCancelMail } from "./cancel/cancel-mail.ts";
import { notCanceled } from "./cancel/cancel.queries.ts";
import { linesOf } from "./circulation.queries.ts";
import { isReversed, isStale, shippingDays, stateOf } from "./circulation.rules.ts";
import { dueDayOf, type ReadClosedDays } from "./due/due-day-of.ts";
import { writeDueMail, writeShippedMail } from "./letters/write-order-mail.ts";
import { changeOrder, lockOrder, releaseCopies } from "./order-changes.queries.ts";
import { enqueueReturnedMail } from "./returns/return-mail.ts";
import { forgetDueDays } from "./renew/renewals.queries.ts";
import { daysOfOrder } from "./days/days.queries.ts";
import { traceOrder } from "./trace-order.ts";

type OrderForm = Received<typeof updateOrderCall>["body"];

/**
 * Saves the order form. Any status may follow any other; Returned releases every copy; the borrower gets an email about
 * shipping at once, and about the return after a while.
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
    if (isStale(form.version, order.version)) {
      throw new Refusal({ kind: "stale", what: "order", changedBy: await nameOf(tx, order.changed_by) });
    }
    const days = teaching
      ? planned
      : { ...planned, returnDate: await dueWhenShipped(tx, form, planned, readClosedDays) };
    const ordered = dayOf(order.ordered_at, settings.timeZone);
    if (days.shipDate !== order.ship_date && days.shipDate !== null && days.shipDate < ordered)
      throw refusalOfField({ kind: "ship-before-order", ordered }, "shipDate");
    const isNew = days.shipDate !== order.ship_date || days.returnDate !== order.return_date;
    if (isNew && isReversed(days)) throw refusalOfField({ kind: "return-before-ship" }, "returnDate");
    await traceOrder(tx, actor, { call: updateOrderCall.call, orderId }, async () => {
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
      if (days.returnDate !== order.return_date) await forgetDueDays(tx, orderId);
    });
    const isDueDayNew =
      statusId === statuses.shipped && order.return_date !== null && days.returnDate !== order.return_date;
    if (isNew || statusId !== order.status_id) {
      const lines = await linesOf(tx, orderId);
      await recountStock(
        tx,
        lines.map(({ item_id }) => item_id),
      );
    }
    if (statusId === order.status_id) return isDueDayNew ? writeDueMail(tx, orderId, actor.at) : undefined;
    if (statusId === statuses.returned) await enqueueReturnedMail(tx, orderId, settings.returnMailMinutes);
    if (order.status_id === statuses.cancelled) await withdrawCancelMail(tx, orderId);
    return statusId === statuses.shipped ? writeShippedMail(tx, orderId, { at: actor.at, day: today }) : undefined;
  });
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
