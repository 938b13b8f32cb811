import { daysBetween } from "#contract/orders/business-days.ts";
import type { LendingDays } from "#contract/orders/teaching-days.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import type { Database } from "#server/platform/database.ts";
import { confirmByOf, copyDaysOf } from "./order-changes.queries.ts";
import { type LendingLimits, objectionToSize, type RequestedLine } from "./orders.rules.ts";

/** Undefined for an order that ships right away. */
type Days = Pick<LendingDays, "shipBy" | "dueBy"> | undefined;

type Order = {
  borrowerId: number;
  lines: readonly RequestedLine[];
  days: Days;
  /** The stored order, when it changes. */
  orderId?: number;
  /** When the borrower orders or changes it; undefined if staff do. */
  at?: Date | undefined;
};

/**
 * Returns why a new or changed order exceeds its borrower's limits, or undefined. A borrower with an unconfirmed
 * mailbox must confirm it once their deadline has passed, or if others with the same email address have ordered a lot.
 */
export async function objectionToOrder(
  db: Database,
  { borrowerId, lines, days, orderId, at }: Order,
  { loanDays, ...limits }: LendingLimits,
): Promise<Reason | undefined> {
  const late = at && (await objectionToTime(db, borrowerId, at));
  if (late) return late;
  const itemIds = lines.map(({ itemId }) => itemId);
  const onOrder = await copyDaysOf(db, borrowerId, { itemIds, loanDays, except: orderId });
  const size = { lines, days: lengthOf(days, loanDays) };
  const objection = objectionToSize(limits, size, onOrder);
  if (objection || !at) return objection;
  const unconfirmed = onOrder.map((title) => ({ ...title, copy_days: title.unconfirmed_days }));
  const confirmed = onOrder.map((title) => ({ ...title, copy_days: title.confirmed_days }));
  // confirmed accounts' orders count only if they exceed the limit by themselves, so that nobody can find out about
  // them
  const isTooMuch =
    objectionToSize(limits, size, unconfirmed) ?? objectionToSize(limits, { lines, days: 0 }, confirmed);
  return isTooMuch && { kind: "unconfirmed" };
}

/** Returns why a borrower can't order anymore before they confirm their mailbox, or undefined. */
export async function objectionToTime(db: Database, borrowerId: number, at: Date): Promise<Reason | undefined> {
  const confirmBy = await confirmByOf(db, borrowerId);
  return confirmBy && confirmBy <= at ? { kind: "unconfirmed" } : undefined;
}

/** Returns why new dates of an order exceed its borrower's limits, or undefined. They may always be as long as before. */
export async function objectionToDays(
  db: Database,
  { before, ...order }: Order & { before: Days },
  limits: LendingLimits,
): Promise<Reason | undefined> {
  const isLonger = lengthOf(order.days, limits.loanDays) > lengthOf(before, limits.loanDays);
  return isLonger ? objectionToOrder(db, order, limits) : undefined;
}

const lengthOf = (days: Days, loanDays: number) => (days ? daysBetween(days.shipBy, days.dueBy) : loanDays);
