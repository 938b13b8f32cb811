import { businessDaysAfter, businessDaysBefore, type ClosedDays, dayAfter, isBusinessDay } from "./business-days.ts";

/** The first and the last day of teaching with something, YYYY-MM-DD. */
export type Teaching = { from: string; to: string };

/**
 * How long things are under way, in business days: there and back, on days on which the library and the borrower's schools
 * (`school`) are open, and until they were inspected.
 */
export type Ways = {
  leadDays: number;
  trailDays: number;
  inspectionDays: number;
  closed: ClosedDays;
  school?: ClosedDays | undefined;
};

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
  const away = bothClosed(ways);
  const postBackBy = isBusinessDay(to, away) ? to : businessDaysAfter(to, 1, away);
  const dueBy = businessDaysAfter(postBackBy, trailDays, away);
  return {
    leavesBy: businessDaysBefore(from, leadDays, away),
    withYouBy: businessDaysBefore(from, 1, away),
    teachFrom: from,
    teachTo: to,
    postBackBy,
    dueBy,
    freeOn: freeAfter(dueBy, { inspectionDays, closed }),
  };
}

const freeAfter = (dueBy: string, { inspectionDays, closed }: Pick<Ways, "inspectionDays" | "closed">) =>
  dayAfter(businessDaysAfter(dueBy, inspectionDays, closed), 1);

/**
 * The same days for a copy that is promised from one day until another: it leaves no earlier, and is inspected by then, for which
 * it is due earlier, but not before the last day of teaching.
 */
export function reservedDates(
  days: LendingDays,
  { leavesBy, freeOn }: Pick<LendingDays, "leavesBy" | "freeOn">,
  ways: Ways,
): LendingDays {
  const away = bothClosed(ways);
  const isInTime = (due: string) => freeAfter(due, ways) <= freeOn && isBusinessDay(due, away);
  let { dueBy } = days;
  while (dueBy > days.teachTo && !isInTime(dueBy)) dueBy = dayAfter(dueBy, -1);
  const leaving = later(days.leavesBy, leavesBy);
  return {
    ...days,
    leavesBy: leaving,
    withYouBy: later(days.withYouBy, leaving),
    postBackBy: earlier(days.postBackBy, dueBy),
    dueBy,
    freeOn: earlier(days.freeOn, freeOn),
  };
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

/** Nobody at one of both ends: nothing leaves, arrives, or is mailed back. */
const bothClosed = ({ closed, school = [] }: Ways): ClosedDays => [...closed, ...school];

/** The first day of teaching for which something can still leave on a day. */
export function firstTeachingDay(today: string, ways: Ways): string {
  const away = bothClosed(ways);
  const leaving = isBusinessDay(today, away) ? today : businessDaysAfter(today, 1, away);
  return businessDaysAfter(leaving, ways.leadDays, away);
}

export const daysOfTeaching = ({ from, to }: Teaching): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
