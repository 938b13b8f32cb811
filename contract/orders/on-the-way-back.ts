/** For this many days after its borrower mailed it back, a package isn't overdue and gets no reminders. */
export const daysOnTheWayBack = 14;

const dayInMilliseconds = 86_400_000;

/** Returns whether a package mailed back on a day (YYYY-MM-DD) may still be on its way. */
export function isOnTheWayBack(sentBackOn: string | null, today: string): boolean {
  return sentBackOn !== null && Date.parse(today) - Date.parse(sentBackOn) <= daysOnTheWayBack * dayInMilliseconds;
}
