import { addDays, dayOf, startOfDay } from "#server/platform/clock.ts";
import { inTransaction } from "#server/platform/database.ts";
import { groupBy } from "#server/group-by.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/outbox.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { dueSoonLetter, overdueLetter } from "./reminder-letters.ts";
import { keysUsed, ordersDue, type OutOrder } from "./reminders.queries.ts";
import { callsForDigest, firstHour, reminderDays, reminderGrace } from "./reminders.rules.ts";

/**
 * Queues today's reminders in the site's time zone: one per order and due date a week before it, and one daily digest
 * of overdue orders per borrower. Any number of instances may run it repeatedly: the once keys prevent duplicates.
 */
export async function writeReminders(
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const today = dayOf(now, timeZone);
  if (now.getTime() < startOfDay(today, timeZone).getTime() + firstHour * 3_600_000) return;

  const soon = await ordersDue(db, {
    from: addDays(today, reminderDays - reminderGrace),
    to: addDays(today, reminderDays),
    shippedBefore: today, // no reminder right after an email that named the date
  });
  const late = groupBy(await ordersDue(db, { to: addDays(today, -1) }), (order) => order.borrower_id);
  const digests = [...late.values()].filter((orders) => calls(orders, today));
  const reminders = [...soon.map(dueSoon), ...digests.map((orders) => digest(orders, today))];
  const told = await keysUsed(
    db,
    reminders.map(({ onceKey }) => onceKey),
  );
  for (const reminder of reminders) {
    stopping?.throwIfAborted();
    if (!told.has(reminder.onceKey)) await inTransaction(db, (tx) => enqueueMail(tx, { ...reminder, at: now }));
  }
}

type Reminder = Omit<Mail, "at"> & { onceKey: string };

function dueSoon(order: OutOrder): Reminder {
  const onceKey = JSON.stringify(["due-soon", order.order_id, order.return_date]);
  return { kind: "due-soon", to: readerOf(order), letter: dueSoonLetter(order), onceKey };
}

function digest(orders: readonly [OutOrder, ...OutOrder[]], today: string): Reminder {
  const onceKey = JSON.stringify(["overdue", orders[0].borrower_id, today]);
  return { kind: "overdue", to: readerOf(orders[0]), letter: overdueLetter(orders), onceKey };
}

const readerOf = ({ name, email_address: address }: OutOrder) => ({ name, address });

/** Whether one of these orders triggers a digest today, which then lists all of them. */
function calls(orders: readonly OutOrder[], today: string): boolean {
  return orders.some(({ return_date: due }) => callsForDigest(daysBetween(due, today)));
}

function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000);
}
