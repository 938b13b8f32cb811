import * as z from "zod";
import { statuses } from "#contract/codes.ts";
import type { LendingDays } from "#contract/site/teaching-days.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { itemsById } from "#server/modules/catalog/public.ts";
import { type LineRow, linesOf } from "../circulation.queries.ts";
import { factsOfOrder } from "../letters/order-facts.queries.ts";
import { queueChangeMail, queueDaysMail } from "../letters/write-order-mail.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { lineChanges } from "../circulation.rules.ts";

const told = z.object({
  lines: z.array(z.object({ order_line_id: z.number(), item_id: z.number(), quantity: z.number() })),
  /** Null: it had none; missing in jobs of a version before. */
  days: z.nullish(z.object({ teachFrom: z.string(), teachTo: z.string() })),
});

/** Tells the borrower after some seconds what changed on a locked order since it had these lines and days, or those of a change before. */
export async function enqueueChangeMail(
  tx: Transaction,
  orderId: number,
  { lines, days = null }: { lines: readonly LineRow[]; days: LendingDays | null | undefined },
  after: number,
): Promise<void> {
  const job = { kind: "write-change-mail", key: String(orderId), payload: told.parse({ lines, days }) } as const;
  await enqueueJob(tx, { ...job, keepsPayload: true, after });
}

/** Writes the borrower what staff changed on an order; nothing where it is as it was, or canceled, which has its own email. */
export async function writeChangeMail({ db, clock }: { db: Database; clock: Clock }, job: Job): Promise<void> {
  const orderId = Number(job.key);
  const { lines: before, days } = told.parse(job.payload);
  await inTransaction(db, async (tx) => {
    const status = (await lockOrder(tx, orderId))?.status_id;
    const order = await factsOfOrder(tx, orderId);
    const now = (await linesOf(tx, orderId)).map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    const changes = lineChanges(before, now);
    if (order && status !== statuses.cancelled && areOther(days, order.days))
      await queueDaysMail(tx, order, clock.now());
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

type Days = { teachFrom: string; teachTo: string } | null | undefined;

const areOther = (before: Days, now: Days): boolean =>
  before !== undefined && (before?.teachFrom !== now?.teachFrom || before?.teachTo !== now?.teachTo);
