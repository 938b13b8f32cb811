import { mostReports } from "#contract/borrowers/way-back.ts";
import { statuses } from "#contract/codes.ts";
import { HttpError, found } from "#server/refusals/http-error.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { hasShipped } from "../circulation.rules.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { insertReport, noteSentBack, reportsOf } from "./way-back.queries.ts";

type Own = { orderId: number; borrowerId: number };

/** Its borrower says that a shipped order is on its way back: reminders rest for a while. Said again, the last counts. */
export async function saySentBack(
  db: Database,
  { sentOn, trackingNumber, ...own }: Own & { sentOn: string; trackingNumber: string },
  at: Date,
  { timeZone }: Pick<Configuration, "timeZone">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, own);
    if (order.status_id === statuses.returned) throw new Refusal({ kind: "order-returned" });
    if (order.status_id !== statuses.shipped) throw new Refusal({ kind: "not-shipped" });
    const today = dayOf(at, timeZone);
    if (sentOn > today || sentOn < (order.ship_date ?? sentOn))
      throw refusalOfField({ kind: "sent-back-day" }, "sentOn");
    await noteSentBack(tx, own.orderId, sentOn, trackingNumber);
  });
}

/** Its borrower tells staff what is missing or damaged in an order that has shipped. */
export async function sayProblem(db: Database, { words, ...own }: Own & { words: string }, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, own);
    if (!hasShipped(order)) throw new Refusal({ kind: "not-shipped" });
    const before = await reportsOf(tx, [own.orderId]);
    if (before.at(-1)?.words === words) return; // sent twice
    if (before.length >= mostReports) throw new Refusal({ kind: "reports-full" });
    await insertReport(tx, own.orderId, words, at);
  });
}

async function lockOwn(tx: Transaction, { orderId, borrowerId }: Own) {
  const order = found(await lockOrder(tx, orderId));
  if (order.borrower_id !== borrowerId) throw new HttpError(404);
  return order;
}
