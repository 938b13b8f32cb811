import { type BulkOutcome, sendReminders as sendCall } from "#contract/desk/bulk.ts";
import { addDays, dayOf, startOfDay } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail, type Mail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { oneByOne } from "../bulk/one-by-one.ts";
import { keysUsed, ordersDue, readerOfOrder } from "./reminders.queries.ts";
import { digest, dueSoon, keyOf } from "./write-reminders.ts";

/**
 * Reminds the borrowers of these orders, each of one that is due, or of everything overdue in one email. Its key is that of
 * the email that would be written today by itself, so that nobody gets both, or one twice.
 */
export async function remindOfOrders(
  db: Database,
  orderIds: readonly number[],
  actor: Actor,
  timeZone: string,
): Promise<BulkOutcome[]> {
  const told = new Set<string>();
  const orders = [...new Set(orderIds)].map((orderId) => ({ orderId }));
  return oneByOne(orders, ({ orderId }) => inTransaction(db, (tx) => remindOf(tx, orderId, { actor, timeZone, told })));
}

type Remind = { actor: Actor; timeZone: string; told: Set<string> };

/** `told` are the keys of what was written in this press: it covers the other orders of the same digest. */
async function remindOf(tx: Transaction, orderId: number, { actor, timeZone, told }: Remind): Promise<void> {
  const today = dayOf(actor.at, timeZone);
  const reminder = await reminderOf(tx, orderId, today);
  const { toldBy, ...mail } = reminder;
  if (!told.has(mail.onceKey)) {
    const since = startOfDay(today, timeZone);
    if ((await keysUsed(tx, toldBy, since)).size > 0) throw new Refusal({ kind: "not-reminded", because: "today" });
    if (!(await enqueueMail(tx, { ...mail, at: actor.at }))) {
      const because = (await keysUsed(tx, [mail.onceKey])).size > 0 ? "today" : "off";
      throw new Refusal({ kind: "not-reminded", because });
    }
    told.add(mail.onceKey);
  }
  const thing = { kind: "order" as const, subjectId: orderId, label: `Order ${orderId}` };
  const after = { "Reminder mailed to": mail.to.address };
  await recordAudit(tx, actor, { call: sendCall.call, ...thing, before: null, after });
}

type Reminder = Omit<Mail, "at"> & { onceKey: string; toldBy: readonly string[] };

async function reminderOf(tx: Transaction, orderId: number, today: string): Promise<Reminder> {
  const [first] = await ordersDue(tx, { of: { orderId } });
  if (!first) {
    const reader = await readerOfOrder(tx, orderId);
    const isReached = !reader || (reader.is_read && reader.is_confirmed);
    throw new Refusal({ kind: "not-reminded", because: isReached ? "nothing-due" : "no-mailbox" });
  }
  const { borrower_id: borrowerId, return_date: due } = first;
  if (due >= today) {
    const toldBy = [keyOf("due-soon", orderId, due)];
    return { ...dueSoon(first), onceKey: keyOf("due-soon", orderId, due, today), toldBy };
  }
  const [one = first, ...more] = await ordersDue(tx, { to: addDays(today, -1), of: { borrowerId } });
  return { ...digest([one, ...more]), onceKey: keyOf("overdue", borrowerId, today), toldBy: [] };
}
