import { addDays, dayOf, startOfDay } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { groupBy } from "#server/group-by.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/outbox.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { dueSoonLetter, overdueLetter } from "./reminder-letters.ts";
import { keysUsed, ordersDue, type OutOrder } from "./reminders.queries.ts";
import { firstHour, lastStep, reminderGrace, type Steps } from "./reminders.rules.ts";
import { showReminderSteps } from "./save-reminder-steps.ts";

/**
 * Queues today's reminders in the site's time zone: one per order and due date some days before it, and one digest of
 * overdue orders per borrower when one of them reaches a step. Any number of instances may run it repeatedly: the once keys prevent duplicates.
 */
export async function writeReminders(
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const today = dayOf(now, timeZone);
  if (now.getTime() < startOfDay(today, timeZone).getTime() + firstHour * 3_600_000) return;

  const steps = await showReminderSteps(db);
  const late = groupBy(await ordersDue(db, { to: addDays(today, -1) }), (order) => order.borrower_id);
  const reminders = [
    ...(await dueSoonOnes(db, today, steps)),
    ...[...late.values()].flatMap((orders) => digestFor(orders, today, steps)),
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
    from: addDays(today, Math.max(0, daysBefore - reminderGrace)),
    to: addDays(today, daysBefore),
    shippedBefore: today, // no reminder right after an email that named the date
  });
  return orders.map(dueSoon);
}

function dueSoon(order: OutOrder): Reminder {
  const onceKey = JSON.stringify(["due-soon", order.order_id, order.return_date]);
  return { kind: "due-soon", to: readerOf(order), letter: dueSoonLetter(order), onceKey, toldBy: [onceKey] };
}

/** The digest of a borrower's overdue orders, if one of them reached a step that no digest told of since. */
function digestFor(orders: readonly [OutOrder, ...OutOrder[]], today: string, steps: Steps): Reminder[] {
  const [{ borrower_id: borrowerId }] = orders;
  const days = orders.map(({ return_date: due }) => daysBetween(due, today));
  const ago = lastStep(days, steps);
  if (ago === undefined) return [];
  const keyOf = (day: string) => JSON.stringify(["overdue", borrowerId, day]);
  const toldBy = Array.from({ length: ago + 1 }, (_, back) => keyOf(addDays(today, -back)));
  return [{ kind: "overdue", to: readerOf(orders[0]), letter: overdueLetter(orders), onceKey: keyOf(today), toldBy }];
}

const readerOf = ({ name, email_address: address }: OutOrder) => ({ name, address });

function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000);
}
