export const reminderDays = 7;

/** How many days late a missed reminder may still be sent. */
export const reminderGrace = 2;

/**
 * Whether an order that is this many days overdue (1 is the day after its due date) triggers a digest: daily in the
 * first week, weekly after that.
 */
export function callsForDigest(daysOverdue: number): boolean {
  return daysOverdue >= 1 && (daysOverdue <= 7 || daysOverdue % 7 === 0);
}

/** Reminders are sent from this hour of the site's day: no phone rings at night. */
export const firstHour = 7;
