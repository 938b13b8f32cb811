import type { MailKind } from "#contract/admin/mail.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Clock } from "../clock.ts";
import { type Database, inTransaction } from "../database.ts";
import { type Job, type JobDefinition, JobFailed, PutBack } from "../jobs/job.ts";
import { endJob, renewLease } from "../jobs/jobs.queries.ts";
import type { Log } from "../log.ts";
import type { SecretKey } from "../secret-key/secret-key.ts";
import { localFiles } from "../files/local-files.ts";
import { composeMail, type Mailbox } from "./compose-mail.ts";
import { letter, type Letterhead, openLinks, type OwnWords, withOwnWords } from "./letter/letter.ts";
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
  ownWords: (kind: MailKind, language: LanguageCode) => Promise<OwnWords>;
  secretKey: Pick<SecretKey, "open">;
  /** Maximum number of mails per address and hour; the others wait. */
  maxPerHour: () => number;
  log: Pick<Log, "info" | "debug">;
};

/** Seconds to wait after each failed attempt: ten attempts over about thirty hours. */
const waits = [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600];
const lease = 120; // seconds: longer than a database restart takes

/** Returns the job that sends each mail of the outbox, at most once per try (decision 017). */
export function sendMailJob(parts: MailWorkerParts): JobDefinition {
  return {
    kind: "send-mail",
    concurrency: 4,
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
  const maxPerHour = parts.maxPerHour();
  const mail = await inTransaction(db, (tx) => outbox.admitMail(tx, Number(job.key), { now, maxPerHour }));
  if (!mail) return; // staff turned its kind off
  if (mail.is_held) throw new PutBack({ seconds: 600, reason: "On hold since a backup was restored." });
  if (mail.started_at)
    throw new NotDelivered({ end: "unknown", message: "The program stopped while sending this email." });
  if (mail.expires_at && mail.expires_at <= now)
    throw new NotDelivered({ end: "refused", message: outbox.linksExpired });
  if (mail.full_since) {
    const seconds = Math.max(1, Math.ceil(outbox.hour - (now.getTime() - mail.full_since.getTime()) / 1000));
    throw new PutBack({ seconds, reason: `Waiting: this address already got ${maxPerHour} emails within an hour.` });
  }
  const recordBegin = (at: Date | null) =>
    inTransaction(db, async (tx) => {
      await renewLease(tx, job);
      await outbox.recordBegin(tx, mail.mail_id, at);
    });
  const bytes = await messageOf(mail, parts);
  const outgoing = { mailId: mail.mail_id, kind: mail.kind, writtenAt: mail.written_at, bytes };
  try {
    const file = await carrier({ ...outgoing, from: parts.from().address, to: mail.to_address }, () =>
      recordBegin(clock.now()),
    );
    // retried while the database restarts, because a sent mail must not look unsent
    await inTransaction(db, async (tx) => {
      await endJob(tx, job);
      await outbox.markSent(tx, mail.mail_id, { now: clock.now(), tries: job.tries, isFile: file !== undefined });
    });
    const details = { mail: mail.mail_id, kind: mail.kind };
    if (file === undefined) log.info(details, "mail sent");
    else log.debug(details, `mail written to ${file}`); // or the demonstration's reminders follow the first password
  } catch (error) {
    if (error instanceof NotDelivered && !error.isFinal) await recordBegin(null);
    throw error;
  }
}

/** Composes a mail, or throws a final error if its content is unreadable. */
async function messageOf(
  mail: outbox.MailToSend,
  parts: Pick<MailWorkerParts, "clock" | "from" | "letterhead" | "ownWords" | "secretKey">,
): Promise<Buffer> {
  const { clock, from, letterhead, ownWords, secretKey } = parts;
  const parsed = letter.safeParse(mail.letter);
  if (!parsed.success) throw new NotDelivered({ end: "refused", message: "The email can no longer be read." });
  const content = await openLinks(parsed.data, (sealed) => secretKey.open(sealed, clock.now()));
  if (!content) throw new NotDelivered({ end: "refused", message: linksUnreadable });
  const { language = "en" } = content;
  const [head, words] = [await letterhead(language), await ownWords(mail.kind, language)];
  const to = { name: outbox.oneLine(mail.to_name), address: mail.to_address };
  const whole = withOwnWords(content, words);
  return composeMail({ messageId: mail.message_id, from: from(), to, letter: whole, head, at: mail.written_at });
}

const linksUnreadable = "The email’s links were encrypted with a secret key that the library no longer has.";

const maxTemporaryAge = 24 * 60 * 60 * 1000; // ms
const retention = 90 * 24 * 60 * 60 * 1000; // ms

type CleanUpParts = Pick<MailWorkerParts, "db" | "clock"> & { folder: string };

export async function cleanUpMail({ db, clock, folder }: CleanUpParts): Promise<void> {
  await outbox.wipeExpiredMails(db, clock.now());
  await outbox.deleteOldMails(db, new Date(clock.now().getTime() - retention));
  await localFiles(folder).tidy(maxTemporaryAge); // of a killed restore
  await sweepFolder(db, folder);
}

/** A composed mail and the addresses on its envelope. */
export type OutgoingMail = {
  mailId: number;
  kind: string;
  writtenAt: Date;
  from: string;
  to: string;
  bytes: Buffer;
};

/**
 * Sends a mail and returns its file name if it becomes a file. Awaits `begin` before sending the content; if that throws,
 * nothing is sent. Throws NotDelivered.
 */
export type Carrier = (mail: OutgoingMail, begin: () => Promise<void>) => Promise<string | undefined>;

/** Why a delivery failed. */
export type Failure = {
  /** "refused" is permanent; "unknown" means that the content was sent but no answer came. */
  end: "later" | "refused" | "unknown";
  /** For staff; must not contain the mail's content. */
  message: string;
};

export class NotDelivered extends JobFailed {
  override name = "NotDelivered";

  constructor({ end, message }: Failure) {
    const unknown = " It may or may not have arrived. Resend it if it’s missing.";
    super(end === "unknown" ? message + unknown : message, { isFinal: end !== "later" });
  }
}

/** Writes each mail to a folder, under the same name at every try, so that there are no duplicates. */
export function folderCarrier(folder: string): Carrier {
  return async ({ mailId, kind, writtenAt, bytes }) => {
    const file = path.join(folder, `${stampOf(writtenAt)}-${kind}-${mailId}.eml`);
    const temporary = `${file}.part`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(temporary, bytes, { flush: true, mode: 0o600 });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw new NotDelivered({
        end: "later",
        message: `Cannot write to the mail folder (${errorCode(error) ?? "unknown"}).`,
      });
    }
    return file;
  };
}

const fileName = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[a-z-]+-\d{1,9}\.eml)(?:\.part)?$/;

/**
 * Deletes the files of deleted emails, including those that a killed program left behind. With several instances, each
 * one runs this job in turn and cleans its own folder, unless they share DATA_DIR: then any of them cleans the one
 * folder.
 */
async function sweepFolder(db: Database, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []); // no mail yet
  const files = names.flatMap((name) => {
    const [, mail] = fileName.exec(name) ?? [];
    return mail === undefined ? [] : [{ name, mail }];
  });
  if (files.length === 0) return;
  const known = await outbox.namesOfMails(
    db,
    files.map(({ mail }) => mail),
  );
  for (const { name, mail } of files) if (!known.has(mail)) await rm(path.join(folder, name), { force: true });
}

const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(":", "-");
