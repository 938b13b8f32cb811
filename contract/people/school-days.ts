import { businessDaysAfter, businessDaysBefore, type ClosedDays, dayAfter } from "#contract/orders/business-days.ts";

/** Days, both inclusive, YYYY-MM-DD; without `to` it is one day. */
export type Break = { from: string; to: string; about: string };
export type SchoolYear = { from: string; to: string };
export type SchoolCalendar = { years: readonly SchoolYear[]; breaks: readonly Break[] };

/** When nobody is at a school to take or send a parcel, both inclusive. `to` is null when the next year is not known. */
export type Closure = { from: string; to: string | null; about: string; isSummer: boolean };

/** Business days that a parcel is on its way, at most. */
export const shippingAllowance = 5;

/** A day farther than this from every school year of a calendar is not known to be in a summer. */
const longestSummer = 100;

export function closureOn(day: string, calendar: SchoolCalendar): Closure | undefined {
  return breakOn(day, calendar.breaks) ?? summerOn(day, calendar.years);
}

/** Breaks that touch or overlap are one. */
function breakOn(day: string, breaks: readonly Break[]): Closure | undefined {
  const joined: { from: string; to: string; about: string }[] = [];
  for (const { from, to, about } of breaks.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = joined.at(-1);
    const end = to || from;
    if (!last || from > dayAfter(last.to, 1)) joined.push({ from, to: end, about });
    else if (end > last.to) last.to = end;
  }
  const found = joined.find(({ from, to }) => from <= day && day <= to);
  return found && { ...found, isSummer: false };
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
  const isNear = (one: string, other: string) => dayAfter(one, longestSummer) >= other;
  const from = before && isNear(before, day) ? dayAfter(before, 1) : undefined;
  const to = after && isNear(day, after) ? dayAfter(after, -1) : undefined;
  if (!from && !to) return undefined;
  return { from: from ?? day, to: to ?? null, about: "", isSummer: true };
}

/** All days on which nobody is at a school, as far as they are known: breaks, and the summers before and after its years. */
export function closedDaysOf({ years, breaks }: SchoolCalendar): ClosedDays {
  const summers = years.flatMap(({ from, to }) => {
    const [before, after] = [summerOn(dayAfter(from, -1), years), summerOn(dayAfter(to, 1), years)];
    const isAfterYear = years.some((year) => year.to < from && dayAfter(year.to, longestSummer) >= dayAfter(from, -1));
    return [
      ...(before && !isAfterYear ? [{ from: dayAfter(from, -longestSummer), to: dayAfter(from, -1) }] : []),
      ...(after ? [{ from: after.from, to: after.to ?? dayAfter(to, longestSummer) }] : []),
    ];
  });
  return [...breaks, ...summers];
}

type Loan = { shipped: string; due: string };

/**
 * The day on which a loan is due at a school: its own, unless the school is closed then or on the last day to mail it. After a
 * break, the parcel can leave on the first day of school; before a summer, on the last one, if it arrived by then.
 */
export function dueDay({ shipped, due }: Loan, calendar: SchoolCalendar | undefined, closed: ClosedDays): string {
  if (!calendar) return due;
  let at = due;
  // each break moves the day at most once
  for (let tries = calendar.breaks.length + calendar.years.length; tries >= 0; tries -= 1) {
    const postBy = businessDaysBefore(at, shippingAllowance, closed);
    const closure = closureOn(postBy, calendar) ?? closureOn(at, calendar);
    if (!closure) return at;
    const beforeSummer = closure.isSummer && lastDayToMail(closure, calendar, closed);
    if (beforeSummer && beforeSummer > dayAfter(shipped, 2 * shippingAllowance))
      return businessDaysAfter(beforeSummer, shippingAllowance, closed);
    if (closure.to === null) return due;
    at = businessDaysAfter(firstOpenDay(dayAfter(closure.to, 1), calendar, closed), shippingAllowance, closed);
  }
  return at;
}

/** The last business day of the centre before a closure on which the school is open. */
function lastDayToMail({ from }: Closure, calendar: SchoolCalendar, closed: ClosedDays): string {
  let at = businessDaysBefore(from, 1, closed);
  for (let breakThen = closureOn(at, calendar); breakThen && !breakThen.isSummer; breakThen = closureOn(at, calendar))
    at = businessDaysBefore(breakThen.from, 1, closed);
  return at;
}

/** The first business day of the centre from a day on, on which the school is open. */
export function firstOpenDay(day: string, calendar: SchoolCalendar, closed: ClosedDays): string {
  let at = businessDaysAfter(dayAfter(day, -1), 1, closed);
  for (let then = closureOn(at, calendar); then?.to; then = closureOn(at, calendar))
    at = businessDaysAfter(then.to, 1, closed);
  return at;
}
