import type { LanguageCode } from "#contract/site/languages.ts";
import type { Clock } from "../clock.ts";
import { type Database, inTransaction } from "../database.ts";
import { type Job, type JobDefinition, JobFailed, PutBack } from "../jobs/job.ts";
import { endJob, keepLease } from "../jobs/jobs.queries.ts";
import type { Log } from "../log.ts";
import { localFiles } from "../files/local-files.ts";
import { composeMail, type Mailbox } from "./compose-mail.ts";
import { letter, type Letterhead } from "./letter/letter.ts";
import * as outbox from "./outbox.queries.ts";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../errors/error-code.ts";

export type MailWorkerParts = {
  db: Database;
  clock: Clock;
  carrier: Carrier;
  from: () => Mailbox;
  letterhead: (language: LanguageCode) => Promise<Letterhead>;
  /** How many mails of all kinds go to one address in an hour; the rest wait. */
  maxPerHour: () => number;
  log: Pick<Log, "info">;
};

/** Seconds until the next try, after the first, the second, ...: ten tries over some thirty hours. */
const waits = [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600];
const lease = 120; // seconds: longer than a database takes that is started again

/** The mail worker: sends each mail of the outbox, at most once per try (decision 017). */
export function sendMailJob(parts: MailWorkerParts): JobDefinition {
  return {
    kind: "send-mail",
    atOnce: 4,
    lease,
    waits,
    run: (job) => sendMail(parts, job),
    whenDead: (tx, { key, tries }, trouble) =>
      outbox.giveUp(tx, Number(key), { now: parts.clock.now(), tries, trouble }),
  };
}

async function sendMail(parts: MailWorkerParts, job: Job): Promise<void> {
  const { db, clock, carrier, log } = parts;
  const now = clock.now();
  const most = parts.maxPerHour();
  const mail = await inTransaction(db, (tx) => outbox.admitMail(tx, Number(job.key), { now, most }));
  if (!mail) return; // staff switched its kind off
  if (mail.is_held) throw new PutBack({ seconds: 600, why: "Held, since a backup was restored." });
  if (mail.begun_at)
    throw new NotDelivered({ end: "unknown", words: "The program ended while it was sending this email." });
  if (mail.expires_at && mail.expires_at <= now) throw new NotDelivered({ end: "refused", words: outbox.linksAreOver });
  if (mail.full_since) {
    const seconds = Math.max(1, Math.ceil(outbox.hour - (now.getTime() - mail.full_since.getTime()) / 1000));
    throw new PutBack({ seconds, why: `Waits: this address got ${most} emails within an hour.` });
  }
  const noteBegin = (at: Date | null) =>
    inTransaction(db, async (tx) => {
      await keepLease(tx, job);
      await outbox.noteBegin(tx, mail.mail_id, at);
    });
  const message = await messageOf(mail, parts);
  const parcel = { mailId: mail.mail_id, kind: mail.kind, writtenAt: mail.written_at, message };
  try {
    const place = await carrier({ ...parcel, from: parts.from().address, to: mail.to_address }, () =>
      noteBegin(clock.now()),
    );
    // Retried while the database restarts: a sent mail must not look unsent.
    await inTransaction(db, async (tx) => {
      await endJob(tx, job);
      await outbox.markSent(tx, mail.mail_id, { now: clock.now(), tries: job.tries, isFile: place !== undefined });
    });
    const about = { mail: mail.mail_id, kind: mail.kind };
    log.info(about, place === undefined ? "mail sent" : `mail written to ${place}`);
  } catch (error) {
    if (error instanceof NotDelivered && !error.isFinal) await noteBegin(null);
    throw error;
  }
}

/** What cannot be composed now never can, and must not block the others. */
async function messageOf(
  mail: outbox.MailToSend,
  { from, letterhead }: Pick<MailWorkerParts, "from" | "letterhead">,
): Promise<Buffer> {
  const read = letter.safeParse(mail.letter);
  if (!read.success) throw new NotDelivered({ end: "refused", words: "The email can no longer be read." });
  const head = await letterhead(read.data.language ?? "en");
  const to = { name: mail.to_name, address: mail.to_address };
  return composeMail({ messageId: mail.message_id, from: from(), to, letter: read.data, head, at: mail.written_at });
}

const asideAtMost = 24 * 60 * 60 * 1000; // ms
const kept = 90 * 24 * 60 * 60 * 1000; // ms

export async function cleanUpMail({
  db,
  clock,
  folder,
}: {
  db: Database;
  clock: Clock;
  folder: string;
}): Promise<void> {
  const before = new Date(clock.now().getTime() - kept);
  await outbox.wipeExpiredMails(db, clock.now());
  await outbox.deleteOldMails(db, before);
  await localFiles(folder).tidy(asideAtMost); // of a restore that was killed
  await sweepFolder(folder, before, (mailIds) => outbox.knownMails(db, mailIds));
}

/** An outgoing mail: its bytes and the addresses on its envelope. */
export type Parcel = {
  mailId: number;
  kind: string;
  writtenAt: Date;
  from: string;
  to: string;
  message: Buffer;
};

/**
 * Sends a mail, and returns its location if it is a file. `begin` is awaited before the first byte that cannot be taken
 * back; if it throws, nothing is sent. Throws NotDelivered.
 */
export type Carrier = (parcel: Parcel, begin: () => Promise<void>) => Promise<string | undefined>;

/** How a try to hand a mail over ended, when it did not succeed. */
export type Failure = {
  /** "refused": the other side refused permanently. "unknown": the content was sent, and no answer came. */
  end: "later" | "refused" | "unknown";
  /** For staff; never the mail's content. */
  words: string;
};

/** A mail could not be sent, this time or at all. */
export class NotDelivered extends JobFailed {
  override name = "NotDelivered";

  constructor({ end, words }: Failure) {
    const unknown = " It may or may not have arrived. Resend it if it’s missing.";
    super(end === "unknown" ? words + unknown : words, { isFinal: end !== "later" });
  }
}

/** Puts each mail into a folder, under one name at every try: it cannot come to be there twice. */
export function folderCarrier(folder: string): Carrier {
  return async ({ mailId, kind, writtenAt, message }) => {
    const file = path.join(folder, `${stampOf(writtenAt)}-${kind}-${mailId}.eml`);
    const aside = `${file}.part`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(aside, message, { flush: true, mode: 0o600 });
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined);
      throw new NotDelivered({
        end: "later",
        words: `The folder of mails cannot be written (${errorCode(error) ?? "unknown"}).`,
      });
    }
    return file;
  };
}

const written = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-[a-z-]+-(\d{1,9})\.eml(?:\.part)?$/;

export async function sweepFolder(
  folder: string,
  before: Date,
  known: (mailIds: number[]) => Promise<number[]>,
): Promise<void> {
  const names = await readdir(folder).catch(() => []); // no mail was written yet
  const oldest = stampOf(before);
  const old = names.flatMap((name) => {
    const [, stamp = "", mailId] = written.exec(name) ?? [];
    return mailId !== undefined && stamp < oldest ? [{ name, mailId: Number(mailId) }] : [];
  });
  if (old.length === 0) return;
  const left = new Set(await known(old.map(({ mailId }) => mailId)));
  for (const { name, mailId } of old) if (!left.has(mailId)) await rm(path.join(folder, name), { force: true });
}

const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(":", "-");
