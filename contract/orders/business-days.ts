/** Days on which the library is closed, both inclusive, YYYY-MM-DD; without `to` it is one day. */
export type ClosedDays = readonly { from: string; to: string }[];

const dayLength = 86_400_000; // ms

/** A library that is closed for longer than this many days is counted as open: what is asked for must have an answer. */
const longestClosed = 400;

/** Whether the mail goes and the library is open: no Saturday, no Sunday, no closed day. */
export function isBusinessDay(day: string, closed: ClosedDays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closed.some(({ from, to }) => from <= day && day <= (to || from));
}

/** The last business day from which a number of business days are left until a day (YYYY-MM-DD). */
export function businessDaysBefore(day: string, count: number, closed: ClosedDays): string {
  return businessDays(day, -1, count, closed);
}

/** The business day that is a number of them after a day (YYYY-MM-DD). */
export function businessDaysAfter(day: string, count: number, closed: ClosedDays): string {
  return businessDays(day, 1, count, closed);
}

function businessDays(day: string, step: 1 | -1, count: number, closed: ClosedDays): string {
  let at = day;
  for (let left = count, away = 0; left > 0 && away < longestClosed; away += 1) {
    at = dayAfter(at, step);
    if (isBusinessDay(at, closed)) left -= 1;
  }
  return at;
}

/** A number of calendar days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);
}
