import { businessDaysAfter, businessDaysBefore, type ClosedDays, dayAfter, isBusinessDay } from "./business-days.ts";

/** The first and the last day of teaching with something, YYYY-MM-DD. */
export type Teaching = { from: string; to: string };

/** How long things are under way, in business days of the library: there, back, and until they were inspected. */
export type Ways = { leadDays: number; trailDays: number; inspectionDays: number; closed: ClosedDays };

/** Everything that follows from teaching days. From `freeOn` on it may leave for somebody else. */
export type LendingDays = {
  leavesBy: string;
  withYouBy: string;
  teachFrom: string;
  teachTo: string;
  postBackBy: string;
  dueBy: string;
  freeOn: string;
};

/** The most days that somebody may teach with something, and how far ahead they may begin. */
export const teachingLimits = { days: 60, ahead: 400 };

export function lendingDays({ from, to }: Teaching, ways: Ways): LendingDays {
  const { leadDays, trailDays, inspectionDays, closed } = ways;
  const postBackBy = isBusinessDay(to, closed) ? to : businessDaysAfter(to, 1, closed);
  const dueBy = businessDaysAfter(postBackBy, trailDays, closed);
  return {
    leavesBy: businessDaysBefore(from, leadDays, closed),
    withYouBy: businessDaysBefore(from, 1, closed),
    teachFrom: from,
    teachTo: to,
    postBackBy,
    dueBy,
    freeOn: dayAfter(businessDaysAfter(dueBy, inspectionDays, closed), 1),
  };
}

/** The first day of teaching for which something can still leave on a day. */
export function firstTeachingDay(today: string, { leadDays, closed }: Ways): string {
  const leaving = isBusinessDay(today, closed) ? today : businessDaysAfter(today, 1, closed);
  return businessDaysAfter(leaving, leadDays, closed);
}

/** How many days of teaching there are, both counted. */
export const daysOfTeaching = ({ from, to }: Teaching): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
