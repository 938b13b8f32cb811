import { sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";

/** A link's secret and its stored hash. Reading the database is not enough to open the link or forge the cookie. */
export type ResetSecrets = { token: string; tokenHash: Buffer; proofHash: Buffer };

export type ResettableAccount = { user_id: number; user_name: string; name: string; email_address: string };

const mostAccounts = 50; // one mailbox, one email

/** The accounts with this user name or this email address, the oldest first: newcomers must not push them out. */
export async function accountsToReset(tx: Transaction, typed: string): Promise<ResettableAccount[]> {
  const { rows } = await sql<ResettableAccount>`
    select user_id, user_name, coalesce(borrowers.name, staff.name) as name,
      coalesce(borrowers.email_address, staff.email_address) as email_address
    from accounts left join borrowers using (user_id) left join staff using (user_id)
    where password_hash is not null and disabled_at is null
      and (borrowers.email_address is not null or staff.email_address <> '')
      and user_id in (
        select user_id from accounts where lower(user_name) = lower(${typed})
        union select user_id from borrowers where lower(email_address) = lower(${typed})
        union select user_id from staff where lower(email_address) = lower(${typed}) and email_address <> ''
      )
    order by user_id limit ${sql.lit(mostAccounts)}`.execute(tx);
  return rows;
}

/** Stores an account's new link; the previous one becomes invalid. */
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

/**
 * Consumes the link; false when it was used, expired, or belongs to another account. Of two calls at once, one gets
 * true.
 */
export async function useReset(tx: Transaction, proof: Proof): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("password_resets").where(isOf(proof)).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function voidReset(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}

/** Sets an account's password; returns whose it is. */
export async function setPasswordHash(tx: Transaction, userId: number, passwordHash: string) {
  const owner = await tx
    .updateTable("accounts")
    .set({ password_hash: passwordHash })
    .where("user_id", "=", userId)
    .returning(["user_name", "user_type_id"])
    .executeTakeFirstOrThrow();
  await tx.updateTable("staff").set({ has_first_password: false }).where("user_id", "=", userId).execute();
  return owner;
}
