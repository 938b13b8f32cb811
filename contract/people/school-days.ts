import { businessDaysAfter, businessDaysBefore, type ClosedDays, dayAfter } from "#contract/orders/business-days.ts";

/** Days are YYYY-MM-DD and inclusive; a break without `to` is one day. */
export type Break = { from: string; to: string; about: string };
type SchoolYear = { from: string; to: string };
export type SchoolCalendar = { years: readonly SchoolYear[]; breaks: readonly Break[] };

/**
 * The days when no one is at a school to receive or mail a package, inclusive. `to` is null if the calendar has no next
 * school year.
 */
type Closure = { from: string; to: string | null; about: string; isSummer: boolean };

/** The maximum number of business days that a package spends in the mail. */
export const shippingAllowance = 5;

/** How many days before and after a calendar's school years still count as summer. */
const maxSummerDays = 100;

export function closureOn(day: string, calendar: SchoolCalendar): Closure | undefined {
  return breakOn(day, calendar.breaks) ?? summerOn(day, calendar.years);
}

/** Joins breaks that touch or overlap. */
function breakOn(day: string, breaks: readonly Break[]): Closure | undefined {
  const joined: Break[] = [];
  for (const { from, to, about } of breaks.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1);
    const end = to || from;
    if (!last || from > dayAfter(last.to, 1)) joined.push({ from, to: end, about });
    else if (end > last.to) last.to = end;
  }
  const closure = joined.find(({ from, to }) => from <= day && day <= to);
  return closure && { ...closure, isSummer: false };
}

function summerOn(day: string, years: readonly SchoolYear[]): Closure | undefined {
  if (years.some(({ from, to }) => from <= day && day <= to)) return undefined;
  const before = years
    .map(({ to }) => to)
    .filter((to) => to < day)
    .toSorted()
    .at(-1);
  const after = years
    .map(({ from }) => from)
    .filter((from) => from > day)
    .toSorted()[0];
  const isNear = (earlier: string, later: string) => dayAfter(earlier, maxSummerDays) >= later;
  const from = before && isNear(before, day) ? dayAfter(before, 1) : undefined;
  const to = after && isNear(day, after) ? dayAfter(after, -1) : undefined;
  if (!from && !to) return undefined;
  return { from: from ?? day, to: to ?? null, about: "", isSummer: true };
}

/** Returns all known days when a school is closed: its breaks, and the summers before and after its school years. */
export function closedDaysOf({ years, breaks }: SchoolCalendar): ClosedDays {
  const summers = years.flatMap(({ from, to }) => {
    const [before, after] = [summerOn(dayAfter(from, -1), years), summerOn(dayAfter(to, 1), years)];
    const isAfterYear = years.some((year) => year.to < from && dayAfter(year.to, maxSummerDays) >= dayAfter(from, -1));
    return [
      ...(before && !isAfterYear ? [{ from: dayAfter(from, -maxSummerDays), to: dayAfter(from, -1) }] : []),
      ...(after ? [{ from: after.from, to: after.to ?? dayAfter(to, maxSummerDays) }] : []),
    ];
  });
  return [...breaks, ...summers];
}

type Loan = { shipped: string; due: string };

/**
 * Moves a due date if the school is closed that day, or on the last day to mail the package in time. After a break, the
 * borrower can mail it on the first day of school; before summer, on the last day, if it arrived by then.
 */
export function dueDay({ shipped, due }: Loan, calendar: SchoolCalendar | undefined, closed: ClosedDays): string {
  if (!calendar) return due;
  let at = due;
  // each closure moves the date at most once
  for (let tries = calendar.breaks.length + calendar.years.length; tries >= 0; tries -= 1) {
    const mailBy = businessDaysBefore(at, shippingAllowance, closed);
    const closure = closureOn(mailBy, calendar) ?? closureOn(at, calendar);
    if (!closure) return at;
    const beforeSummer = closure.isSummer && lastDayToMail(closure, calendar, closed);
    if (beforeSummer && beforeSummer > dayAfter(shipped, 2 * shippingAllowance))
      return businessDaysAfter(beforeSummer, shippingAllowance, closed);
    if (closure.to === null) return due;
    at = businessDaysAfter(firstOpenDay(dayAfter(closure.to, 1), calendar, closed), shippingAllowance, closed);
  }
  return at;
}

/** Returns the library's last business day before a closure on which the school is open. */
function lastDayToMail({ from }: Closure, calendar: SchoolCalendar, closed: ClosedDays): string {
  let at = businessDaysBefore(from, 1, closed);
  for (let breakThen = closureOn(at, calendar); breakThen && !breakThen.isSummer; breakThen = closureOn(at, calendar))
    at = businessDaysBefore(breakThen.from, 1, closed);
  return at;
}

/** Returns the library's first business day, from a given day on, on which the school is open. */
export function firstOpenDay(day: string, calendar: SchoolCalendar, closed: ClosedDays): string {
  let at = businessDaysAfter(dayAfter(day, -1), 1, closed);
  for (let then = closureOn(at, calendar); then?.to; then = closureOn(at, calendar))
    at = businessDaysAfter(then.to, 1, closed);
  return at;
}
