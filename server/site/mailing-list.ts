import type { LanguageCode } from "#contract/site/languages.ts";
import { createHash, randomBytes } from "node:crypto";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Clock, dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { Parts } from "#server/parts.ts";
import {
  confirmEntry,
  countSubscribers,
  deleteUnconfirmed,
  entryOf,
  mailedSince,
  noteMail,
  subscribersAfter,
} from "./mailing-list.queries.ts";
import { subscribersCsv as subscribersCsvCall } from "#contract/site/content.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import type { Block, Letter } from "#server/platform/mail/letter/letter.ts";

const minute = 60_000; // ms
const day = 24 * 60 * minute;
/** Nobody can flood an address: no second email within this time. */
const pause = 15 * minute;
/** How long an email's link works; unconfirmed entries are deleted afterwards. */
const linkLasts = 7 * day;
/** Over all addresses, so that nobody can mass-mail in our name. */
const maxMailsPerHour = 600;

type SignUp = { address: string; language: LanguageCode };

/**
 * Emails the confirmation link to an address that signs up. Subscribers learn it only by email: the caller learns
 * nothing about who is on the list.
 */
export async function subscribe({ db, clock }: Parts, { address, language }: SignUp, scale: number): Promise<void> {
  const at = clock.now();
  if ((await mailedSince(db, new Date(at.getTime() - 60 * minute))) >= maxMailsPerHour * scale)
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

const newKey = () => randomBytes(32).toString("base64url");
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

const rowsOnPage = 500;

type Place = { timeZone: string; publicUrl: string };

/** Streams every subscriber with their unsubscribe link, which each email must include. */
export async function subscribersCsv(db: Database, actor: Actor, { timeZone, publicUrl }: Place): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "mailing-list",
    entry: { call: subscribersCsvCall.call, kind: "subscribers", label: "Mailing list" },
    counted: "Rows",
    count: countSubscribers,
    header: ["E-mail", "On the list since", "Unsubscribe link"],
    page: (after, lastId) => subscribersAfter(db, after, lastId, rowsOnPage),
    idOf: ({ subscriber_id }) => subscriber_id,
    cellsOf: ({ email_address, confirmed_at, leave_key }) => [
      email_address,
      confirmed_at ? dayOf(confirmed_at, timeZone) : "",
      `${publicUrl}/signup/leave/${leave_key}`,
    ],
  });
}

const english = {
  leave: "Unsubscribe",
  optIn: {
    subject: "Please confirm your sign-up",
    preview: "One click, and you’re on the list.",
    text: "Someone signed up this address for news from the library. Please confirm that it was you.",
    confirm: "Confirm",
    note: "Wasn’t you? Do nothing, and we won’t email you again.",
    change: "Want to be sure, or changed your mind? Remove your address here:",
  },
  onTheList: {
    subject: "You’re on our mailing list",
    preview: "You don’t need to do anything.",
    text: "Someone signed up this address for news from the library. It’s already on the list.",
    change: "Changed your mind? Remove it here:",
  },
};

const spanish: typeof english = {
  leave: "Cancelar la suscripción",
  optIn: {
    subject: "Confirme su suscripción",
    preview: "Un clic, y recibirá nuestras novedades.",
    text: "Alguien indicó esta dirección para recibir novedades de la biblioteca. Confirme que fue usted.",
    confirm: "Confirmar",
    note: "¿No fue usted? Entonces no haga nada y no volveremos a escribirle.",
    change: "¿Quiere asegurarse o cambió de opinión? Aquí puede quitar la dirección:",
  },
  onTheList: {
    subject: "Está en nuestra lista de correo",
    preview: "No hace falta nada más.",
    text: "Alguien indicó esta dirección para recibir novedades de la biblioteca. Ya está en la lista.",
    change: "¿Cambió de opinión? Aquí puede quitarla:",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

/** Paths of our site, "/signup/…". */
type Paths = { confirmPath: string; leavePath: string };

/** The opt-in email to a new subscriber, so that nobody can subscribe someone else. */
export function optInLetter({ confirmPath, leavePath }: Paths, language: LanguageCode): Letter {
  const { optIn } = wordsIn(language);
  return letter(optIn, leavePath, language, [
    { is: "button", label: optIn.confirm, path: confirmPath },
    { is: "note", text: optIn.note },
  ]);
}

/** The email to a subscriber who signs up again. */
export function onTheListLetter({ leavePath }: Pick<Paths, "leavePath">, language: LanguageCode): Letter {
  return letter(wordsIn(language).onTheList, leavePath, language, []);
}

type Words = (typeof english)["onTheList"];

function letter(words: Words, leavePath: string, language: LanguageCode, more: Block[]): Letter {
  const { subject, preview, text, change } = words;
  const leave: Block = { is: "button", label: wordsIn(language).leave, path: leavePath };
  const blocks: Block[] = [{ is: "text", text }, ...more, { is: "text", text: change }, leave];
  return { language, subject, preview, heading: subject, blocks };
}
