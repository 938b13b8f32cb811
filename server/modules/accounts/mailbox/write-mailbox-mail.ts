import { ownMessages } from "#contract/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import type { Parts } from "#server/parts.ts";
import { confirmLetter, emailChangedLetter, passwordChangedLetter } from "./mailbox-letters.ts";
import { newMailboxLink } from "./mailbox-link.ts";
import { type BorrowerMailbox, mailboxOfUser } from "./mailbox.queries.ts";

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
