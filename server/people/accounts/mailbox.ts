import { Refusal } from "#server/refusals/refusal.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret, secretLink } from "#server/platform/mail/link-secret.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { type BorrowerMailbox, confirmMailbox, mailboxOfUser, storeMailboxLink } from "./mailbox.queries.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { type Letter, letterOf, userNameFact } from "#server/platform/mail/letter/letter.ts";

/** Creates an emailed link that confirms a borrower's address, then leads to `next`. */
export async function newMailboxLink(
  tx: Transaction,
  { borrowerId, address, next }: { borrowerId: number; address: string; next?: `/${string}` },
  at: Date,
): Promise<{ path: string; expiresAt: Date }> {
  const token = newSecret();
  const expiresAt = new Date(at.getTime() + linkDays * 24 * 60 * 60 * 1000);
  await storeMailboxLink(tx, { tokenHash: hashOf(token), borrowerId, address, expiresAt });
  const page = next ? (`/user/confirm-email?next=${encodeURIComponent(next)}` as const) : "/user/confirm-email";
  return { path: secretLink(page, token), expiresAt };
}

/** Confirms the mailbox that the link was sent to, and welcomes its reader once. */
export async function followMailboxLink(parts: ConfiguredParts<"loanDays">, token: string): Promise<void> {
  const { db, clock, configuration } = parts;
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const confirmation = await confirmMailbox(tx, hashOf(token), now);
    if (!confirmation) throw new Refusal({ kind: "link-expired", link: "mailbox" });
    const reader = confirmation.is_first && (await mailboxOfUser(tx, confirmation.user_id));
    if (reader) await welcome(tx, reader, configuration, now);
  });
}

/** Emails a borrower who just confirmed their mailbox how borrowing works, unless the account has no login. */
export async function welcome(tx: Transaction, to: BorrowerMailbox, { loanDays }: { loanDays: number }, at: Date) {
  const { borrower_id: borrowerId, user_name: userName, email_address: address, language } = to;
  if (!to.has_login) return;
  const letter = welcomeLetter({ userName, language }, loanDays);
  // a new address is confirmed again, but its reader was already welcomed
  const onceKey = JSON.stringify(["welcome", borrowerId]);
  await enqueueMail(tx, { kind: "welcome", to: { borrowerId, address }, letter, at, onceKey });
}

/** Emails a borrower a new link, and runs `also` with it; returns false if the address is already confirmed. */
export async function sendConfirmation(
  { db, clock }: Parts,
  userId: number,
  also?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const mailbox = await mailboxOfUser(tx, userId);
    if (!mailbox) throw new HttpError(404);
    if (mailbox.is_confirmed) return false;
    const isEnqueued = await writeConfirmation(tx, mailbox, clock.now());
    // staff turned these emails off
    if (!isEnqueued) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.confirmationsOff });
    await also?.(tx);
    return true;
  });
}

/** Emails a link to an unconfirmed mailbox; returns false if staff turned these emails off. */
export async function writeConfirmation(tx: Transaction, mailbox: BorrowerMailbox, at: Date): Promise<boolean> {
  const { borrower_id: borrowerId, email_address: address, language } = mailbox;
  const { path, expiresAt } = await newMailboxLink(tx, { borrowerId, address }, at);
  const letter = confirmLetter(language, path);
  return enqueueMail(tx, { kind: "confirm-mailbox", to: { borrowerId, address }, letter, at, expiresAt });
}

/** Emails a confirmed mailbox about a change of its account; an unconfirmed one may be anyone's. */
export async function notifyMailbox(
  tx: Transaction,
  what: "email changed" | "password changed",
  mailbox: BorrowerMailbox,
  at: Date,
): Promise<void> {
  if (!mailbox.is_confirmed) return;
  const write = what === "email changed" ? emailChangedLetter : passwordChangedLetter;
  const { borrower_id: borrowerId, user_name: userName, email_address: address, language } = mailbox;
  const letter = write({ userName, language });
  await enqueueMail(tx, { kind: "account-changed", to: { borrowerId, address }, letter, at });
}

const linkDays = 14;

