import { dayAfter } from "#contract/site/business-days.ts";
import { daysOfTeaching, lendingDays, teachingLimits } from "#contract/site/teaching-days.ts";
import { dayOfDays, type DayParts } from "#server/modules/circulation/public.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Days, timeOfDatabase, type Wish } from "./queue.queries.ts";

/** What the line of a title is served with. */
export type QueueParts = ConfiguredParts<"lending" | "loanDays" | "holdHours" | "timeZone" | "ways"> &
  Pick<DayParts, "closedDays">;

const roomForLateness = 7; // days before a copy must leave for the first day on which it is needed

/**
 * What follows from the days on which a borrower needs a title, and the day that it is counted from: all times of the line are the
 * database's. Refused when nothing can be there in time, when they are too far ahead, or too many.
 */
export async function wishOf(parts: QueueParts, borrowerId: number, { neededFrom, neededTo }: Days) {
  const at = await timeOfDatabase(parts.db);
  const { bounds, ...day } = await dayOfDays({ ...parts, clock: { now: () => at }, borrowerId });
  const refuse = (because: "too-soon" | "too-late" | "too-long") =>
    new Refusal({ kind: "teaching-days", because, ...bounds });
  if (neededTo && neededTo < bounds.first) throw refuse("too-soon");
  if (neededFrom && neededFrom > bounds.last) throw refuse("too-late");
  const both = neededFrom && neededTo ? { from: neededFrom, to: neededTo } : null;
  if (both && daysOfTeaching(both) > teachingLimits.days) throw refuse("too-long");
  const leavingFor = (needed: string) => lendingDays({ from: needed, to: needed }, day.ways).leavesBy;
  const days = both && lendingDays(both, day.ways);
  const wish: Wish = {
    neededFrom,
    neededTo,
    window: days && { leavesOn: days.leavesBy, freeOn: days.freeOn },
    readyOn: neededFrom && !both ? dayAfter(leavingFor(neededFrom), -roomForLateness - holdDays(parts)) : null,
    untilOn: neededTo && leavingFor(neededTo),
  };
  return { wish, day };
}

/** How long a copy can be held for each in line. */
export const holdDays = ({ configuration: { holdHours } }: Pick<QueueParts, "configuration">): number =>
  Math.ceil(holdHours / 24);
