import type { LanguageCode } from "#contract/site/languages.ts";
import { sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";

/** `is_confirmed` means that they followed a link sent to this address. */
export type BorrowerMailbox = {
  borrower_id: number;
  user_name: string;
  email_address: string;
  language: LanguageCode;
  is_confirmed: boolean;
  /** Without a login, an account gets no email about its orders. */
  has_login: boolean;
};

/** Returns the mailbox of an account, or undefined for staff. */
export async function mailboxOfUser(db: Database, userId: number): Promise<BorrowerMailbox | undefined> {
  return db
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select(["borrower_id", "user_name", "email_address"])
    .select([sql<LanguageCode>`language`.as("language"), isConfirmed])
    .select(sql<boolean>`password_hash is not null`.as("has_login"))
    .where("borrowers.user_id", "=", userId)
    .executeTakeFirst();
}

const isConfirmed = sql<boolean>`mailbox_confirmed_at is not null`.as("is_confirmed");

export async function isMailboxConfirmed(db: Database, borrowerId: number): Promise<boolean> {
  const row = await db
    .selectFrom("account_mailboxes")
    .select("is_confirmed")
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  return row?.is_confirmed ?? false;
}

/** Locks the borrower against other changes. */
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

/** Confirms the mailbox of a link; returns undefined if the link has expired or the address has changed. Idempotent. */
export async function confirmMailbox(tx: Transaction, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<{ user_id: number; is_first: boolean }>`
    update borrowers set mailbox_confirmed_at = coalesce(borrowers.mailbox_confirmed_at, ${now}::timestamptz)
    from mailbox_links as link join borrowers as before using (borrower_id)
    where link.token_hash = ${tokenHash} and link.expires_at > ${now}::timestamptz
      and borrowers.borrower_id = link.borrower_id and lower(borrowers.email_address) = lower(link.email_address)
    returning borrowers.user_id, before.mailbox_confirmed_at is null as is_first`.execute(tx);
  return rows[0];
}

/** Confirms the mailbox of a user who followed another emailed link. */
export async function confirmMailboxOfUser(
  tx: Transaction,
  userId: number,
  now: Date,
  by: "link" | "phone" = "link",
): Promise<void> {
  await tx
    .updateTable("borrowers")
    .set({ mailbox_confirmed_at: now, mailbox_confirmed_by: by })
    .where("user_id", "=", userId)
    .where("mailbox_confirmed_at", "is", null)
    .execute();
}

/**
 * Unconfirms a changed address, which gets no password reset link before `resetsFrom`. Ends the links that would confirm the
 * previous address.
 */
export async function unconfirmMailbox(tx: Transaction, borrowerId: number, resetsFrom: Date | null): Promise<void> {
  await tx
    .updateTable("borrowers")
    .set({ mailbox_confirmed_at: null, mailbox_confirmed_by: "link", resets_from: resetsFrom })
    .where("borrower_id", "=", borrowerId)
    .execute();
  await tx.deleteFrom("mailbox_links").where("borrower_id", "=", borrowerId).execute();
}

/** Lets password resets go to a changed address right away. */
export async function allowResets(tx: Transaction, borrowerId: number): Promise<void> {
  await tx.updateTable("borrowers").set({ resets_from: null }).where("borrower_id", "=", borrowerId).execute();
}

/** Ends the emailed links to a borrower's holds; the holds stay. */
export async function voidHoldLinks(tx: Transaction, borrowerId: number): Promise<void> {
  await tx
    .updateTable("waitlist_offers")
    .set({ token_hash: null })
    .where("entry_id", "in", (of) =>
      of.selectFrom("waitlist_entries").select("entry_id").where("borrower_id", "=", borrowerId),
    )
    .where("token_hash", "is not", null)
    .execute();
}

/** Only hashes are stored: reading the database is not enough to open the link or forge the cookie. */
export type ResetSecrets = { token: string; tokenHash: Buffer; proofHash: Buffer };

export type ResettableAccount = {
  user_id: number;
  user_name: string;
  borrower_id: number | null;
  email_address: string;
  /** Always for staff. */
  is_confirmed: boolean;
  /** Null unless a clerk changed the address. */
  resets_from: Date | null;
};

const maxAccounts = 50; // all in one email

/** Finds accounts by user name or email address, oldest first, so that new accounts can't push out old ones. */
export async function accountsToReset(tx: Transaction, nameOrAddress: string): Promise<ResettableAccount[]> {
  const { rows } = await sql<ResettableAccount>`
    select user_id, user_name, borrower_id,
      coalesce(borrowers.email_address, staff.email_address) as email_address, resets_from,
      borrower_id is null or mailbox_confirmed_at is not null as is_confirmed
    from accounts left join borrowers using (user_id) left join staff using (user_id)
    where password_hash is not null and disabled_at is null
      and (borrowers.email_address is not null or staff.email_address <> '')
      and user_id in (
        select user_id from accounts where lower(user_name) = lower(${nameOrAddress})
        union select user_id from borrowers where lower(email_address) = lower(${nameOrAddress})
        union select user_id from staff where lower(email_address) = lower(${nameOrAddress}) and email_address <> ''
      )
    order by user_id limit ${sql.lit(maxAccounts)}`.execute(tx);
  return rows;
}

/** Stores an account's new link in place of the previous one. */
export async function storeReset(
  tx: Transaction,
  userId: number,
  { tokenHash, proofHash }: ResetSecrets,
  expiresAt: Date,
): Promise<void> {
  const link = { token_hash: tokenHash, proof_hash: proofHash, expires_at: expiresAt };
  await tx
    .insertInto("password_resets")
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(link))
    .execute();
}

export async function resetOfToken(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("password_resets")
    .innerJoin("accounts", "accounts.user_id", "password_resets.user_id")
    .select(["accounts.user_id", "user_name", "expires_at"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

type Proof = { userId: number; proofHash: Buffer; now: Date };

const isOf = ({ userId, proofHash, now }: Proof) =>
  sql<boolean>`user_id = ${userId} and proof_hash = ${proofHash} and expires_at > ${now}`;

export async function isProven(db: Database, proof: Proof): Promise<boolean> {
  const row = await db.selectFrom("password_resets").select("user_id").where(isOf(proof)).executeTakeFirst();
  return row !== undefined;
}

/** Consumes a link, for one of two concurrent calls; returns false if it was used, expired, or is another account's. */
export async function useReset(tx: Transaction, proof: Proof): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("password_resets").where(isOf(proof)).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function voidReset(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}

/** Sets an account's password; returns its owner. */
export async function setPasswordHash(tx: Transaction, userId: number, passwordHash: string) {
  const owner = await tx
    .updateTable("accounts")
    .set({ password_hash: passwordHash, awaits_password: false })
    .where("user_id", "=", userId)
    .returning(["user_name as userName", "user_type_id as userTypeId"])
    .executeTakeFirstOrThrow();
  await tx.updateTable("staff").set({ has_first_password: false }).where("user_id", "=", userId).execute();
  return owner;
}
