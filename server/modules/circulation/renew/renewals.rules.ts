import { statuses } from "#contract/codes.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** An order that is longer overdue is renewed by staff only. */
export const daysOverdueAtMost = 7;

/** A shipped order; `isAwaited`: somebody waits for one of its titles. */
export type Renewable = { statusId: number; due: string | null; renewals: number; isAwaited: boolean };

/** Why its borrower cannot renew an order; undefined when they can. `last` is the last day to do it after `due`. */
export function objectionToRenewing(
  { statusId, due, renewals, isAwaited }: Renewable,
  { most, today, last }: { most: number; today: string; last: (due: string) => string },
): Reason | undefined {
  if (statusId !== statuses.shipped || due === null) return { kind: "renewal-not-out" };
  if (renewals >= most) return { kind: "renewals-used" };
  if (isAwaited) return { kind: "renewal-awaited" };
  return today > last(due) ? { kind: "renewal-too-late" } : undefined;
}
