import { sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";

export async function secretOf(db: Database, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom("second_steps").select("secret").where("user_id", "=", userId).executeTakeFirst();
  return row?.secret;
}

/** Takes the code of a time step, once; false when this one or a later one was taken before. */
export async function takeStep(db: Database, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_steps")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a recovery code, once. */
export async function takeRecoveryCode(db: Database, userId: number, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewStep = { userId: number; secret: string; step: number; at: Date };

/** Stores a second step whose first code was taken; false when the account has one. */
export async function storeSecondStep(tx: Transaction, { userId, secret, step, at }: NewStep): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("second_steps")
    .values({ user_id: userId, secret, since: at, last_step: step })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await tx.updateTable("accounts").set({ has_second_step: true }).where("user_id", "=", userId).execute();
  return true;
}

/** Replaces the recovery codes of a second step; false when there is none. */
export async function replaceRecoveryCodes(tx: Transaction, userId: number, hashes: readonly Buffer[]) {
  const step = tx.selectFrom("second_steps").select("user_id").where("user_id", "=", userId).forUpdate();
  if (!(await step.executeTakeFirst())) return false;
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
  return true;
}

/** Deletes the second step and its recovery codes; false when there was none. */
export async function deleteSecondStep(tx: Transaction, userId: number): Promise<boolean> {
  // The account first, as when it is stored.
  await tx.updateTable("accounts").set({ has_second_step: false }).where("user_id", "=", userId).execute();
  const { numDeletedRows } = await tx.deleteFrom("second_steps").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
