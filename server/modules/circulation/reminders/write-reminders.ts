import type { MailKind } from "#contract/mail.ts";
import { addDays, dayOf, startOfDay } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { groupBy } from "#server/group-by.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/outbox.queries.ts";
import { mailHold } from "#server/platform/mail/hold.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { dueSoonLetter, overdueLetter, yearEndLetter } from "./reminder-letters.ts";
import { keysUsed, lastDaysOfSchool, ordersDue, type OutOrder } from "./reminders.queries.ts";
import { firstHour, lastMonth, lastStep, reminderGrace, type Steps } from "./reminders.rules.ts";
import { showReminderSteps } from "./save-reminder-steps.ts";

/**
 * Queues today's reminders in the site's time zone: one per order and due date some days before it, and one digest of
 * overdue orders per borrower when one of them reaches a step, and one list of all that is out in the last month of their school
 * year. Any number of instances may run it repeatedly: the once keys prevent duplicates.
 */
export async function writeReminders(
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const today = dayOf(now, timeZone);
  if (now.getTime() < startOfDay(today, timeZone).getTime() + firstHour * 3_600_000) return;
  if (await mailHold(db)) return; // a restored library does not know what came back since

  const steps = await showReminderSteps(db);
  const late = groupBy(await ordersDue(db, { today, to: addDays(today, -1) }), (order) => order.borrower_id);
  const reminders = [
    ...(await dueSoonOnes(db, today, steps)),
    ...[...late.values()].flatMap((orders) => digestFor(orders, today, steps)),
    ...(await listsOfYear(db, today)),
  ];
  const told = await keysUsed(
    db,
    reminders.flatMap(({ toldBy }) => toldBy),
  );
  for (const { toldBy, ...reminder } of reminders) {
    stopping?.throwIfAborted();
    if (toldBy.some((key) => told.has(key))) continue;
    await inTransaction(db, (tx) => enqueueMail(tx, { ...reminder, at: now }));
  }
}

/** A mail to be written unless one with any of these keys was. */
type Reminder = Omit<Mail, "at"> & { onceKey: string; toldBy: readonly string[] };

async function dueSoonOnes(db: Database, today: string, { daysBefore }: Steps): Promise<Reminder[]> {
  if (daysBefore === 0) return [];
  const orders = await ordersDue(db, {
    today,
    from: addDays(today, Math.max(0, daysBefore - reminderGrace)),
    to: addDays(today, daysBefore),
    shippedBefore: today, // no reminder right after an email that named the date
  });
  return orders.map((order) => {
    const onceKey = keyOf("due-soon", order.order_id, order.return_date);
    const byStaff = keyOf("due-soon", order.order_id, order.return_date, today);
    return { ...dueSoon(order), onceKey, toldBy: [onceKey, byStaff] };
  });
}

/** The digest of a borrower's overdue orders, if one of them reached a step that no digest told of since. */
function digestFor(orders: readonly [OutOrder, ...OutOrder[]], today: string, steps: Steps): Reminder[] {
  const [{ borrower_id: borrowerId }] = orders;
  const days = orders.map(({ return_date: due }) => daysBetween(due, today));
  const ago = lastStep(days, steps);
  if (ago === undefined) return [];
  const toldBy = Array.from({ length: ago + 1 }, (_, back) => keyOf("overdue", borrowerId, addDays(today, -back)));
  return [{ ...digest(orders), onceKey: keyOf("overdue", borrowerId, today), toldBy }];
}

/** Everything that is out, once in the last month of a borrower's school year. */
async function listsOfYear(db: Database, today: string): Promise<Reminder[]> {
  const lastDays = await lastDaysOfSchool(db, { from: today, to: addDays(today, lastMonth) });
  if (lastDays.size === 0) return [];
  const out = groupBy(await ordersDue(db, { today }), (order) => order.borrower_id);
  return [...out].flatMap(([borrowerId, orders]) => {
    const lastDay = lastDays.get(borrowerId);
    if (lastDay === undefined) return [];
    const onceKey = keyOf("year-end", borrowerId, lastDay.slice(0, 4));
    const letter = yearEndLetter(orders, lastDay);
    return [{ kind: "year-end" as const, to: readerOf(orders[0]), letter, onceKey, toldBy: [onceKey] }];
  });
}

/** The unique key of a reminder: what it is about, and for which day. */
export const keyOf = (...about: readonly [MailKind, ...(number | string)[]]) => JSON.stringify(about);

/** The reminder of an order that is due. */
export const dueSoon = (order: OutOrder) =>
  ({ kind: "due-soon", to: readerOf(order), letter: dueSoonLetter(order) }) as const;

/** The reminder of everything that is overdue. */
export const digest = (orders: readonly [OutOrder, ...OutOrder[]]) =>
  ({ kind: "overdue", to: readerOf(orders[0]), letter: overdueLetter(orders) }) as const;

const readerOf = ({ name, email_address: address }: OutOrder) => ({ name, address });

function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000);
}
