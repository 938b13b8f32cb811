import type { ScanSignal, StaffRole } from "#contract/people/roles.ts";
import type { Invitation } from "#contract/people/staff.ts";
import type { Staff } from "#db/schema.ts";
import { groupBy } from "#server/group-by.ts";
import { isoDates } from "#server/iso-dates.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { sql, type Updateable } from "kysely";

export async function findStaff(db: Database, userId: number) {
  return staffRows(db).where("staff.user_id", "=", userId).executeTakeFirst();
}

export async function everyStaff(db: Database) {
  return staffRows(db).orderBy("user_name").limit(500).execute();
}

const role = sql<StaffRole>`role`.as("role");

const staffRows = (db: Database) =>
  db
    .selectFrom("staff")
    .innerJoin("accounts", "accounts.user_id", "staff.user_id")
    .select(["staff.user_id as userId", "user_name as userName", "name", "email_address as emailAddress", role])
    .select(["has_first_password as hasFirstPassword", "has_two_step as hasTwoStep"])
    .select([
      sql<boolean>`disabled_at is not null`.as("isDisabled"),
      sql<ScanSignal[]>`scan_signals`.as("scanSignals"),
    ]);

/** Locks the password until the transaction ends; returns false if it no longer has this hash. */
export async function lockPassword(tx: Transaction, userId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateStaff(tx: Transaction, userId: number, change: Updateable<Staff>): Promise<void> {
  await tx.updateTable("staff").set(change).where("user_id", "=", userId).execute();
}

/**
 * Locks all active staff until the transaction ends, so that at least one manager always remains. Returns whether
 * this account is an active manager.
 */
export async function lockActiveStaff(tx: Transaction, managerId: number): Promise<{ isManager: boolean }> {
  await tx
    .selectFrom("accounts")
    .select("user_id")
    .where("user_type_id", "=", 1)
    .where("disabled_at", "is", null)
    .orderBy("user_id")
    .forNoKeyUpdate()
    .execute();
  // read after locking, to see concurrent changes
  const manager = await findStaff(tx, managerId);
  return { isManager: manager?.isDisabled === false && manager.role === "manager" };
}

export async function setDisabled(tx: Transaction, userId: number, at: Date | null): Promise<void> {
  await tx.updateTable("accounts").set({ disabled_at: at }).where("user_id", "=", userId).execute();
}

type NewInvitation = {
  address: string;
  role: StaffRole;
  tokenHash: Buffer;
  invitedBy: number;
  at: Date;
  expiresAt: Date;
};

/** Stores an invitation in place of an earlier one to the same address. */
export async function storeInvitation(tx: Transaction, invitation: NewInvitation): Promise<number> {
  const { address, role, tokenHash, invitedBy, at, expiresAt } = invitation;
  const { rows } = await sql<{ invitation_id: number }>`
    insert into staff_invitations (email_address, role, token_hash, invited_by, invited_at, expires_at)
    values (${address}, ${role}, ${tokenHash}, ${invitedBy}, ${at}, ${expiresAt})
    on conflict (lower(email_address)) do update set email_address = excluded.email_address, role = excluded.role,
      token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      invited_at = excluded.invited_at, expires_at = excluded.expires_at
    returning invitation_id`.execute(tx);
  return rows[0]?.invitation_id ?? 0;
}

export async function openInvitations(db: Database, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom("staff_invitations")
    .innerJoin("account_names", "account_names.user_id", "invited_by")
    .select(["invitation_id as invitationId", "email_address as emailAddress", role])
    .select(["invited_at as invitedAt", "expires_at as expiresAt", sql<string>`name`.as("invitedBy")])
    .where("expires_at", ">", now)
    .orderBy("invited_at", "desc")
    .limit(200)
    .execute();
  return rows.map(isoDates);
}

export async function invitationOf(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("staff_invitations")
    .select("email_address")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Consumes an invitation; undefined if it's no longer valid. Of two concurrent calls, one succeeds. */
export async function useInvitation(tx: Transaction, tokenHash: Buffer, now: Date) {
  return tx
    .deleteFrom("staff_invitations")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .returning(["invitation_id", "email_address", role])
    .executeTakeFirst();
}

export async function deleteInvitation(tx: Transaction, invitationId: number) {
  return tx
    .deleteFrom("staff_invitations")
    .where("invitation_id", "=", invitationId)
    .returning("email_address")
    .executeTakeFirst();
}

type NewStaff = {
  userName: string;
  passwordHash: string;
  name: string;
  address: string;
  role: StaffRole;
  hasFirstPassword: boolean;
  at: Date;
};

/** Adds a staff account; returns undefined if the user name is taken, ignoring case. */
export async function insertStaff(tx: Transaction, staff: NewStaff): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    with account as (
      insert into accounts (user_name, user_type_id, password_hash, created_at)
      values (${staff.userName}, 1, ${staff.passwordHash}, ${staff.at})
      on conflict (lower(user_name)) do nothing
      returning user_id
    )
    insert into staff (user_id, name, email_address, role, has_first_password)
    select user_id, ${staff.name}, ${staff.address}, ${staff.role}, ${staff.hasFirstPassword}::boolean from account
    returning user_id`.execute(tx);
  return rows[0]?.user_id;
}

type SessionFilter = { userIds: readonly number[]; own: string; now: Date; idleSince: Date };

/** Lists live sessions of staff by user, last used first. `own` is the caller's session id. */
export async function staffSessions(db: Database, { userIds, own, now, idleSince }: SessionFilter) {
  const rows = await db
    .selectFrom("sessions")
    .select(["user_id as userId", "session_number as sessionNumber", "created_at as startedAt"])
    .select([
      "last_seen_at as lastSeenAt",
      "browser",
      "address",
      sql<boolean>`id_hash = ${hashOf(own)}`.as("isThisOne"),
    ])
    .where("user_id", "in", userIds)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", idleSince)
    .orderBy("last_seen_at", "desc")
    .orderBy("session_number", "desc")
    .limit(500)
    .execute();
  return groupBy(rows.map(isoDates), ({ userId }) => userId);
}

/** Returns the encrypted secret. */
export async function secretOf(db: Database, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("two_step_verifications")
    .select("secret")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.secret;
}

export async function keyIdsOfSecrets(db: Database): Promise<string[]> {
  const keyId = sql<string>`split_part(secret, '.', 1)`.as("keyId");
  const rows = await db.selectFrom("two_step_verifications").select(keyId).distinct().execute();
  return rows.map((row) => row.keyId);
}

/** Locks and returns the encrypted secrets of other keys. */
export async function secretsOfOtherKeys(tx: Transaction, keyId: string) {
  return tx
    .selectFrom("two_step_verifications")
    .select(["user_id as userId", "secret"])
    .where(sql<boolean>`not starts_with(secret, ${`${keyId}.`})`)
    .orderBy("user_id")
    .forUpdate()
    .execute();
}

export async function replaceSecret(tx: Transaction, userId: number, secret: string): Promise<void> {
  await tx.updateTable("two_step_verifications").set({ secret }).where("user_id", "=", userId).execute();
}

/** Marks a time step's code as used; returns false if that code or a later one has been used. */
export async function useStep(db: Database, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_step_verifications")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up a recovery code; returns false if there is no such code. */
export async function useRecoveryCode(db: Database, userId: number, codeHash: Buffer): Promise<boolean> {
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

/** Turns on two-step verification and marks the first code as used; returns false if it is already on. */
export async function storeTwoStep(tx: Transaction, { userId, secret, step, at }: NewStep): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("two_step_verifications")
    .values({ user_id: userId, secret, since: at, last_step: step })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await tx.updateTable("accounts").set({ has_two_step: true }).where("user_id", "=", userId).execute();
  return true;
}

/** Replaces the recovery codes; returns false without two-step verification. */
export async function replaceRecoveryCodes(tx: Transaction, userId: number, hashes: readonly Buffer[]) {
  const verification = tx
    .selectFrom("two_step_verifications")
    .select("user_id")
    .where("user_id", "=", userId)
    .forUpdate();
  if (!(await verification.executeTakeFirst())) return false;
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
  return true;
}

/** Turns off two-step verification and deletes the recovery codes; returns false if it was off. */
export async function deleteTwoStep(tx: Transaction, userId: number): Promise<boolean> {
  // the account first, in the same order as when turning it on
  await tx.updateTable("accounts").set({ has_two_step: false }).where("user_id", "=", userId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom("two_step_verifications")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
