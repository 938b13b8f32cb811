import type { LanguageCode } from "#contract/site/languages.ts";
import { createHash, randomBytes } from "node:crypto";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { Parts } from "#server/parts.ts";
import { confirmEntry, deleteUnconfirmed, entryOf, mailedSince, noteMail } from "./mailing-list.queries.ts";
import { onTheListLetter, optInLetter } from "./opt-in-letter.ts";

const minute = 60_000; // ms
const day = 24 * 60 * minute;
/** Nobody can flood an address: no second email within this time. */
const pause = 15 * minute;
/** How long an email's link works; unconfirmed entries are deleted afterwards. */
const linkLasts = 7 * day;
/** Over all addresses, so that nobody can mass-mail in our name. */
const mostMailsAnHour = 600;

export type SignUp = { address: string; language: LanguageCode };

/**
 * Emails the confirmation link to an address that signs up. Subscribers learn it only by email: the caller learns
 * nothing about who is on the list.
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
  // staff turned these emails off: refused, and nothing is stored
  if (!isWritten) throw new Refusal({ kind: "sign-ups-closed" });
}

/** Confirms the address of this link; a second press changes nothing. */
export async function confirmSubscription({ db, clock }: Parts, token: string): Promise<void> {
  const at = clock.now();
  const isConfirmed = await confirmEntry(db, hashOf(token), new Date(at.getTime() - linkLasts), at);
  if (!isConfirmed) throw new Refusal({ kind: "link-expired", link: "mailing list" });
}

export async function cleanUpMailingList(db: Database, clock: Clock): Promise<void> {
  await deleteUnconfirmed(db, new Date(clock.now().getTime() - linkLasts));
}

/** 256 random bits for an address. */
const newKey = () => randomBytes(32).toString("base64url");
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
