import { daysBetween } from "#contract/orders/business-days.ts";
import type { LendingDays } from "#contract/orders/teaching-days.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import type { Database } from "#server/platform/database.ts";
import { copyDaysOf } from "./order-changes.queries.ts";
import { type LendingLimits, objectionToSize, type RequestedLine } from "./orders.rules.ts";

type Order = {
  borrowerId: number;
  lines: readonly RequestedLine[];
  /** Undefined for an order that ships right away. */
  days: Pick<LendingDays, "shipBy" | "dueBy"> | undefined;
  /** The stored order, when it changes. */
  orderId?: number;
};

/** Returns why a new or changed order exceeds its borrower's limits, or undefined. */
export async function objectionToOrder(
  db: Database,
  { borrowerId, lines, days, orderId }: Order,
  { loanDays, ...limits }: LendingLimits,
): Promise<Reason | undefined> {
  const itemIds = lines.map(({ itemId }) => itemId);
  const onOrder = await copyDaysOf(db, borrowerId, { itemIds, loanDays, except: orderId });
  return objectionToSize(limits, { lines, days: days ? daysBetween(days.shipBy, days.dueBy) : loanDays }, onOrder);
}
