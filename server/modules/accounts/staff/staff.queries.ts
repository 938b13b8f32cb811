import type { StaffRole } from "#contract/staff/roles.ts";
import type { ScanSignal } from "#contract/staff/scan-signals.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** An administrator, or undefined for anyone else. */
export async function findStaff(db: Database, userId: number) {
  return db
    .selectFrom("staff")
    .innerJoin("accounts", "accounts.user_id", "staff.user_id")
    .select(["staff.user_id", "user_name", "name", "email_address", "role", "disabled_at"])
    .select(["has_first_password", "has_second_step"])
    .select(sql<ScanSignal[]>`scan_signals`.as("scan_signals"))
    .where("staff.user_id", "=", userId)
    .executeTakeFirst();
}

export type StaffRow = NonNullable<Awaited<ReturnType<typeof findStaff>>>;

/** Whether the account still has this password's hash; then nobody changes it until the transaction ends. */
export async function holdPassword(tx: Transaction, userId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function setEmailAddress(tx: Transaction, userId: number, emailAddress: string): Promise<void> {
  await tx.updateTable("staff").set({ email_address: emailAddress }).where("user_id", "=", userId).execute();
}

export async function setName(tx: Transaction, userId: number, name: string): Promise<void> {
  await tx.updateTable("staff").set({ name }).where("user_id", "=", userId).execute();
}

export async function setScanSignals(tx: Transaction, userId: number, signals: readonly ScanSignal[]): Promise<void> {
  await tx
    .updateTable("staff")
    .set({ scan_signals: [...signals] })
    .where("user_id", "=", userId)
    .execute();
}

export async function keepChosenPassword(tx: Transaction, userId: number): Promise<void> {
  await tx.updateTable("staff").set({ has_first_password: false }).where("user_id", "=", userId).execute();
}

/** All administrators by user name. */
export async function everyStaff(db: Database) {
  return db
    .selectFrom("staff")
    .innerJoin("accounts", "accounts.user_id", "staff.user_id")
    .select(["staff.user_id", "user_name", "name", "email_address", "role", "disabled_at", "has_second_step"])
    .orderBy("user_name")
    .limit(500)
    .execute();
}

/**
 * Whether this account can log in and is a manager's. Of all who can log in, nobody is disabled or gets another role until
 * the transaction ends: so a manager always stays.
 */
export async function holdActiveStaff(tx: Transaction, managerId: number): Promise<{ isManager: boolean }> {
  await tx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_type_id", "=", 1)
    .where("disabled_at", "is", null)
    .orderBy("user_id")
    .forNoKeyUpdate()
    .execute();
  // after the locks, to see what others did in the meantime
  const manager = await findStaff(tx, managerId);
  return { isManager: manager?.disabled_at === null && manager.role === "manager" };
}

export async function setRole(tx: Transaction, userId: number, role: StaffRole): Promise<void> {
  await tx.updateTable("staff").set({ role }).where("user_id", "=", userId).execute();
}

export async function setDisabled(tx: Transaction, userId: number, at: Date | null): Promise<void> {
  await tx.updateTable("accounts").set({ disabled_at: at }).where("user_id", "=", userId).execute();
}
