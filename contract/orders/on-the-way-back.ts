/**
 * How many days a package counts as in the mail after the borrower sent it back: it isn't overdue and gets no
 * reminders.
 */
export const daysOnTheWayBack = 14;

const dayInMilliseconds = 86_400_000;

/** Returns whether a package that was mailed back on a day (YYYY-MM-DD) may still be in the mail. */
export function isOnTheWayBack(sentBackOn: string | null, today: string): boolean {
  return sentBackOn !== null && Date.parse(today) - Date.parse(sentBackOn) <= daysOnTheWayBack * dayInMilliseconds;
}
