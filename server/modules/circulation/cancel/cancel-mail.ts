import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { cancelJob, endJob, enqueueJob, isWaiting } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { factsOfOrder } from "../letters/order-facts.queries.ts";
import { canceledLetter } from "../letters/order-letters.ts";
import { cancelReasonOf } from "./cancel.queries.ts";

const kind = "write-cancel-mail";

/** Tells the borrower of a canceled order after some seconds, in which it can be undone. */
export async function enqueueCancelMail(tx: Transaction, orderId: number, after: number): Promise<void> {
  await enqueueJob(tx, { kind, key: String(orderId), after });
}

/** The order is not canceled anymore: nothing is to be told. Gives whether it was still to be told. */
export async function withdrawCancelMail(tx: Transaction, orderId: number): Promise<boolean> {
  return cancelJob(tx, { kind, key: String(orderId) });
}

export async function awaitsCancelMail(db: Database, orderId: number): Promise<boolean> {
  return isWaiting(db, { kind, key: String(orderId) });
}

export async function writeCancelMail({ db, clock }: { db: Database; clock: Clock }, job: Job): Promise<void> {
  const orderId = Number(job.key);
  await inTransaction(db, async (tx) => {
    const [order, reason] = [await factsOfOrder(tx, orderId), await cancelReasonOf(tx, orderId)];
    if (order?.is_read && order.is_confirmed && reason !== undefined) {
      const to = { name: order.name, address: order.email_address };
      await enqueueMail(tx, { kind: "order-canceled", to, letter: canceledLetter(order, reason), at: clock.now() });
    }
    await endJob(tx, job);
  });
}
