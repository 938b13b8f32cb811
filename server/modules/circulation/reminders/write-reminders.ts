import { addDays, type Clock, dayOf, startOfDay } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/outbox.queries.ts";
import { dueSoonLetter, overdueLetter } from "./reminder-letters.ts";
import { keysUsed, ordersDue, type OutOrder } from "./reminders.queries.ts";
import { callsForDigest, firstHour, reminderDays, reminderGrace } from "./reminders.rules.ts";

type Parts = { db: Database; clock: Clock; configuration: { timeZone: string } };

/**
 * Queues today's reminders in the site's time zone: one per order and due date a week before it, and one daily digest
 * of overdue orders per borrower. Any number of instances may run it repeatedly: the once keys prevent duplicates.
 */
export async function writeReminders({ db, clock, configuration }: Parts, stopping?: AbortSignal): Promise<void> {
  const now = clock.now();
  const today = dayOf(now, configuration.timeZone);
  if (now.getTime() < startOfDay(today, configuration.timeZone).getTime() + firstHour * 3_600_000) return;

  const soon = await ordersDue(db, {
    from: addDays(today, reminderDays - reminderGrace),
    to: addDays(today, reminderDays),
    shippedBefore: today, // no reminder right after an email that named the date
  });
  const late = byBorrower(await ordersDue(db, { to: addDays(today, -1) }));
  const reminders = [...soon.map(dueSoon), ...late.filter((orders) => calls(orders, today)).map(digest(today))];
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

function digest(today: string) {
  return (orders: readonly [OutOrder, ...OutOrder[]]): Reminder => {
    const onceKey = JSON.stringify(["overdue", orders[0].borrower_id, today]);
    return { kind: "overdue", to: readerOf(orders[0]), letter: overdueLetter(orders), onceKey };
  };
}

function readerOf({ name, email_address: address }: OutOrder) {
  return { name, address };
}

/** Whether one of these orders triggers a digest today, which then lists all of them. */
function calls(orders: readonly OutOrder[], today: string): boolean {
  return orders.some(({ return_date: due }) => callsForDigest(daysBetween(due, today)));
}

function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000);
}

function byBorrower(orders: readonly OutOrder[]): [OutOrder, ...OutOrder[]][] {
  const groups = new Map<number, [OutOrder, ...OutOrder[]]>();
  for (const order of orders) {
    const group = groups.get(order.borrower_id);
    if (group) group.push(order);
    else groups.set(order.borrower_id, [order]);
  }
  return [...groups.values()];
}
