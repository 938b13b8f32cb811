import { updateOrder as updateOrderCall } from "#contract/orders/orders.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { refusalOfField } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/catalog/public.ts";
import { addDays, dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { daysOfOrder, notCanceled, titlesOn } from "./orders.queries.ts";
import { isReversed, shippingDays, stateOf } from "./orders.rules.ts";
import { changeOrder, lockOrder, refuseIfStale, releaseCopies } from "./order-changes.queries.ts";
import { clearDueDays } from "./renewals.queries.ts";
import { recordChange } from "./events/record-change.ts";
import { dueDayOf, type ReadClosedDays } from "./dates.ts";

type OrderForm = Received<typeof updateOrderCall>["body"];

export async function updateOrder(
  db: Database,
  form: OrderForm,
  actor: Actor,
  { timeZone, loanDays }: Pick<Configuration, "timeZone" | "loanDays">,
  readClosedDays: ReadClosedDays,
): Promise<void> {
  const today = dayOf(actor.at, timeZone);
  await inTransaction(db, async (tx) => {
    const { itemIds } = await saveForm(tx, form, actor, { today, loanDays, readClosedDays });
    await recountStock(tx, itemIds);
  });
}

type FormSettings = { today: string; loanDays: number; readClosedDays: ReadClosedDays };

/**
 * Saves the order form in a transaction. Any status may follow any other, and Returned releases every copy. Returns the
 * event, and the titles to count again.
 */
export async function saveForm(
  tx: Transaction,
  form: OrderForm,
  actor: Actor,
  { today, loanDays, readClosedDays }: FormSettings,
): Promise<{ eventId: number | undefined; itemIds: number[] }> {
  const { orderId, statusId } = form;
  const order = found(await lockOrder(tx, orderId));
  await refuseIfStale(tx, order, form.version);
  const teaching = await daysOfOrder(tx, orderId); // the form can't change these
  const formDays = shippingDays(form, today, (shipDate) => teaching?.dueBy ?? addDays(shipDate, loanDays));
  const days = teaching
    ? formDays
    : { ...formDays, returnDate: await dueWhenShipped(tx, form, formDays, readClosedDays) };
  const isNew = days.shipDate !== order.ship_date || days.returnDate !== order.return_date;
  if (isNew && isReversed(days)) throw refusalOfField({ kind: "return-before-ship" }, "returnDate");
  const { eventId } = await recordChange(tx, actor, { call: updateOrderCall.call, orderIds: [orderId] }, async () => {
    if (!stateOf(statusId).isActive) await releaseCopies(tx, { orderId }, { at: actor.at, reason: "returned" });
    await changeOrder(tx, orderId, actor.userId, {
      status_id: statusId,
      ...notCanceled,
      tracking_number: form.trackingNumber,
      ship_date: days.shipDate,
      return_date: days.returnDate,
      note: form.orderNote,
    });
    if (days.returnDate !== order.return_date) await clearDueDays(tx, orderId);
  });
  return { eventId, itemIds: isNew || statusId !== order.status_id ? await titlesOn(tx, orderId) : [] };
}

/** Returns the due date that staff entered, or the end of the loan, moved past school closures. */
async function dueWhenShipped(
  tx: Transaction,
  { orderId, returnDate }: Pick<OrderForm, "orderId" | "returnDate">,
  { shipDate, returnDate: due }: ReturnType<typeof shippingDays>,
  readClosedDays: ReadClosedDays,
): Promise<string | null> {
  if (returnDate !== null || shipDate === null || due === null) return due;
  return dueDayOf(tx, orderId, { shipped: shipDate, due }, readClosedDays);
}
