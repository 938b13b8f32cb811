import { daysBetween } from "#contract/orders/business-days.ts";
import type { LendingDays } from "#contract/orders/teaching-days.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import type { Database } from "#server/platform/database.ts";
import { confirmByOf, copyDaysOf } from "./order-changes.queries.ts";
import { type LendingLimits, objectionToSize, type RequestedLine } from "./orders.rules.ts";

type Order = {
  borrowerId: number;
  lines: readonly RequestedLine[];
  /** Undefined for an order that ships right away. */
  days: Pick<LendingDays, "shipBy" | "dueBy"> | undefined;
  /** The stored order, when it changes. */
  orderId?: number;
  /** When the borrower orders it; undefined if staff do, or if it only changes. */
  at?: Date | undefined;
};

/** Returns why a new or changed order exceeds its borrower's limits, or undefined. */
export async function objectionToOrder(
  db: Database,
  { borrowerId, lines, days, orderId, at }: Order,
  { loanDays, ...limits }: LendingLimits,
): Promise<Reason | undefined> {
  const confirmBy = at && (await confirmByOf(db, borrowerId));
  if (confirmBy && confirmBy <= at) return { kind: "unconfirmed" };
  const itemIds = lines.map(({ itemId }) => itemId);
  const onOrder = await copyDaysOf(db, borrowerId, { itemIds, loanDays, except: orderId });
  return objectionToSize(limits, { lines, days: days ? daysBetween(days.shipBy, days.dueBy) : loanDays }, onOrder);
}
