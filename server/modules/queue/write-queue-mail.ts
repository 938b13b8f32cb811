import type { ConfiguredParts } from "#server/parts.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import { readerOfPlace, tellOffer } from "./offers.queries.ts";
import { againLetter, endedLetter, type Ending, heldLetter, instantInWords } from "./queue-letters.ts";

type Parts = ConfiguredParts<"holdHours" | "timeZone">;

const endings: ReadonlySet<string | null> = new Set<Ending>(["lapsed", "archived"]);
const isEnding = (because: string | null): because is Ending => endings.has(because);

/**
 * Tells a borrower that a copy is held ("offer 5"), from when it is held for its hours, or what became of a place in line ("place 7"):
 * it ended, or goes on again with the archive of its title taken back. What was taken back before is never told.
 */
export async function writeQueueMail(parts: Parts, job: Job): Promise<void> {
  const [what, id] = job.key.split(" ");
  await inTransaction(parts.db, async (tx) => {
    await (what === "offer" ? tellHeld(tx, parts, Number(id)) : tellPlace(tx, parts, Number(id), job.payload !== null));
    await endJob(tx, job);
  });
}

async function tellHeld(tx: Transaction, { clock, configuration }: Parts, offerId: number): Promise<void> {
  const token = newSecret();
  const { holdHours: hours, timeZone } = configuration;
  const told = await tellOffer(tx, offerId, { tokenHash: hashOf(token), hours });
  if (!told) return;
  const reader = await readerOfPlace(tx, told.place_id);
  if (!reader?.is_reached) return; // they see it on their account page
  const { name, email_address: address, title, language } = reader;
  const until = instantInWords(told.until_at, timeZone, language);
  const letter = heldLetter(title, { until, path: `/user/held/${token}`, language });
  const expiresAt = new Date(clock.now().getTime() + hours * 3_600_000);
  await enqueueMail(tx, { kind: "copy-held", to: { name, address }, letter, at: clock.now(), expiresAt });
}

async function tellPlace(tx: Transaction, { clock }: Parts, placeId: number, isAgain: boolean): Promise<void> {
  const reader = await readerOfPlace(tx, placeId);
  if (!reader?.is_reached) return;
  const letter = letterOf(reader, isAgain);
  if (!letter) return;
  const { name, email_address: address } = reader;
  await enqueueMail(tx, { kind: "queue-ended", to: { name, address }, letter, at: clock.now() });
}

type Reader = NonNullable<Awaited<ReturnType<typeof readerOfPlace>>>;

function letterOf({ title, language, item_id: itemId, left_because: because }: Reader, isAgain: boolean) {
  if (isEnding(because)) return endedLetter(title, because, language, itemId);
  return isAgain && because === null ? againLetter(title, language, itemId) : undefined;
}

/** Has the borrower told that a place ended, once that is committed. */
export const enqueueEndedMail = (tx: Transaction, placeId: number): Promise<void> =>
  enqueueJob(tx, { kind: "write-queue-mail", key: `place ${placeId}` });
