/** Days on which the library is closed, both inclusive, YYYY-MM-DD; without `to` it is one day. */
export type ClosedDays = readonly { from: string; to: string }[];

const dayLength = 86_400_000; // ms

/** Whether the mail goes and the library is open: no Saturday, no Sunday, no closed day. */
export function isBusinessDay(day: string, closed: ClosedDays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closed.some(({ from, to }) => from <= day && day <= (to || from));
}

/** The last business day from which a number of business days are left until a day (YYYY-MM-DD). */
export function businessDaysBefore(day: string, count: number, closed: ClosedDays): string {
  let at = day;
  for (let left = count; left > 0;) {
    at = new Date(Date.parse(`${at}T00:00:00Z`) - dayLength).toISOString().slice(0, 10);
    if (isBusinessDay(at, closed)) left -= 1;
  }
  return at;
}
