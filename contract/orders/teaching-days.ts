import {
  businessDaysAfter,
  businessDaysBefore,
  type ClosedDays,
  dayAfter,
  daysBetween,
  isBusinessDay,
} from "./business-days.ts";

/** The first and the last teaching date, YYYY-MM-DD. */
export type Teaching = { from: string; to: string };

/**
 * The business days that a package spends in the mail each way, counting only days when both the library and the
 * borrower's school are open, and the business days that an inspection takes.
 */
export type Ways = {
  leadDays: number;
  trailDays: number;
  inspectionDays: number;
  closed: ClosedDays;
  school?: ClosedDays | undefined;
};

/** The shipping and return dates for teaching dates. From `availableOn`, the copy can ship to someone else. */
export type LendingDays = {
  shipBy: string;
  arriveBy: string;
  teachFrom: string;
  teachTo: string;
  mailBackBy: string;
  dueBy: string;
  availableOn: string;
};

/** In days: the maximum length of a request, and how far out it may begin. */
export const teachingLimits = { days: 60, ahead: 400 };

/**
 * Until a borrower confirms their email address: how many days ahead a request may begin, and after how many hours an
 * order ends unless they do.
 */
export const unconfirmedLimits = { ahead: 30, hours: 72 };

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

/** Packages don't ship, arrive, or get mailed back while either the library or the school is closed. */
const eitherClosed = ({ closed, school = [] }: Ways): ClosedDays => [...closed, ...school];

/** Returns the earliest teaching date that a package shipped today can make. */
export function firstTeachingDay(today: string, ways: Ways): string {
  const away = eitherClosed(ways);
  const leaving = isBusinessDay(today, away) ? today : businessDaysAfter(today, 1, away);
  return businessDaysAfter(leaving, ways.leadDays, away);
}

/** Returns the day by which a package arrives that ships that day, or on the next business day. */
export const arrivalOf = (day: string, ways: Ways): string =>
  businessDaysBefore(firstTeachingDay(day, ways), 1, eitherClosed(ways));

export const daysOfTeaching = ({ from, to }: Teaching): number => daysBetween(from, to) + 1;
