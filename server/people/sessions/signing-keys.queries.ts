import type { Database, Transaction } from "#server/platform/database.ts";

/** A key that signs tokens, from when: null, always. */
export type SigningKey = { keyId: string; secret: string; signsFrom: Date | null };

/** The signing keys in the database. The first start creates one; two starts at once create one. */
export async function keptSigningKeys(db: Database, candidate: string, at: Date): Promise<SigningKey[]> {
  const found = await allKeys(db);
  if (found.length > 0) return found;
  // The same id for every first start: the second one waits and then inserts nothing.
  await db
    .insertInto("signing_keys")
    .values({ key_id: "1", secret: candidate, signs_from: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return allKeys(db);
}

const allKeys = (db: Database) =>
  db
    .selectFrom("signing_keys")
    .select(["key_id as keyId", "secret", "signs_from as signsFrom"])
    .orderBy("signs_from", "desc")
    .orderBy("key_id")
    .execute();

export async function insertKey(tx: Transaction, { keyId, secret, signsFrom }: SigningKey & { signsFrom: Date }) {
  await tx.insertInto("signing_keys").values({ key_id: keyId, secret, signs_from: signsFrom }).execute();
}

export async function keepKeys(db: Database, keyIds: readonly string[]): Promise<void> {
  await db.deleteFrom("signing_keys").where("key_id", "not in", keyIds).execute();
}
