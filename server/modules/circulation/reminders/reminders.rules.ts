/** How many days before its due date an order is reminded of. */
export const reminderDays = 7;

/** A reminder that could not be written on its day may come so many days late. */
export const reminderGrace = 2;

/**
 * Whether an order that has been overdue for so many days (1 the day after its due date) calls for a digest: every day
 * of the first week, and once a week from then on.
 */
export function callsForDigest(daysOverdue: number): boolean {
  return daysOverdue >= 1 && (daysOverdue <= 7 || daysOverdue % 7 === 0);
}

/** From this hour of the site's day on reminders are written: nobody's phone rings at night. */
export const firstHour = 7;
