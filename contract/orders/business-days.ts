/** Closures from `from` through `to`, as YYYY-MM-DD; without `to`, a closure is one day. */
export type ClosedDays = readonly { from: string; to: string }[];

const dayLength = 86_400_000; // ms

/** In days. A longer closure counts as open, so that a search for a business day always ends. */
const maxClosure = 400;

export function isBusinessDay(day: string, closed: ClosedDays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closed.some(({ from, to }) => from <= day && day <= (to || from));
}

/** Counts business days back from a day (YYYY-MM-DD). */
export function businessDaysBefore(day: string, count: number, closed: ClosedDays): string {
  return businessDays(day, -1, count, closed);
}

/** Counts business days forward from a day (YYYY-MM-DD). */
export function businessDaysAfter(day: string, count: number, closed: ClosedDays): string {
  return businessDays(day, 1, count, closed);
}

function businessDays(day: string, step: 1 | -1, count: number, closed: ClosedDays): string {
  let at = day;
  for (let left = count, away = 0; left > 0 && away < maxClosure; away += 1) {
    at = dayAfter(at, step);
    if (isBusinessDay(at, closed)) left -= 1;
  }
  return at;
}

/** Counts the calendar days from one day to a later one. */
export function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / dayLength);
}

/** Adds a number of calendar days, which may be negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);
}
