import type { LanguageCode } from "#contract/site/languages.ts";
import { sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";

/** Where mail to a borrower goes, and whether they showed that they read it. */
export type BorrowerMailbox = {
  borrower_id: number;
  user_name: string;
  name: string;
  email_address: string;
  language: LanguageCode;
  is_confirmed: boolean;
};

/** The mailbox of an account; undefined for an administrator. */
export async function mailboxOfUser(db: Database, userId: number): Promise<BorrowerMailbox | undefined> {
  return db
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select(["borrower_id", "user_name", "name", "email_address"])
    .select([sql<LanguageCode>`language`.as("language"), isConfirmed])
    .where("borrowers.user_id", "=", userId)
    .executeTakeFirst();
}

const isConfirmed = sql<boolean>`mailbox_confirmed_at is not null`.as("is_confirmed");

/** Makes other changes of the borrower wait. */
export async function lockMailbox(tx: Transaction, borrowerId: number): Promise<void> {
  await tx
    .selectFrom("borrowers")
    .select("borrower_id")
    .where("borrower_id", "=", borrowerId)
    .forNoKeyUpdate()
    .execute();
}

export async function storeMailboxLink(
  tx: Transaction,
  link: { tokenHash: Buffer; borrowerId: number; address: string; expiresAt: Date },
): Promise<void> {
  const { tokenHash, borrowerId, address, expiresAt } = link;
  await tx
    .insertInto("mailbox_links")
    .values({ token_hash: tokenHash, borrower_id: borrowerId, email_address: address, expires_at: expiresAt })
    .execute();
}

/**
 * Confirms the mailbox of a link, again if it was; gives its user, and whether it was not confirmed. Nothing when the link is
 * over, or the address is another now.
 */
export async function confirmMailbox(tx: Transaction, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<{ user_id: number; is_first: boolean }>`
    update borrowers set mailbox_confirmed_at = coalesce(borrowers.mailbox_confirmed_at, ${now}::timestamptz)
    from mailbox_links as link join borrowers as before using (borrower_id)
    where link.token_hash = ${tokenHash} and link.expires_at > ${now}::timestamptz
      and borrowers.borrower_id = link.borrower_id and lower(borrowers.email_address) = lower(link.email_address)
    returning borrowers.user_id, before.mailbox_confirmed_at is null as is_first`.execute(tx);
  return rows[0];
}

/** The account's user followed a link in a mail: they read their mailbox. */
export async function confirmMailboxOfUser(tx: Transaction, userId: number, now: Date): Promise<void> {
  await setConfirmed(tx, now).where("user_id", "=", userId).where("mailbox_confirmed_at", "is", null).execute();
}

/** A new address is nobody's until its link was followed. */
export async function unconfirmMailbox(tx: Transaction, borrowerId: number): Promise<void> {
  await setConfirmed(tx, null).where("borrower_id", "=", borrowerId).execute();
}

const setConfirmed = (tx: Transaction, at: Date | null) =>
  tx.updateTable("borrowers").set({ mailbox_confirmed_at: at });

export async function deleteMailboxLinks(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("mailbox_links").where("expires_at", "<=", before).execute();
}
