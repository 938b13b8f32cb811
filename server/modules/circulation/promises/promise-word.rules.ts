import { dayAfter } from "#contract/site/business-days.ts";

/** A line of an order by teaching days that lost a copy once. */
export type Risk = {
  is_at_risk: boolean;
  since: Date;
  told_at: Date | null;
  leaves_on: string;
  teach_to: string;
};

const hour = 3_600_000; // ms

/** Borrowers hear of a risk so many days before it should leave, at the earliest: until then the library can help itself. */
const earliest = 60;

/** When it should leave this soon, an hour must do to be sure. */
const soon = 7;

/**
 * What the borrower should hear now: that days are at risk, or that they are kept after all. Neither before it was so for a
 * day, so that a check-in that is undone or a copy that is found again tells nobody anything.
 */
export function wordOf(
  { is_at_risk: isAtRisk, since, told_at: toldAt, leaves_on: leavesOn, teach_to: teachTo }: Risk,
  { now, today }: { now: Date; today: string },
): "at risk" | "kept" | undefined {
  if (isAtRisk === (toldAt !== null) || teachTo < today || leavesOn > dayAfter(today, earliest)) return undefined;
  const settled = leavesOn <= dayAfter(today, soon) ? hour : 24 * hour;
  if (now.getTime() < since.getTime() + settled) return undefined;
  return isAtRisk ? "at risk" : "kept";
}
