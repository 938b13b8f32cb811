import { Refusal } from "#server/refusals/refusal.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { type BorrowerMailbox, confirmMailbox, mailboxOfUser, storeMailboxLink } from "./mailbox.queries.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

/** A new link that confirms a borrower's address: its path, for a mail to that address, and when it is over. */
export async function newMailboxLink(
  tx: Transaction,
  { borrowerId, address }: { borrowerId: number; address: string },
  at: Date,
): Promise<{ path: string; expiresAt: Date }> {
  const token = newSecret();
  const expiresAt = new Date(at.getTime() + linkDays * 24 * 60 * 60 * 1000);
  await storeMailboxLink(tx, { tokenHash: hashOf(token), borrowerId, address, expiresAt });
  return { path: `/user/confirm-email/${token}`, expiresAt };
}

/** Confirms the mailbox that the link was sent to, which is welcomed once; following it again changes nothing. */
export async function followMailboxLink(parts: ConfiguredParts<"loanDays">, token: string): Promise<void> {
  const { db, clock, configuration } = parts;
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const confirmed = await confirmMailbox(tx, hashOf(token), now);
    if (!confirmed) throw new Refusal({ kind: "link-expired", link: "mailbox" });
    const reader = confirmed.is_first && (await mailboxOfUser(tx, confirmed.user_id));
    if (reader) await welcome(tx, reader, configuration, now);
  });
}

async function welcome(tx: Transaction, to: BorrowerMailbox, { loanDays }: { loanDays: number }, at: Date) {
  const { borrower_id: borrowerId, user_name: userName, name, email_address: address, language } = to;
  const letter = welcomeLetter({ userName, language }, loanDays);
  // an address that changed later is confirmed again, but its reader was welcomed
  const onceKey = JSON.stringify(["welcome", borrowerId]);
  await enqueueMail(tx, { kind: "welcome", to: { name, address }, letter, at, onceKey });
}

/** Mails a new link to the caller's mailbox; false when it is confirmed already. */
export async function sendConfirmation({ db, clock }: Parts, userId: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const mailbox = await mailboxOfUser(tx, userId);
    if (!mailbox) throw new HttpError(404);
    if (mailbox.is_confirmed) return false;
    const isWritten = await writeConfirmation(tx, mailbox, clock.now());
    // staff turned these emails off
    if (!isWritten) throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.confirmationsOff });
    return true;
  });
}

/** Mails a link to an unconfirmed mailbox; false when staff turned these mails off. */
export async function writeConfirmation(tx: Transaction, mailbox: BorrowerMailbox, at: Date): Promise<boolean> {
  const { borrower_id: borrowerId, user_name: userName, name, email_address: address, language } = mailbox;
  const { path, expiresAt } = await newMailboxLink(tx, { borrowerId, address }, at);
  const letter = confirmLetter({ userName, language }, path);
  return enqueueMail(tx, { kind: "confirm-mailbox", to: { name, address }, letter, at, expiresAt });
}

/** Tells a mailbox that was confirmed what happened to its account; an unconfirmed one may be anybody's. */
export async function tellMailbox(
  tx: Transaction,
  what: "email changed" | "password changed",
  mailbox: BorrowerMailbox,
  at: Date,
): Promise<void> {
  if (!mailbox.is_confirmed) return;
  const write = what === "email changed" ? emailChangedLetter : passwordChangedLetter;
  const { user_name: userName, name, email_address: address, language } = mailbox;
  await enqueueMail(tx, { kind: "account-changed", to: { name, address }, letter: write({ userName, language }), at });
}

const linkDays = 14;

