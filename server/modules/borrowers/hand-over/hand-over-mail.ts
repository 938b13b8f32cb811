import * as z from "zod/mini";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { cancelJob, endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { handOverLetter } from "./hand-over-letter.ts";
import { type Loans, lockLoans, lockParties, type Party } from "./hand-over.queries.ts";

const kind = "write-hand-over-mail";
/** Seconds in which handing over can be undone before an email tells of it, as with other steps at the desk. */
const grace = 120;

const handed = z.object({ from: z.number(), to: z.number(), orderIds: z.array(z.number()) });
type Handed = z.output<typeof handed>;

const keyOf = ({ from, to, orderIds }: Handed) => `${from}/${to}/${Math.min(...orderIds)}`;

/** Tells both borrowers after a while which orders went from one to the other. */
export async function enqueueHandOverMail(tx: Transaction, moved: Handed): Promise<void> {
  await enqueueJob(tx, { kind, key: keyOf(moved), payload: moved, after: grace });
}

/** Nothing is to be told. Gives whether it was still to be told. */
export async function withdrawHandOverMail(tx: Transaction, moved: Handed): Promise<boolean> {
  return cancelJob(tx, { kind, key: keyOf(moved) });
}

/** Writes both borrowers which loans went from one to the other, as far as they are still out there; nothing to who was forgotten since. */
export async function writeHandOverMail({ db, clock }: { db: Database; clock: Clock }, job: Job): Promise<void> {
  const { from, to, orderIds } = handed.parse(job.payload);
  await inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, [from, to]);
    const [giver, taker] = [from, to].map((id) => parties.find(({ borrower_id }) => borrower_id === id));
    const loans = (await lockLoans(tx, to)).filter(({ order_id }) => orderIds.includes(order_id));
    if (giver && taker && loans.length > 0) {
      await tell(tx, "given", giver, taker.name, loans, clock.now());
      await tell(tx, "taken", taker, giver.name, loans, clock.now());
    }
    await endJob(tx, job);
  });
}

async function tell(
  tx: Transaction,
  part: "given" | "taken",
  { name, email_address: address, language, is_reached: isReached }: Party,
  other: string,
  loans: readonly Loans[],
  at: Date,
) {
  const letter = handOverLetter(part, { other, loans, language });
  if (isReached) await enqueueMail(tx, { kind: "loans-handed-over", to: { name, address }, letter, at });
}
