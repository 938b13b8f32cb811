/** When borrowers are reminded: days before the due day (0: not), and ages in days overdue. */
export type Steps = { daysBefore: number; daysAfter: readonly number[] };

/** How many days late a missed reminder may still be sent. */
export const reminderGrace = 2;

/**
 * How many days ago the last of these orders reached a step, today being 0, given their days overdue; undefined when none
 * did within the grace. A digest since then has told of it.
 */
export function lastStep(daysOverdue: readonly number[], { daysAfter }: Pick<Steps, "daysAfter">): number | undefined {
  return Array.from({ length: reminderGrace + 1 }, (_, ago) => ago).find((ago) =>
    daysOverdue.some((days) => daysAfter.includes(days - ago)),
  );
}

/** Who has something out gets a list of it so many days before the last day of school, at the earliest. */
export const lastMonth = 30;

/** Reminders are sent from this hour of the site's day: no phone rings at night. */
export const firstHour = 7;
