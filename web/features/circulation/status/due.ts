import { isOnTheWayBack } from "#contract/borrowers/way-back.ts";
import { statuses } from "#contract/codes.ts";
import type { OrderSummary } from "#contract/circulation.ts";
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
