import type { Borrower, updateBorrower } from "#contract/people/accounts.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { refusalOf } from "#server/refusals/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { borrowerFields } from "./borrower-fields.ts";
import { type BorrowerFields, type BorrowerRow, findBorrower, updateBorrowerFields } from "./accounts.queries.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import { notifyMailbox, writeConfirmation } from "./mailbox.ts";
import {
  type BorrowerMailbox,
  lockMailbox,
  mailboxOfUser,
  unconfirmMailbox,
  voidHoldLinks,
  voidReset,
} from "./mailbox.queries.ts";
import { provePassword } from "./passwords.ts";
import { revokeSessions } from "../sessions/session.queries.ts";

type Caller = { userId: number; sessionId: string; borrowerId: number | null };

/** Returns the caller's own borrower, or throws 404 for anyone else's. */
export async function showCard(db: Database, caller: Caller, userId: number): Promise<Borrower> {
  return cardOf(db, found(userId === caller.userId ? (caller.borrowerId ?? undefined) : undefined));
}

const cardOf = async (db: Database, borrowerId: number) => presentBorrower(found(await findBorrower(db, borrowerId)));

function presentBorrower(row: BorrowerRow): Borrower {
  return {
    borrowerId: row.borrower_id,
    borrowerName: row.name,
    schoolName: row.school_name,
    schoolDistrict: row.school_district,
    emailAddress: row.email_address,
    isMailboxConfirmed: row.mailbox_confirmed_at !== null,
    blockReason: row.block_reason,
    phoneNumber: row.phone_number,
    addressId: row.borrower_id,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    user: {
      userId: row.user_id,
      userName: row.user_name,
      userTypeId: row.user_type_id,
      password: "",
      confirmPassword: "",
    },
  };
}

/**
 * Saves the caller's personal fields, and returns whether the email address is new. A new one needs the current
 * password, because a reset link sent there can replace it.
 */
export async function updateCard(
  { db, clock, limits }: Parts & { limits: AttemptLimits },
  caller: Caller & { from: string },
  input: Received<typeof updateBorrower>["body"],
): Promise<{ card: Borrower; isNewAddress: boolean }> {
  const { userId, sessionId, borrowerId } = caller;
  if (borrowerId === null || (input.borrowerId ?? borrowerId) !== borrowerId) throw new HttpError(404);
  const fields = await borrowerFields(db, input);
  const { password } = input;
  const save = async () => {
    const before = found(await findBorrower(db, borrowerId));
    const needsPassword = isNewAddress(before, fields);
    if (needsPassword && !password) throw passwordMissing();
    if (needsPassword && password) await provePassword(db, userId, password);
    return inTransaction(db, async (tx) => {
      await lockMailbox(tx, borrowerId);
      const previous = found(await mailboxOfUser(tx, userId));
      await updateBorrowerFields(tx, borrowerId, fields);
      if (!isNewAddress(previous, fields)) return false;
      if (!needsPassword) throw passwordMissing(); // another request just changed it
      await moveMailbox(tx, { userId, sessionId, previous }, fields, clock.now());
      return true;
    });
  };
  const saveWithPassword = async () => {
    await limits.confirmation(userId); // a new address is sent an email, so it may be a stranger's
    return save();
  };
  const isNew = await (!password ? save() : limits.ownPassword(caller, saveWithPassword));
  return { card: await cardOf(db, borrowerId), isNewAddress: isNew };
}

/** After a clerk's change, password resets to the new address have to wait. */
type MailboxChange = { userId: number; sessionId: string | null; previous: BorrowerMailbox; resetsFrom?: Date | null };
type HasAddress = Pick<BorrowerFields, "email_address">;

/** Unconfirms the new address, emails both addresses, and ends the links to the previous one and other sessions. */
export async function moveMailbox(
  tx: Transaction,
  { userId, sessionId, previous, resetsFrom = null }: MailboxChange,
  to: HasAddress,
  at: Date,
): Promise<void> {
  await unconfirmMailbox(tx, previous.borrower_id, resetsFrom);
  await voidHoldLinks(tx, previous.borrower_id);
  await voidReset(tx, userId);
  await revokeSessions(tx, userId, at, { except: sessionId });
  await notifyMailbox(tx, "email changed", previous, at);
  await writeConfirmation(tx, { ...previous, email_address: to.email_address }, at);
}

export const isNewAddress = (before: HasAddress, after: HasAddress) =>
  before.email_address.trim().toLowerCase() !== after.email_address.trim().toLowerCase();

const passwordMissing = () => refusalOf([{ field: "password", message: ownMessages.currentPasswordRequired }]);
