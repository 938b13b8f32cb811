import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { type Database, inTransaction } from "../database.ts";
import type { Log } from "../log.ts";
import { type Carrier, NotDelivered } from "./carrier.ts";
import { composeMail, type Mailbox } from "./compose-mail.ts";
import { type Failure, fateOf } from "./delivery.rules.ts";
import { letter, type Letterhead } from "./letter/letter.ts";
import {
  beginMail,
  type ClaimedMail,
  claimMails,
  giveUp,
  giveUpAbandoned,
  markSent,
  postpone,
} from "./outbox.queries.ts";

/** What sending needs. */
export type PostmanParts = {
  db: Database;
  clock: Clock;
  carrier: Carrier;
  from: Mailbox;
  letterhead: () => Promise<Letterhead>;
  log: Pick<Log, "info" | "warn">;
  /** Milliseconds between a handful and the next; default 200. A heap of mails takes its time: requests come first. */
  breath?: number;
};

/** Mails that are sent at once. */
const atOnce = 4;
/** Milliseconds that a mail is ours: longer than the carrier's patience, until its words go out and from then on. */
const lease = { envelope: 120_000, words: 660_000 };

const unknown =
  "The program ended while it was sending this email. It may or may not have arrived. Resend it if it’s missing.";
const over = "Its links have expired.";

/**
 * Sends every mail whose time has come, or as many as it can before it is told to stop; gives how many it tried. Any
 * number may work at once, in any number of processes.
 */
export async function sendDueMails(parts: PostmanParts, stopping?: AbortSignal): Promise<number> {
  const { db, clock, log, breath = 200 } = parts;
  const abandoned = await giveUpAbandoned(db, clock.now(), unknown, over);
  if (abandoned > 0) log.warn({ mails: abandoned }, "mails were given up: see admin/mail");
  let tried = 0;
  while (!stopping?.aborted) {
    const now = clock.now();
    const mails = await claimMails(db, now, new Date(now.getTime() + lease.envelope), atOnce);
    await Promise.all(mails.map((mail) => sendOne(parts, mail)));
    tried += mails.length;
    if (mails.length < atOnce) break;
    await pause(breath, undefined, { signal: stopping }).catch(() => undefined); // told to stop: the loop looks
  }
  return tried;
}

async function sendOne(parts: PostmanParts, mail: ClaimedMail): Promise<void> {
  const { db, clock, log } = parts;
  const about = { mail: mail.mail_id, kind: mail.kind };
  try {
    const place = await handOver(parts, mail);
    // Once more where the database is just being started again: what is sent must not look as if it were not.
    await inTransaction(db, (tx) => markSent(tx, mail, clock.now()));
    log.info(about, place === undefined ? "mail sent" : `mail written to ${place}`);
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    await settle(parts, mail, error.failure);
  }
}

async function handOver({ db, clock, carrier, from, letterhead }: PostmanParts, mail: ClaimedMail) {
  const message = await messageOf(mail, from, await letterhead());
  const parcel = { mailId: mail.mail_id, kind: mail.kind, writtenAt: mail.written_at, message };
  return carrier({ ...parcel, from: from.address, to: mail.to_address }, async () => {
    const now = clock.now();
    const isOurs = await beginMail(db, mail, now, new Date(now.getTime() + lease.words));
    if (!isOurs) throw new NotDelivered({ end: "later", words: "Another worker has taken it." });
  });
}

/** What cannot be composed now never can: it must not hold up the others for ever. */
async function messageOf(mail: ClaimedMail, from: Mailbox, head: Letterhead): Promise<Buffer> {
  const read = letter.safeParse(mail.letter);
  if (!read.success) throw new NotDelivered({ end: "refused", words: "The email can no longer be read." });
  const to = { name: mail.to_name, address: mail.to_address };
  return composeMail({ messageId: mail.message_id, from, to, letter: read.data, head, at: mail.written_at });
}

async function settle({ db, clock, log }: PostmanParts, mail: ClaimedMail, failure: Failure): Promise<void> {
  const fate = fateOf(failure, mail.tries);
  const about = { mail: mail.mail_id, kind: mail.kind, tries: mail.tries };
  if ("retryIn" in fate) {
    await postpone(db, mail, new Date(clock.now().getTime() + fate.retryIn), failure.words);
    log.info(about, `mail not sent yet: ${failure.words}`);
  } else {
    await giveUp(db, mail, clock.now(), fate.trouble);
    log.warn(about, `mail given up, see admin/mail: ${fate.trouble}`);
  }
}
