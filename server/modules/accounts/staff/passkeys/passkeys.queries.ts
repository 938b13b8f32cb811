import { mostPasskeys } from "#contract/staff/passkeys.ts";
import type { Database, Transaction } from "#server/platform/database.ts";

/** How long a browser has to answer a challenge, in ms: one looks for the device and unlocks it. */
export const challengePatience = 5 * 60_000;

/** An account's passkeys, the oldest first. */
export async function passkeysOf(db: Database, userId: number) {
  return db
    .selectFrom("passkeys")
    .select(["passkey_id", "credential_id", "name", "added_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("passkey_id")
    .limit(mostPasskeys)
    .execute();
}

export type PasskeyRow = Awaited<ReturnType<typeof passkeysOf>>[number];

/** A passkey and the name of its account. */
export async function passkeyByCredential(db: Database, credentialId: string) {
  return db
    .selectFrom("passkeys")
    .innerJoin("accounts", "accounts.user_id", "passkeys.user_id")
    .select(["passkey_id", "credential_id", "public_key", "sign_count", "user_name"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

type NewPasskey = {
  userId: number;
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  name: string;
  at: Date;
};

/** Stores a passkey; false when the account has as many as it may, or the device's passkey is stored. */
export async function storePasskey(tx: Transaction, passkey: NewPasskey): Promise<boolean> {
  const { userId, credentialId, publicKey, signCount, name, at } = passkey;
  const { count } = await tx
    .selectFrom("passkeys")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostPasskeys) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkeys")
    .values({
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      sign_count: signCount,
      name,
      added_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes one of an account's passkeys; its name, or undefined when there is none. */
export async function deletePasskey(tx: Transaction, userId: number, passkeyId: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where("passkey_id", "=", passkeyId)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

/** Deletes all passkeys of an account; how many there were. */
export async function deletePasskeys(tx: Transaction, userId: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Stores that a passkey was used; false when another use of it came first, which a copied device would be. */
export async function keepUsed(tx: Transaction, passkeyId: number, { signCount, at }: { signCount: number; at: Date }) {
  const { numUpdatedRows } = await tx
    .updateTable("passkeys")
    .set({ sign_count: signCount, last_used_at: at })
    .where("passkey_id", "=", passkeyId)
    .where((is) =>
      is.or([is("sign_count", "<", signCount), is.and([is("sign_count", "=", 0), is.val(signCount === 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up a challenge; false when it was answered before. */
export async function useChallenge(tx: Transaction, challengeHash: Buffer, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkey_challenges")
    .values({ challenge_hash: challengeHash, used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes challenges that can no longer be answered. */
export async function deleteUsedChallenges(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - challengePatience);
  await db.deleteFrom("passkey_challenges").where("used_at", "<", before).execute();
}
