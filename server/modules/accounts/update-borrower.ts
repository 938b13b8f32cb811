import { ownMessages } from "#contract/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import { refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Parts } from "#server/parts.ts";
import { type BorrowerFields, findBorrower, passwordHashOf, updateBorrowerFields } from "./accounts.queries.ts";
import { isPassword } from "./credentials/passwords.ts";
import { type BorrowerMailbox, lockMailbox, mailboxOfUser, unconfirmMailbox } from "./mailbox/mailbox.queries.ts";
import { tellMailbox, writeConfirmation } from "./mailbox/write-mailbox-mail.ts";
import { voidReset } from "./reset/reset.queries.ts";
import { revokeOtherSessions } from "./sessions/session.queries.ts";

type Caller = { userId: number; sessionId: string; borrowerId: number };

/**
 * Saves the caller's personal fields. Another email address needs the current password: it is where a new password can be
 * had. Both mailboxes get an email, open reset links and other sessions end, and the new mailbox is unconfirmed. Whether it
 * was another.
 */
export async function updateBorrower(
  { db, clock }: Parts,
  { userId, sessionId, borrowerId }: Caller,
  sent: { fields: BorrowerFields; password: string },
): Promise<boolean> {
  const { fields, password } = sent;
  const before = found(await findBorrower(db, borrowerId));
  const isProven = isAnother(before, fields) && (await provePassword(password, await passwordHashOf(db, userId)));
  return inTransaction(db, async (tx) => {
    await lockMailbox(tx, borrowerId);
    const previous = found(await mailboxOfUser(tx, userId));
    await updateBorrowerFields(tx, borrowerId, fields);
    if (!isAnother(previous, fields)) return false;
    if (!isProven) throw passwordMissing(); // it was changed at this moment
    await moveMailbox(tx, { userId, sessionId, previous }, fields, clock.now());
    return true;
  });
}

type Moved = { userId: number; sessionId: string | null; previous: BorrowerMailbox };

/** What follows from another address: it is unconfirmed, both get an email, and what was open for the account ends. */
export async function moveMailbox(tx: Transaction, { userId, sessionId, previous }: Moved, to: Addressee, at: Date) {
  await unconfirmMailbox(tx, previous.borrower_id);
  await voidReset(tx, userId);
  await revokeOtherSessions(tx, userId, sessionId, at);
  await tellMailbox(tx, "email changed", previous, at);
  await writeConfirmation(tx, { ...previous, name: to.name, email_address: to.email_address }, at);
}

type Addressed = { email_address: string };
type Addressee = Pick<BorrowerFields, "name" | "email_address">;
export const isAnother = (one: Addressed, other: Addressed) =>
  one.email_address.trim().toLowerCase() !== other.email_address.trim().toLowerCase();

async function provePassword(password: string, hash: string | null | undefined): Promise<true> {
  if (password === "") throw passwordMissing();
  if (!(await isPassword(password, hash))) throw refusalOfField({ kind: "wrong-password" }, "password");
  return true;
}

const passwordMissing = () => refusalOf([{ field: "password", message: ownMessages.currentPasswordRequired }]);
