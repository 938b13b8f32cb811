import { isOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import type { BorrowersOrder, OrderSummary } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { machineDay } from "#web/lib/dates.ts";

/** Today at the site, YYYY-MM-DD. */
export function today(): string {
  return machineDay(new Date().toISOString()) ?? "";
}

const dayInMilliseconds = 86_400_000;

/** Days past an order's due date; 0 if it is not shipped, has no due date, is due today, or was mailed back lately. */
export function daysOverdue(
  { statusId, returnDate, sentBackOn }: Pick<OrderSummary, "statusId" | "returnDate" | "sentBackOn">,
  now = today(),
): number {
  if (statusId !== statuses.shipped || !returnDate || !now || isOnTheWayBack(sentBackOn, now)) return 0;
  return Math.max(0, Math.round((Date.parse(now) - Date.parse(returnDate)) / dayInMilliseconds));
}

/** Whether an order is over: it holds no copies. */
export const isClosed = (statusId: number) => statusId === statuses.returned || statusId === statuses.cancelled;

/** Whether staff may still cancel an order, or change what is on it. */
export const isWaiting = (statusId: number) => statusId === statuses.new || statusId === statuses.processing;

/** Whether its borrower may still move an order to other dates or remove a title, as far as the browser knows. */
export const mayChangeOwn = ({ statusId, days }: Pick<BorrowersOrder, "statusId" | "days">) =>
  statusId === statuses.new || (statusId === statuses.processing && days?.isAtRisk === true);
