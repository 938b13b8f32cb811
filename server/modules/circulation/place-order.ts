import type { Reason } from "#contract/wire/reasons.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { daysOfTitles, holdStock, recountStock } from "#server/modules/stock/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { DaysAsked } from "./days/days-asked.ts";
import { mailOfNewOrder } from "./letters/write-order-mail.ts";
import { type LendingLimits, whyTooMuch } from "./limits/lending-limits.rules.ts";
import { insertOrder, lockBorrower, type NewOrder } from "./order-changes.queries.ts";

/**
 * Places an order in the caller's transaction, with its email, and returns its id. Reserves stock by quantity. Refused
 * when there is nothing to order, when the borrower is blocked, when a title is short (naming each one and what is left), when the terms have
 * changed since they were shown, or when it is too much for its borrower; the caller's transaction must end then. Without
 * limits the borrower may have any number: staff order for a caller. With days it is booked for them: refused where a title
 * has no room then, with the nearest days.
 */
export async function placeOrder(
  tx: Transaction,
  order: NewOrder,
  { limits, days }: { limits?: LendingLimits; days?: DaysAsked | undefined } = {},
): Promise<number> {
  const { lines } = order;
  if (lines.length === 0) throw new Refusal({ kind: "nothing-to-check-out" });
  if (limits) refuseFor(whyTooMuch(limits, lines, nothingLent)); // before thousands of titles are locked
  const borrower = await lockBorrower(tx, order.borrowerId);
  if (!borrower) throw new HttpError(404); // forgotten at this moment
  const { blocked_because: because, is_in_line: isInLine } = borrower;
  if (because !== "") throw new Refusal({ kind: "borrower-blocked", because });
  const booked = await hold(tx, lines, { days, waiting: isInLine ? order.borrowerId : undefined });
  const placed = await insertOrder(tx, order);
  // the statement compares: terms edited at the same moment are accepted before or after, never by mistake
  if (!placed && order.termsVersion !== undefined) throw new Refusal({ kind: "terms-changed" });
  if (!placed) throw new Error(`Borrower ${order.borrowerId} is missing.`);
  if (limits) {
    const { copies_before: copies, orders_before: orders, is_confirmed: isConfirmed } = placed;
    refuseFor(whyTooMuch(limits, lines, { copies, orders, isConfirmed }));
  }
  if (days) await daysOfTitles.bookDays(tx, { orderId: placed.order_id, itemIds: booked }, days.days);
  else if (booked.length > 0) await recountStock(tx, booked);
  await mailOfNewOrder(tx, { ...placed, ...(days && { days: days.days }) }, order);
  return placed.order_id;
}

/** Locks the titles, and holds them or refuses; gives those that have bookings and are to be planned. */
async function hold(
  tx: Transaction,
  lines: NewOrder["lines"],
  { days, waiting }: { days: DaysAsked | undefined; waiting: number | undefined },
): Promise<number[]> {
  if (days) {
    const titles = await daysOfTitles.titlesWithoutRoom(tx, lines, days);
    if (titles.length > 0) throw new Refusal({ kind: "no-room", titles });
    return lines.map(({ itemId }) => itemId);
  }
  const { shortages, booked } = await holdStock(tx, lines, waiting);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
  return booked;
}

const nothingLent = { copies: 0, orders: 0, isConfirmed: true };

function refuseFor(reason: Reason | undefined): void {
  if (reason) throw new Refusal(reason);
}
