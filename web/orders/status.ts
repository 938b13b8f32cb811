import { isOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import type { MailBack } from "#contract/desk/package.ts";
import type { BorrowersOrder, OrderSummary } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Language } from "#web/language/language.ts";
import { formatDay, machineDay } from "#web/lib/formats.tsx";

/** Returns today in the site's time zone, YYYY-MM-DD. */
export function today(): string {
  return machineDay(new Date().toISOString()) ?? "";
}

const dayInMilliseconds = 86_400_000;

/** Returns 0 for an order that isn't shipped, has no due date, or is on its way back. */
export function daysOverdue(
  { statusId, returnDate, sentBackOn }: Pick<OrderSummary, "statusId" | "returnDate" | "sentBackOn">,
  now = today(),
): number {
  if (statusId !== statuses.shipped || !returnDate || !now || isOnTheWayBack(sentBackOn, now)) return 0;
  return Math.max(0, Math.round((Date.parse(now) - Date.parse(returnDate)) / dayInMilliseconds));
}

export const isClosed = (statusId: number) => statusId === statuses.returned || statusId === statuses.canceled;

/** Returns whether staff can still cancel an order or change its titles. */
export const isWaiting = (statusId: number) => statusId === statuses.new || statusId === statuses.processing;

/** Returns whether a borrower can probably change their order. The server decides. */
export const mayChangeOwn = ({ statusId, days }: Pick<BorrowersOrder, "statusId" | "days">) =>
  statusId === statuses.new || (statusId === statuses.processing && days?.isAtRisk === true);

/** Returns whether an order is neither late nor on its way back. */
export const isToMailBack = (order: OrderSummary) => daysOverdue(order) === 0 && order.sentBackOn === null;

/** Says when to mail a package back, and when it is due: the day that it must reach the library. */
export const mailBackInWords = (back: MailBack, { t, code }: Pick<Language, "t" | "code">) =>
  t("Mail it back by {back} so that it reaches us by {due}.", mailBackDays(back, code));

export const mailBackDays = ({ mailBackBy, due }: MailBack, code: Language["code"]) => ({
  back: formatDay(mailBackBy, code, true),
  due: formatDay(due, code, true),
});
