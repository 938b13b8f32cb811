import { statuses } from "#contract/codes.ts";
import type { OrderSummary } from "#contract/circulation.ts";
import { machineDay } from "#web/lib/dates.ts";

/** Today at the site, YYYY-MM-DD. */
export function today(): string {
  return machineDay(new Date().toISOString()) ?? "";
}

const dayInMilliseconds = 86_400_000;

/** Days past an order's due date; 0 if it is not shipped, has no due date, or is due today. */
export function daysOverdue(order: Pick<OrderSummary, "statusId" | "returnDate">, now = today()): number {
  if (order.statusId !== statuses.shipped || !order.returnDate || !now) return 0;
  return Math.max(0, Math.round((Date.parse(now) - Date.parse(order.returnDate)) / dayInMilliseconds));
}
