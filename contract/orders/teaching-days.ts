import { businessDaysAfter, businessDaysBefore, type ClosedDays, dayAfter, isBusinessDay } from "./business-days.ts";

/** The first and the last teaching date, YYYY-MM-DD. */
export type Teaching = { from: string; to: string };

/**
 * Business days that a package takes there and back, when both the library and the borrower's school are open, and that
 * an inspection takes.
 */
export type Ways = {
  leadDays: number;
  trailDays: number;
  inspectionDays: number;
  closed: ClosedDays;
  school?: ClosedDays | undefined;
};

/** The dates that follow from teaching dates. The copy can ship to someone else from `availableOn` on. */
export type LendingDays = {
  shipBy: string;
  arriveBy: string;
  teachFrom: string;
  teachTo: string;
  mailBackBy: string;
  dueBy: string;
  availableOn: string;
};

/** In days: the length of a request, and how far out it may begin. */
export const teachingLimits = { days: 60, ahead: 400 };

export function lendingDays({ from, to }: Teaching, ways: Ways): LendingDays {
  const { leadDays, trailDays, inspectionDays, closed } = ways;
  const away = eitherClosed(ways);
  const mailBackBy = isBusinessDay(to, away) ? to : businessDaysAfter(to, 1, away);
  const dueBy = businessDaysAfter(mailBackBy, trailDays, away);
  return {
    shipBy: businessDaysBefore(from, leadDays, away),
    arriveBy: businessDaysBefore(from, 1, away),
    teachFrom: from,
    teachTo: to,
    mailBackBy,
    dueBy,
    availableOn: freeAfter(dueBy, { inspectionDays, closed }),
  };
}

const freeAfter = (dueBy: string, { inspectionDays, closed }: Pick<Ways, "inspectionDays" | "closed">) =>
  dayAfter(businessDaysAfter(dueBy, inspectionDays, closed), 1);

/**
 * Fits the dates into a copy's reservation: it ships no earlier than that begins, and is due early enough to be inspected
 * before it ends, but not before the last teaching date.
 */
export function reservedDates(
  days: LendingDays,
  { shipBy, availableOn }: Pick<LendingDays, "shipBy" | "availableOn">,
  ways: Ways,
): LendingDays {
  const away = eitherClosed(ways);
  const isInTime = (due: string) => freeAfter(due, ways) <= availableOn && isBusinessDay(due, away);
  let { dueBy } = days;
  while (dueBy > days.teachTo && !isInTime(dueBy)) dueBy = dayAfter(dueBy, -1);
  const leaving = later(days.shipBy, shipBy);
  return {
    ...days,
    shipBy: leaving,
    arriveBy: later(days.arriveBy, leaving),
    mailBackBy: earlier(days.mailBackBy, dueBy),
    dueBy,
    availableOn: earlier(days.availableOn, availableOn),
  };
}

const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

/** Nothing ships, arrives, or is mailed back while either end is closed. */
const eitherClosed = ({ closed, school = [] }: Ways): ClosedDays => [...closed, ...school];

/** Returns the first teaching date that a package shipped today can still make. */
export function firstTeachingDay(today: string, ways: Ways): string {
  const away = eitherClosed(ways);
  const leaving = isBusinessDay(today, away) ? today : businessDaysAfter(today, 1, away);
  return businessDaysAfter(leaving, ways.leadDays, away);
}

export const daysOfTeaching = ({ from, to }: Teaching): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