const english = {
  confirm: {
    heading: "Confirm your email address",
    preview: (days: number) => `The link works for ${days} days.`,
    text: (userName: string) =>
      `Your library account ${userName} uses this email address. Please confirm that you receive its emails.`,
    button: "Confirm my email address",
    note: "Not your account? Do nothing, and we won’t email you about it.",
  },
  welcome: {
    heading: "Welcome to the library",
    preview: "How borrowing works.",
    text: (userName: string) => `Your account ${userName} is ready, and we now email you about what you order.`,
    steps: (days: number) => [
      "Find books, videos, and audio, put them into your cart, and order. Borrowing and shipping to you are free.",
      `Keep everything for ${days} days from the day it ships. We remind you before it is due.`,
      "Send it back insured, with a carrier that tracks it. Your order says where to.",
    ],
    button: "Find something to borrow",
  },
  emailChanged: {
    heading: "Your email address was changed",
    preview: "If it wasn’t you, write to us.",
    text: (userName: string) =>
      `Your library account ${userName} now uses another email address. We won’t email you here anymore.`,
    note: "Wasn’t it you? Please write to us at once.",
  },
  passwordChanged: {
    heading: "Your password was changed",
    preview: "If it wasn’t you, choose a new one.",
    text: (userName: string) => `The password of your library account ${userName} was just changed.`,
    button: "Choose a new password",
    note: "Was it you? You’re all set. If not, choose a new password with the button, and write to us.",
  },
};

const spanish: typeof english = {
  confirm: {
    heading: "Confirme su correo electrónico",
    preview: (days) => `El enlace funciona durante ${days} días.`,
    text: (userName) =>
      `Su cuenta de la biblioteca ${userName} usa este correo electrónico. Confirme que recibe nuestros mensajes, por favor.`,
    button: "Confirmar mi correo electrónico",
    note: "¿No es su cuenta? Entonces no haga nada y no le escribiremos sobre ella.",
  },
  welcome: {
    heading: "Le damos la bienvenida a la biblioteca",
    preview: "Cómo funciona el préstamo.",
    text: (userName) => `Su cuenta ${userName} está lista y ahora le escribiremos sobre sus pedidos.`,
    steps: (days) => [
      "Busque libros, videos y audios, agréguelos a su carrito y haga su pedido. El préstamo y el envío son gratuitos.",
      `Puede quedarse con todo durante ${days} días desde el envío. Le avisaremos antes de la fecha límite.`,
      "Envíelo de regreso asegurado y con una empresa que permita rastrearlo. Su pedido dice adónde.",
    ],
    button: "Buscar materiales",
  },
  emailChanged: {
    heading: "Su correo electrónico cambió",
    preview: "Si no fue usted, escríbanos.",
    text: (userName) =>
      `Su cuenta de la biblioteca ${userName} usa ahora otro correo electrónico. Ya no le escribiremos a este.`,
    note: "¿No fue usted? Escríbanos cuanto antes, por favor.",
  },
  passwordChanged: {
    heading: "Su contraseña cambió",
    preview: "Si no fue usted, elija una nueva.",
    text: (userName) => `La contraseña de su cuenta de la biblioteca ${userName} acaba de cambiar.`,
    button: "Elegir una contraseña nueva",
    note: "¿Fue usted? Entonces no tiene que hacer nada. Si no, elija una contraseña nueva con el botón y escríbanos.",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

type Reader = { userName: string; language: LanguageCode };

export function confirmLetter({ userName, language }: Reader, path: string): Letter {
  const { heading, preview, text, button, note } = wordsIn(language).confirm;
  return {
    language,
    subject: heading,
    preview: preview(linkDays),
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "button", label: button, path },
      { is: "note", text: note },
    ],
  };
}

/** Says how borrowing works; `loanDays` is how long everything can be kept. */
export function welcomeLetter({ userName, language }: Reader, loanDays: number): Letter {
  const { heading, preview, text, steps, button } = wordsIn(language).welcome;
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "list", items: steps(loanDays) },
      { is: "button", label: button, path: "/user/inventories" },
    ],
  };
}

/** Tells the previous mailbox; it does not say the new address. */
export function emailChangedLetter({ userName, language }: Reader): Letter {
  const { heading, preview, text, note } = wordsIn(language).emailChanged;
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "note", text: note },
    ],
  };
}

export function passwordChangedLetter({ userName, language }: Reader): Letter {
  const { heading, preview, text, button, note } = wordsIn(language).passwordChanged;
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "button", label: button, path: "/user/reset-password" },
      { is: "note", text: note },
    ],
  };
}
