import { type Clock, today as todayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { factsOfOrder } from "../letters/order-facts.queries.ts";
import { letterOfReturns } from "../letters/order-letters.ts";
import { isReturnToBeTold, returnsOfOrder } from "./returns.queries.ts";

const kind = "write-return-mail";

/** One email about a parcel, once the desk has left it alone for some seconds: each check-in starts the wait again. */
export async function enqueueReturnMail(tx: Transaction, orderId: number, after: number): Promise<void> {
  await enqueueJob(tx, { kind, key: String(orderId), after });
}

/** Tells the borrower what came back and what is still out; nothing if all of it was undone. */
export async function writeReturnMail(
  { db, clock, configuration }: { db: Database; clock: Clock; configuration: Pick<Configuration, "timeZone"> },
  job: Job,
): Promise<void> {
  const orderId = Number(job.key);
  await inTransaction(db, async (tx) => {
    const order = await factsOfOrder(tx, orderId);
    const rows = await returnsOfOrder(tx, orderId);
    const back = rows.filter(({ loan }) => loan === "returned");
    if (order?.is_read && order.is_confirmed && (await isReturnToBeTold(tx, orderId))) {
      const to = { name: order.name, address: order.email_address };
      const letter = letterOfReturns(order, rows, todayOf(clock, configuration.timeZone));
      // the same copies are announced once, however often one is undone and checked in again
      const onceKey = JSON.stringify([
        "order-returned",
        orderId,
        ...back.flatMap(({ ids }) => ids).toSorted((a, b) => a - b),
      ]);
      await enqueueMail(tx, { kind: "order-returned", to, letter, at: clock.now(), onceKey });
    }
    await endJob(tx, job);
  });
}
