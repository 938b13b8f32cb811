import { daysBetween } from "#contract/orders/business-days.ts";
import type { ClosedDays } from "#contract/orders/business-days.ts";
import type { MailKind } from "#contract/admin/mail.ts";
import { addDays, dayOf, startOfDay } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { groupBy } from "#server/group-by.ts";
import { enqueueMail, type Mail, mailHold } from "#server/platform/mail/outbox.queries.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";
import type { ConfiguredParts, NounParts } from "#server/parts.ts";
import { readClosedDays } from "#server/site/public.ts";
import { mailBackOfLoans } from "../dates.ts";
import { dueSoonLetter, overdueLetter, yearEndLetter } from "./reminder-letters.ts";
import {
  type DueOrder,
  keysUsed,
  lastDaysOfSchool,
  ordersDue,
  type OutOrder,
  readerOfOrder,
  reminderSteps,
  storeSteps,
} from "./reminders.queries.ts";
import { type BulkOutcome, sendReminders as sendCall } from "#contract/orders/order-changes.ts";
import { type Actor, nameOf, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { oneByOne } from "#server/refusals/http-error.ts";
import { type ReminderSteps, saveReminderSteps as saveCall } from "#contract/orders/reminders.ts";

type Parts = ConfiguredParts<"timeZone"> & Pick<NounParts, "readContent">;

/**
 * Queues today's reminders in the site's time zone: before due dates, about overdue orders, and about all current loans
 * at the end of the school year. Safe to run repeatedly and on several servers, because once keys prevent duplicates.
 */
export async function writeReminders(
  { db, clock, configuration: { timeZone }, readContent }: Parts,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const today = dayOf(now, timeZone);
  if (now.getTime() < startOfDay(today, timeZone).getTime() + firstHour * 3_600_000) return;
  if (await mailHold(db)) return; // a restored library doesn't know about later returns

  const steps = await showReminderSteps(db);
  const late = groupBy(await ordersDue(db, { today, to: addDays(today, -1) }), (order) => order.borrower_id);
  const reminders = [
    ...(await dueSoonReminders(db, today, steps)),
    ...[...late.values()].flatMap((orders) => overdueReminders(orders, today, steps)),
    ...(await yearEndReminders(db, today)),
  ];
  const usedKeys = await keysUsed(
    db,
    reminders.flatMap(({ blockingKeys }) => blockingKeys),
  );
  const days = { today, closed: await readClosedDays(readContent) };
  for (const { blockingKeys, write, ...mail } of reminders) {
    stopping?.throwIfAborted();
    if (blockingKeys.some((key) => usedKeys.has(key))) continue;
    await inTransaction(db, async (tx) => enqueueMail(tx, { ...mail, letter: await write(tx, days), at: now }));
  }
}

type Days = { today: string; closed: ClosedDays };

/** An email with any of the blocking keys makes a reminder unnecessary, so we check before writing its letter. */
type Reminder = Omit<Mail, "at" | "letter"> & {
  write: (tx: Transaction, days: Days) => Promise<Letter> | Letter;
  onceKey: string;
  blockingKeys: readonly string[];
};

async function dueSoonReminders(db: Database, today: string, { daysBefore }: Steps): Promise<Reminder[]> {
  if (daysBefore === 0) return [];
  const orders = await ordersDue(db, {
    today,
    from: addDays(today, Math.max(0, daysBefore - reminderGrace)),
    to: addDays(today, daysBefore),
    shippedBefore: today, // the email about shipping has just given the date
  });
  const current = orders.filter((order) => isOurs(order, addDays(order.return_date, -daysBefore), today));
  return current.map((order) => {
    const onceKey = keyOf("due-soon", order.order_id, order.return_date);
    const byStaff = keyOf("due-soon", order.order_id, order.return_date, today);
    return { ...dueSoon(order), onceKey, blockingKeys: [onceKey, byStaff] };
  });
}

/** Builds a borrower's digest if one of the overdue orders reached a step that no digest has covered. */
function overdueReminders(orders: readonly [DueOrder, ...DueOrder[]], today: string, steps: Steps): Reminder[] {
  const [{ borrower_id: borrowerId }] = orders;
  const ago = lastStep(orders, today, steps);
  if (ago === undefined) return [];
  const blockingKeys = Array.from({ length: ago + 1 }, (_, back) =>
    keyOf("overdue", borrowerId, addDays(today, -back)),
  );
  return [{ ...digest(orders), onceKey: keyOf("overdue", borrowerId, today), blockingKeys }];
}

async function yearEndReminders(db: Database, today: string): Promise<Reminder[]> {
  const lastDays = await lastDaysOfSchool(db, { from: today, to: addDays(today, yearEndDays) });
  if (lastDays.size === 0) return [];
  const out = groupBy(await ordersDue(db, { today }), (order) => order.borrower_id);
  return [...out].flatMap(([borrowerId, orders]) => {
    const lastDay = lastDays.get(borrowerId);
    if (lastDay === undefined || !orders.some((order) => isOurs(order, today, today))) return [];
    const onceKey = keyOf("year-end", borrowerId, lastDay.slice(0, 4));
    const write = async (tx: Transaction, { today, closed }: Days) =>
      yearEndLetter(await mailBackOfLoans(tx, orders, closed), { lastDay, today });
    return [{ kind: "year-end" as const, to: readerOf(orders[0]), write, onceKey, blockingKeys: [onceKey] }];
  });
}

const keyOf = (...about: readonly [MailKind, ...(number | string)[]]) => JSON.stringify(about);

const dueSoon = (order: OutOrder) => ({
  kind: "due-soon" as const,
  to: readerOf(order),
  write: async (tx: Transaction, { today, closed }: Days) => {
    const [dated] = await mailBackOfLoans(tx, [order], closed);
    return dueSoonLetter(dated, today);
  },
});

const digest = (orders: readonly [DueOrder, ...DueOrder[]]) => ({
  kind: "overdue" as const,
  to: readerOf(orders[0]),
  write: () => overdueLetter(orders),
});

const readerOf = ({ borrower_id: borrowerId, email_address: address }: OutOrder) => ({ borrowerId, address });

/**
 * Reminds the borrowers of these orders, about a due order or about everything overdue. Shares its once keys with the
 * automatic reminders, so that nobody gets both.
 */
export async function remindOfOrders(
  db: Database,
  orderIds: readonly number[],
  actor: Actor,
  { timeZone, closed }: { timeZone: string; closed: ClosedDays },
): Promise<BulkOutcome[]> {
  const sentKeys = new Set<string>();
  const orders = [...new Set(orderIds)].map((orderId) => ({ orderId }));
  return oneByOne(orders, ({ orderId }) =>
    inTransaction(db, (tx) => remindOf(tx, orderId, { actor, timeZone, closed, sentKeys })),
  );
}

/** `sentKeys` are from this request, so that one digest covers the other orders in it. */
type RemindOptions = { actor: Actor; timeZone: string; closed: ClosedDays; sentKeys: Set<string> };

async function remindOf(tx: Transaction, orderId: number, options: RemindOptions): Promise<void> {
  const { actor, timeZone, closed, sentKeys } = options;
  const today = dayOf(actor.at, timeZone);
  const reminder = await reminderOf(tx, orderId, today);
  const { blockingKeys, write, ...mail } = reminder;
  if (!sentKeys.has(mail.onceKey)) {
    const since = startOfDay(today, timeZone);
    if ((await keysUsed(tx, blockingKeys, since)).size > 0) throw new Refusal({ kind: "not-reminded", cause: "today" });
    if (!(await enqueueMail(tx, { ...mail, letter: await write(tx, { today, closed }), at: actor.at }))) {
      const cause = (await keysUsed(tx, [mail.onceKey])).size > 0 ? "today" : "off";
      throw new Refusal({ kind: "not-reminded", cause });
    }
    sentKeys.add(mail.onceKey);
  }
  const thing = { kind: "order" as const, subjectId: orderId, label: `Order ${orderId}` };
  const after = { "Reminder emailed to": mail.to.address };
  await recordActivity(tx, actor, { call: sendCall.call, ...thing, before: null, after });
}

async function reminderOf(tx: Transaction, orderId: number, today: string): Promise<Reminder> {
  const [first] = await ordersDue(tx, { of: { orderId } });
  if (!first) {
    const reader = await readerOfOrder(tx, orderId);
    const isReached = reader?.is_read ?? true;
    throw new Refusal({ kind: "not-reminded", cause: isReached ? "nothing-due" : "no-mailbox" });
  }
  const { borrower_id: borrowerId, return_date: due } = first;
  if (due >= today) {
    const blockingKeys = [keyOf("due-soon", orderId, due)];
    return { ...dueSoon(first), onceKey: keyOf("due-soon", orderId, due, today), blockingKeys };
  }
  const [earliest = first, ...rest] = await ordersDue(tx, { to: addDays(today, -1), of: { borrowerId } });
  return { ...digest([earliest, ...rest]), onceKey: keyOf("overdue", borrowerId, today), blockingKeys: [] };
}

export async function showReminderSteps(db: Database): Promise<ReminderSteps> {
  const row = await reminderSteps(db);
  const { version, days_before: daysBefore, suggest_lost_after: suggestLostAfter } = row;
  return { version, daysBefore, daysAfter: row.days_after, suggestLostAfter };
}

/** Saves the reminder steps. Rejects a stale save. */
export async function saveReminderSteps(db: Database, input: ReminderSteps, actor: Actor): Promise<void> {
  const steps = { ...input, daysAfter: [...new Set(input.daysAfter)].toSorted((a, b) => a - b) };
  await inTransaction(db, async (tx) => {
    const before = await showReminderSteps(tx);
    if (!(await storeSteps(tx, steps, actor.userId))) {
      const { changed_by: editorId } = await reminderSteps(tx);
      throw new Refusal({ kind: "stale", what: "section", changedBy: await nameOf(tx, editorId) });
    }
    const thing = { kind: "mail" as const, subjectId: null, label: "Reminders" };
    await recordActivity(tx, actor, { call: saveCall.call, ...thing, before: inWords(before), after: inWords(steps) });
  });
}

function inWords({ daysBefore, daysAfter, suggestLostAfter }: ReminderSteps): Snapshot {
  return {
    "Days before the due date": daysBefore,
    "Days overdue": daysAfter.join(", "),
    "Suggest “Declare lost” (days overdue)": suggestLostAfter,
  };
}

type Steps = { daysBefore: number; daysAfter: readonly number[] };

/** The maximum delay of a missed reminder, in days. */
const reminderGrace = 2;

/** Returns how many days ago the last of these orders reached a step; undefined if none did in the grace period. */
function lastStep(
  orders: readonly DueOrder[],
  today: string,
  { daysAfter }: Pick<Steps, "daysAfter">,
): number | undefined {
  return Array.from({ length: reminderGrace + 1 }, (_, ago) => ago).find((ago) => {
    const day = addDays(today, -ago);
    return orders.some((order) => daysAfter.includes(daysBetween(order.return_date, day)) && isOurs(order, day, today));
  });
}

/**
 * Returns whether a reminder of that day is ours to send. For an imported loan, earlier reminders aren't, and none are
 * sent on the day of the import, so that it can be undone.
 */
const isOurs = ({ imported_on: importedOn }: DueOrder, day: string, today: string) =>
  importedOn === null || (importedOn <= day && importedOn < today);

/** Borrowers get their list this many days before the last day of school, at the earliest. */
const yearEndDays = 30;

/** Reminders wait until this hour of the site's day, so that no phone buzzes at night. */
const firstHour = 7;
