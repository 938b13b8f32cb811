import type { MailKind } from "#contract/mail.ts";
import type { Transaction } from "../database.ts";
import type { Letter } from "./letter/letter.ts";
import { insertMail } from "./outbox.queries.ts";

/** A mail to be sent. */
export type Mail = {
  kind: MailKind;
  to: { name: string; address: string };
  letter: Letter;
  /** Now. */
  at: Date;
  /** Of two mails with one key the second is never written, in whatever order and however often it is tried. */
  onceKey?: string;
  /** From then on it is not sent anymore, and its content is deleted: its links have expired. */
  expiresAt?: Date;
};

/**
 * Writes a mail in the transaction of what it tells of; it is sent when that has been committed, and never if it is not.
 * Costs one statement and never waits for a mail server. False: staff switched this kind off, or the key was there.
 */
export async function enqueueMail(tx: Transaction, mail: Mail): Promise<boolean> {
  const { kind, letter, at, onceKey, expiresAt } = mail;
  return insertMail(tx, {
    kind,
    onceKey: onceKey ?? null,
    toName: oneLine(mail.to.name),
    toAddress: mail.to.address.trim(),
    subject: oneLine(letter.subject),
    letter,
    at,
    expiresAt: expiresAt ?? null,
  });
}

/** A name cannot inject a header. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 200);
}
