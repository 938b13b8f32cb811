import * as z from "zod";
import { statuses } from "#contract/codes.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob, isWaiting } from "#server/platform/jobs/jobs.queries.ts";
import { queueCopyDueMail, queueDueMail } from "../letters/write-order-mail.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { isShippedMailWaiting } from "../status/shipped-mail.ts";
import { loanToRenew } from "./renewals.queries.ts";

const told = z.object({ due: z.nullable(z.string()) });

type DueDay = {
  orderId: number;
  /** A copy with a day of its own; left out, the order. */
  assignmentId?: number;
  due: string | null;
};

const kind = "write-due-mail";
const keyOf = ({ orderId, assignmentId }: Pick<DueDay, "orderId"> & { assignmentId: number | undefined }) =>
  assignmentId === undefined ? String(orderId) : `${orderId}/${assignmentId}`;

/** Tells the borrower after some seconds of another due day of a locked order, or of one copy of it. */
export async function enqueueDueMail(
  tx: Transaction,
  { orderId, assignmentId, due }: DueDay,
  after: number,
): Promise<void> {
  if (await isShippedMailWaiting(tx, orderId)) return; // it will say the day that is due then
  const key = keyOf({ orderId, assignmentId });
  await enqueueJob(tx, { kind, key, payload: told.parse({ due }), keepsPayload: true, after });
}

export async function isDueMailWaiting(
  tx: Transaction,
  loan: { orderId: number; assignmentId: number },
): Promise<boolean> {
  return isWaiting(tx, { kind, key: keyOf(loan) });
}

/** Writes the borrower when it is due now; nothing where that is the day as before, or where it is back. */
export async function writeDueMail({ db, clock }: { db: Database; clock: Clock }, job: Job): Promise<void> {
  const [orderId = 0, assignmentId] = job.key.split("/").map(Number);
  const { due } = told.parse(job.payload);
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status_id === statuses.shipped) {
      if (assignmentId !== undefined) await ofCopy(tx, { orderId, assignmentId, due }, order.return_date, clock.now());
      else if (order.return_date !== due) await queueDueMail(tx, orderId, clock.now());
    }
    await endJob(tx, job);
  });
}

/** A copy that is due with its order again is in the email about the order. */
async function ofCopy(
  tx: Transaction,
  { orderId, assignmentId, due }: Required<DueDay>,
  dueOfOrder: string | null,
  at: Date,
): Promise<void> {
  const loan = await loanToRenew(tx, assignmentId);
  if (!loan || loan.released_at !== null || loan.due_on === null) return;
  if (loan.due_on === due || loan.due_on === dueOfOrder) return;
  await queueCopyDueMail(tx, { orderId, assignmentId, title: loan.title, day: loan.due_on }, at);
}
