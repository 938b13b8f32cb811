import type { Database, Transaction } from "#server/platform/database.ts";

/** An administrator, or undefined for anyone else. */
export async function findStaff(db: Database, userId: number) {
  return db
    .selectFrom("staff")
    .innerJoin("accounts", "accounts.user_id", "staff.user_id")
    .select(["staff.user_id", "user_name", "name", "email_address", "role", "has_first_password"])
    .where("staff.user_id", "=", userId)
    .executeTakeFirst();
}

/** Whether the account still has this password's hash; then nobody changes it until the transaction ends. */
export async function holdPassword(tx: Transaction, userId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function setEmailAddress(tx: Transaction, userId: number, emailAddress: string): Promise<void> {
  await tx.updateTable("staff").set({ email_address: emailAddress }).where("user_id", "=", userId).execute();
}

export async function keepChosenPassword(tx: Transaction, userId: number): Promise<void> {
  await tx.updateTable("staff").set({ has_first_password: false }).where("user_id", "=", userId).execute();
}
