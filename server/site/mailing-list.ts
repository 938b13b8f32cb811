import type { LanguageCode } from "#contract/site/languages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Clock, dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { hashOf, newSecret, secretLink } from "#server/platform/mail/link-secret.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import {
  confirmEntry,
  countSubscribers,
  deleteUnconfirmed,
  entryOf,
  mailedSince,
  noteMail,
  subscribersAfter,
} from "./mailing-list.queries.ts";
import { type subscribe as subscribeCall, subscribersCsv as subscribersCsvCall } from "#contract/site/content.ts";
import type { FileAnswer, Received } from "#contract/wire/endpoint.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { onTheListLetter, optInLetter } from "./mailing-list-letters.ts";

const minute = 60_000; // ms
const day = 24 * 60 * minute;
/** No second email to an address within this time, so that nobody can flood it. */
const minPause = 15 * minute;
/** After this, links expire and unconfirmed entries are deleted. */
const linkLifetime = 7 * day;
/** To all addresses together, so that nobody can mass-mail in our name. */
const maxMailsPerHour = 600;

/**
 * Emails a confirmation link to an address. The caller does not learn whether it is already on the list. Only a bot fills
 * in `website`, an invisible field; it gets the same answer as everyone.
 */
export async function subscribe(
  { db, clock, configuration }: ConfiguredParts<"rateLimitScale">,
  { emailAddress: address, website }: Received<typeof subscribeCall>["body"],
  language: LanguageCode,
): Promise<void> {
  if (website) return;
  const at = clock.now();
  const count = await mailedSince(db, new Date(at.getTime() - 60 * minute));
  if (count >= maxMailsPerHour * configuration.rateLimitScale) throw new HttpError(429);
  await inTransaction(db, (tx) => writeMail(tx, { address, language }, at));
}

type SignUp = { address: string; language: LanguageCode };

async function writeMail(tx: Transaction, { address, language }: SignUp, at: Date): Promise<void> {
  const entry = await entryOf(tx, { address, at, leaveKey: newSecret() });
  if (entry.mailed_at && entry.mailed_at.getTime() > at.getTime() - minPause) return;
  const token = newSecret();
  await noteMail(tx, entry.subscriber_id, confirmHash(token), at);
  const leavePath = secretLink("/signup/leave", entry.leave_key);
  const letter = entry.confirmed_at
    ? onTheListLetter({ leavePath }, language)
    : optInLetter({ confirmPath: secretLink("/signup/confirm", token), leavePath }, language);
  const isWritten = await enqueueMail(tx, {
    kind: "opt-in",
    to: { borrowerId: null, address },
    // a mail program posts to this URL unchanged (RFC 8058), so its secret can't be in a fragment
    letter: { ...letter, unsubscribePath: `/api/MailingList/Unsubscribe/${entry.leave_key}` },
    at,
    expiresAt: new Date(at.getTime() + linkLifetime),
  });
  // staff turned these emails off, so the entry is rolled back
  if (!isWritten) throw new Refusal({ kind: "sign-ups-closed" });
}

/** Confirms the address of this link. Idempotent. */
export async function confirmSubscription({ db, clock }: Parts, token: string): Promise<void> {
  const at = clock.now();
  const isConfirmed = await confirmEntry(db, confirmHash(token), new Date(at.getTime() - linkLifetime), at);
  if (!isConfirmed) throw new Refusal({ kind: "link-expired", link: "mailing list" });
}

export async function cleanUpMailingList(db: Database, clock: Clock): Promise<void> {
  await deleteUnconfirmed(db, new Date(clock.now().getTime() - linkLifetime));
}

const confirmHash = (token: string) => hashOf(token).toString("base64url");

const pageSize = 500;

type SiteFacts = { timeZone: string; publicUrl: string };

/** Streams all subscribers with their unsubscribe links, which each email must include. */
export async function subscribersCsv(
  db: Database,
  actor: Actor,
  { timeZone, publicUrl }: SiteFacts,
): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "mailing-list",
    entry: { call: subscribersCsvCall.call, kind: "subscribers", label: "Mailing list" },
    counted: "Rows",
    count: countSubscribers,
    header: ["E-mail", "On the list since", "Unsubscribe link"],
    page: (after, lastId) => subscribersAfter(db, after, lastId, pageSize),
    idOf: ({ subscriber_id }) => subscriber_id,
    cellsOf: ({ email_address, confirmed_at, leave_key }) => [
      email_address,
      confirmed_at ? dayOf(confirmed_at, timeZone) : "",
      publicUrl + secretLink("/signup/leave", leave_key),
    ],
  });
}
