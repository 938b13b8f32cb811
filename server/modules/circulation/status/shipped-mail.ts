import { statuses } from "#contract/codes.ts";
import { type Clock, dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { cancelJob, endJob, enqueueJob, isWaiting } from "#server/platform/jobs/jobs.queries.ts";
import { queueShippedMail } from "../letters/write-order-mail.ts";
import { lockOrder } from "../order-changes.queries.ts";

const kind = "write-shipped-mail";

/** Tells the borrower of a shipped order after some seconds, in which it can be undone. */
export async function enqueueShippedMail(tx: Transaction, orderId: number, after: number): Promise<void> {
  await enqueueJob(tx, { kind, key: String(orderId), after });
}

/** The order is not Shipped anymore. Gives whether its email was still to be written. */
export async function withdrawShippedMail(tx: Transaction, orderId: number): Promise<boolean> {
  return cancelJob(tx, { kind, key: String(orderId) });
}

export async function isShippedMailWaiting(tx: Transaction, orderId: number): Promise<boolean> {
  return isWaiting(tx, { kind, key: String(orderId) });
}

/** Writes the borrower what is on its way; nothing about an order that came back, or was set back, meanwhile. */
export async function writeShippedMail(
  { db, clock, configuration }: { db: Database; clock: Clock; configuration: Pick<Configuration, "timeZone"> },
  job: Job,
): Promise<void> {
  const orderId = Number(job.key);
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const at = clock.now();
    if (order?.status_id === statuses.shipped)
      await queueShippedMail(tx, orderId, { at, day: dayOf(at, configuration.timeZone) });
    await endJob(tx, job);
  });
}
