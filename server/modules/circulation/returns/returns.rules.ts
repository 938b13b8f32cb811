import type { Condition } from "#contract/desk/returns.ts";

/** Why a copy in this condition is not lent until somebody looked at it; null when it is lent. */
export const asideFor: Record<Condition, "inspection" | null> = {
  good: null,
  worn: null,
  "parts missing": "inspection",
  damaged: "inspection",
};

/** Days from the due day to the day a copy came back; 0 in time or without a due day. */
export function daysLate(due: string | null, back: string): number {
  return due === null ? 0 : Math.max(0, (Date.parse(back) - Date.parse(due)) / 86_400_000);
}
