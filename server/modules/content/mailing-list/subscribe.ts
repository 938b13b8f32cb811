import type { LanguageCode } from "#contract/site/languages.ts";
import { createHash, randomBytes } from "node:crypto";
import { ownMessages } from "#contract/messages.ts";
import { HttpError, Refusal } from "#server/http/errors.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/enqueue-mail.ts";
import {
  confirmEntry,
  deleteEntry,
  deleteUnconfirmed,
  entryOf,
  mailedSince,
  noteMail,
} from "./mailing-list.queries.ts";
import { onTheListLetter, optInLetter } from "./opt-in-letter.ts";

type Parts = { db: Database; clock: Clock };

const minute = 60_000; // ms
const day = 24 * 60 * minute;
/** Nobody can have an address flooded: so long after one mail no other is written to it. */
const pause = 15 * minute;
/** How long the link of a mail works; an entry that nobody confirmed is deleted afterwards. */
const linkLasts = 7 * day;
/** Over all addresses, so that nobody writes to half the world in our name. */
const mostMailsAnHour = 600;

/** Who asks to be on the list, and the language they read the site in. */
export type SignUp = { address: string; language: LanguageCode };

/**
 * Writes a mail to an address that asks to be on the list, with the link that puts it there. Whoever is on it already is
 * told so by mail, and by nothing else: the caller learns nothing of who is on the list.
 */
export async function subscribe({ db, clock }: Parts, { address, language }: SignUp, scale: number): Promise<void> {
  const at = clock.now();
  if ((await mailedSince(db, new Date(at.getTime() - 60 * minute))) >= mostMailsAnHour * scale)
    throw new HttpError(429);
  await inTransaction(db, (tx) => writeMail(tx, { address, language }, at));
}

async function writeMail(tx: Transaction, { address, language }: SignUp, at: Date): Promise<void> {
  const entry = await entryOf(tx, { address, at, leaveKey: newKey() });
  if (entry.mailed_at && entry.mailed_at.getTime() > at.getTime() - pause) return;
  const token = newKey();
  await noteMail(tx, entry.subscriber_id, hashOf(token), at);
  const leavePath = `/signup/leave/${entry.leave_key}`;
  const letter = entry.confirmed_at
    ? onTheListLetter({ leavePath }, language)
    : optInLetter({ confirmPath: `/signup/confirm/${token}`, leavePath }, language);
  const isWritten = await enqueueMail(tx, {
    kind: "opt-in",
    to: { name: "", address },
    letter: { ...letter, unsubscribePath: `/api/MailingList/Unsubscribe/${entry.leave_key}` },
    at,
    expiresAt: new Date(at.getTime() + linkLasts),
  });
  // staff switched these mails off: who asks is told so, and nothing is kept
  if (!isWritten) throw new Refusal(ownMessages.signUpsClosed);
}

/** Puts the address on the list whose mail had this link; pressed twice, it stays there. */
export async function confirmSubscription({ db, clock }: Parts, token: string): Promise<void> {
  const at = clock.now();
  const isConfirmed = await confirmEntry(db, hashOf(token), new Date(at.getTime() - linkLasts), at);
  if (!isConfirmed) throw new Refusal(ownMessages.mailLinkInvalid);
}

/** Takes an address off the list, and forgets it; who is off already stays off. */
export async function unsubscribe({ db }: Parts, leaveKey: string): Promise<void> {
  await deleteEntry(db, leaveKey);
}

/** Forgets the addresses that nobody confirmed. */
export async function cleanUpMailingList(db: Database, clock: Clock): Promise<void> {
  await deleteUnconfirmed(db, new Date(clock.now().getTime() - linkLasts));
}

/** 256 random bits, for an address. */
const newKey = () => randomBytes(32).toString("base64url");
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
