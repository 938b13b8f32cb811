/** Days for which a package that its borrower mailed back counts as on its way: it isn't overdue, and reminders rest. */
export const daysOnTheWayBack = 14;

const dayInMilliseconds = 86_400_000;

/** Whether what was mailed back on a day (YYYY-MM-DD; null: it was not) may still be on its way on another. */
export function isOnTheWayBack(sentBackOn: string | null, today: string): boolean {
  return sentBackOn !== null && Date.parse(today) - Date.parse(sentBackOn) <= daysOnTheWayBack * dayInMilliseconds;
}
