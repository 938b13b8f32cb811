import { Refusal } from "#server/refusals/refusal.ts";
import { endOfDay, startOfDay } from "./clock.ts";

/** The days of a search, both inclusive, as instants: from one, and before another. Refused when they are reversed. */
export function rangeOfDays(
  { startDate, endDate }: { startDate?: string | null; endDate?: string | null },
  timeZone: string,
): { from?: Date; before?: Date } {
  if (startDate && endDate && endDate < startDate) throw new Refusal({ kind: "end-before-start" });
  return {
    ...(startDate && { from: startOfDay(startDate, timeZone) }),
    ...(endDate && { before: endOfDay(endDate, timeZone) }),
  };
}