const english = {
  confirm: {
    heading: "Confirm your email address",
    preview: (days: number) => `The link works for ${days} days.`,
    text: "A library account uses this email address. Please confirm that it’s yours.",
    button: "Confirm my email address",
    note: "Not your account? You don’t need to do anything. We won’t email you about it again.",
  },
  welcome: {
    heading: "Welcome to the library",
    preview: "How borrowing works.",
    text: "Your account is ready. From now on, we’ll email you about your orders.",
    steps: (days: number) => [
      "Find books, videos, and audio, add them to your cart, and order. Borrowing is free, and so is shipping to you.",
      `Keep everything for ${days} days from the day it ships. We’ll remind you before it’s due.`,
      "Send it back insured, with a carrier that offers tracking. Your order shows the address.",
    ],
    button: "Find something to borrow",
  },
  emailChanged: {
    heading: "Your email address was changed",
    preview: "If this wasn’t you, write to us.",
    text: "Your library account now uses a different email address. We won’t email you here anymore.",
    note: "If this wasn’t you, please write to us right away.",
  },
  passwordChanged: {
    heading: "Your password was changed",
    preview: "If this wasn’t you, choose a new one.",
    text: "The password of your library account was just changed.",
    button: "Choose a new password",
    note: "If this was you, you don’t need to do anything. If not, choose a new password with the button above and write to us.",
  },
};

const spanish: typeof english = {
  confirm: {
    heading: "Confirme su correo electrónico",
    preview: (days) => `El enlace funciona durante ${days} días.`,
    text: "Una cuenta de la biblioteca usa este correo electrónico. Por favor, confirme que es suyo.",
    button: "Confirmar mi correo electrónico",
    note: "¿No es su cuenta? No tiene que hacer nada: no le volveremos a escribir sobre ella.",
  },
  welcome: {
    heading: "Le damos la bienvenida a la biblioteca",
    preview: "Cómo funciona el préstamo.",
    text: "Su cuenta está lista. Desde ahora le escribiremos sobre sus pedidos.",
    steps: (days) => [
      "Busque libros, videos y audios, agréguelos a su carrito y haga su pedido. El préstamo y el envío son gratuitos.",
      `Puede quedarse con los materiales ${days} días a partir del envío. Le avisaremos antes de la fecha límite.`,
      "Devuélvalos asegurados y con una paquetería que ofrezca rastreo. En su pedido está la dirección.",
    ],
    button: "Buscar materiales",
  },
  emailChanged: {
    heading: "Se cambió su correo electrónico",
    preview: "Si no fue usted, escríbanos.",
    text: "Su cuenta de la biblioteca usa ahora otro correo electrónico. Ya no le escribiremos a este.",
    note: "Si no fue usted, escríbanos cuanto antes.",
  },
  passwordChanged: {
    heading: "Se cambió su contraseña",
    preview: "Si no fue usted, elija una nueva.",
    text: "Se acaba de cambiar la contraseña de su cuenta de la biblioteca.",
    button: "Elegir una contraseña nueva",
    note: "Si fue usted, no tiene que hacer nada. Si no, elija una contraseña nueva con el botón y escríbanos.",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

type Reader = { userName: string; language: LanguageCode };

/** Leaves out the username, because anyone can choose one, and the mailbox may be a stranger's. */
export function confirmLetter(language: LanguageCode, path: string): Letter {
  const { heading, preview, text, button, note } = wordsIn(language).confirm;
  return letterOf(language, { heading, preview: preview(linkDays) }, [
    { is: "text", text },
    { is: "button", label: button, path },
    { is: "note", text: note },
  ]);
}

/** Explains how borrowing works. */
export function welcomeLetter({ userName, language }: Reader, loanDays: number): Letter {
  const { text, steps, button, ...words } = wordsIn(language).welcome;
  return letterOf(language, words, [
    { is: "text", text },
    userNameFact(userName, language),
    { is: "list", items: steps(loanDays) },
    { is: "button", label: button, path: "/user/inventories" },
  ]);
}

/** Leaves out the new address, because it goes to the previous mailbox. */
export function emailChangedLetter({ userName, language }: Reader): Letter {
  const { text, note, ...words } = wordsIn(language).emailChanged;
  return letterOf(language, words, [
    { is: "text", text },
    userNameFact(userName, language),
    { is: "note", text: note },
  ]);
}

export function passwordChangedLetter({ userName, language }: Reader): Letter {
  const { text, button, note, ...words } = wordsIn(language).passwordChanged;
  return letterOf(language, words, [
    { is: "text", text },
    userNameFact(userName, language),
    { is: "button", label: button, path: "/user/reset-password" },
    { is: "note", text: note },
  ]);
}
