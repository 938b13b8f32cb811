import * as z from "zod";
import { statuses } from "#contract/codes.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { itemsById } from "#server/modules/catalog/public.ts";
import { linesOf, type LineRow } from "../circulation.queries.ts";
import { factsOfOrder } from "../letters/order-facts.queries.ts";
import { queueChangeMail } from "../letters/write-order-mail.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { lineChanges } from "./line-changes.rules.ts";

const told = z.object({
  lines: z.array(z.object({ order_line_id: z.number(), item_id: z.number(), quantity: z.number() })),
});

/** Tells the borrower after some seconds what changed on a locked order since it had these lines, or those of a change before. */
export async function enqueueChangeMail(
  tx: Transaction,
  orderId: number,
  lines: readonly LineRow[],
  after: number,
): Promise<void> {
  const job = { kind: "write-change-mail", key: String(orderId), payload: told.parse({ lines }) } as const;
  await enqueueJob(tx, { ...job, keepsPayload: true, after });
}

/** Writes the borrower what staff changed on an order; nothing where it is as it was, or canceled, which has its own email. */
export async function writeChangeMail({ db, clock }: { db: Database; clock: Clock }, job: Job): Promise<void> {
  const orderId = Number(job.key);
  const { lines: before } = told.parse(job.payload);
  await inTransaction(db, async (tx) => {
    const status = (await lockOrder(tx, orderId))?.status_id;
    const order = await factsOfOrder(tx, orderId);
    const now = (await linesOf(tx, orderId)).map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    const changes = lineChanges(before, now);
    if (order && status !== statuses.cancelled && changes.length > 0) {
      const items = await itemsById(
        tx,
        changes.map(({ itemId }) => itemId),
      );
      const titled = changes.map((change) => ({ ...change, title: items.get(change.itemId)?.title ?? "" }));
      await queueChangeMail(tx, order, titled, clock.now());
    }
    await endJob(tx, job);
  });
}
