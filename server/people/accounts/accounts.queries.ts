import type { Borrowers } from "#db/schema.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { ScanSignal } from "#contract/people/roles.ts";
import { type Insertable, sql } from "kysely";
import type { PasswordOwner } from "./guessable.ts";
import type { Database } from "#server/platform/database.ts";

export async function accountOfName(db: Database, userName: string) {
  return db
    .selectFrom("accounts")
    .leftJoin("borrowers", "borrowers.user_id", "accounts.user_id")
    .leftJoin("staff", "staff.user_id", "accounts.user_id")
    .select(["accounts.user_id", "user_name", "user_type_id", "borrower_id", "has_two_step", "role"])
    .select([
      sql<string | null>`case when disabled_at is null then password_hash end`.as("password_hash"),
      sql<string | null>`coalesce(borrowers.name, nullif(staff.name, ''))`.as("name"),
      sql<string>`coalesce(block_reason, '')`.as("block_reason"),
      sql<ScanSignal[] | null>`scan_signals`.as("scan_signals"),
    ])
    .where(sql<string>`lower(user_name)`, "=", userName.toLowerCase())
    .executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountOfName>>>;

export async function passwordHashOf(db: Database, userId: number): Promise<string | null | undefined> {
  const row = await db.selectFrom("accounts").select("password_hash").where("user_id", "=", userId).executeTakeFirst();
  return row?.password_hash;
}

/** Replaces the password hash if the old one is still current; returns whether it was. */
export async function replacePasswordHash(db: Database, userId: number, old: string, replacement: string) {
  const { numUpdatedRows } = await db
    .updateTable("accounts")
    .set({ password_hash: replacement })
    .where("user_id", "=", userId)
    .where("password_hash", "=", old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function keepLanguage(db: Database, userId: number, language: LanguageCode): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ language })
    .where("user_id", "=", userId)
    .where("language", "<>", language)
    .execute();
}

export type BorrowerFields = Omit<
  Insertable<Borrowers>,
  | "blocked_at"
  | "block_reason"
  | "borrower_id"
  | "mailbox_confirmed_at"
  | "mailbox_confirmed_by"
  | "registered_at"
  | "user_id"
  | "words"
>;

export const borrowerColumns = [
  "borrowers.borrower_id",
  "borrowers.user_id",
  "name",
  "school_name",
  "school_district",
  "email_address",
  "phone_number",
  "street",
  "city",
  "state",
  "zip",
  "registered_at",
  "mailbox_confirmed_at",
  "blocked_at",
  "block_reason",
] as const;

type NewAccount = { userName: string; passwordHash: string; at: Date };

/** Adds a borrower with an account; returns undefined if the user name is taken, ignoring case. */
export async function insertBorrower(
  db: Database,
  account: NewAccount & { language: LanguageCode },
  borrower: BorrowerFields,
) {
  const { rows } = await sql<{ borrower_id: number; user_id: number }>`
    with account as (
      insert into accounts (user_name, user_type_id, password_hash, created_at, language)
      values (${account.userName}, 2, ${account.passwordHash}, ${account.at}, ${account.language})
      on conflict (lower(user_name)) do nothing
      returning user_id
    )
    insert into borrowers
      (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip, registered_at)
    select user_id, ${borrower.name}, ${borrower.school_name}, ${borrower.school_district}, ${borrower.email_address},
      ${borrower.phone_number}, ${borrower.street}, ${borrower.city}, ${borrower.state}, ${borrower.zip}, ${account.at}::timestamptz
    from account
    returning borrower_id, user_id`.execute(db);
  return rows[0];
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const { rows } = await sql`select from accounts where user_type_id = 1 limit 1`.execute(db);
  return rows.length > 0;
}

export async function findBorrower(db: Database, borrowerId: number): Promise<BorrowerRow | undefined> {
  return (await findBorrowers(db, [borrowerId]))[0];
}

export async function findBorrowers(db: Database, borrowerIds: readonly number[]) {
  if (borrowerIds.length === 0) return []; // anonymized orders have no borrower
  return db
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select([...borrowerColumns, "user_name", "user_type_id"])
    .select(sql<boolean>`password_hash is not null`.as("has_login"))
    .where("borrower_id", "in", borrowerIds)
    .execute();
}

export type BorrowerRow = Awaited<ReturnType<typeof findBorrowers>>[number];

export async function updateBorrowerFields(db: Database, borrowerId: number, fields: BorrowerFields): Promise<void> {
  await db.updateTable("borrowers").set(fields).where("borrower_id", "=", borrowerId).execute();
}

/** Counts an attempt; the count starts over `duration` seconds after the first one. `expire` is in ms. */
export async function countAttempt(db: Database, key: string, duration: number) {
  const now = Date.now();
  const hasExpired = sql<boolean>`coalesce(rate_limits.expire, 0) <= ${now}`;
  return db
    .insertInto("rate_limits")
    .values({ key, points: 1, expire: now + duration * 1000 })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        points: sql`case when ${hasExpired} then 1 else rate_limits.points + 1 end`,
        expire: sql`case when ${hasExpired} then excluded.expire else rate_limits.expire end`,
      }),
    )
    .returning(["points", "expire"])
    .executeTakeFirstOrThrow();
}

export async function hasAttempts(db: Database, key: string): Promise<boolean> {
  const counter = db.selectFrom("rate_limits").select("key").where("key", "=", key).where("expire", ">", Date.now());
  return (await counter.executeTakeFirst()) !== undefined;
}

export async function clearAttempts(db: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "in", keys).execute();
}

/** Takes one attempt off a counter, but never below zero, so that no one earns attempts in advance. */
export async function uncountAttempt(db: Database, key: string): Promise<void> {
  await db
    .updateTable("rate_limits")
    .set({ points: sql<number>`points - 1` })
    .where("key", "=", key)
    .where("points", ">", 0)
    .execute();
}

/**
 * Returns the owner of an account's password, with the names that an attacker would try first: the owner's and the
 * library's.
 */
export async function passwordOwner(db: Database, userId: number): Promise<PasswordOwner> {
  const { rows } = await sql<{ name: string | null; isStaff: boolean }>`
    select user_type_id = 1 as "isStaff", unnest(array[user_name, borrowers.name, school_name, school_district,
      borrowers.email_address, staff.name, staff.email_address]) as name
    from accounts left join borrowers using (user_id) left join staff using (user_id) where user_id = ${userId}`.execute(
    db,
  );
  const names = rows.flatMap(({ name }) => (name === null ? [] : [name]));
  return newPasswordOwner(db, { names, isStaff: rows.some(({ isStaff }) => isStaff) });
}

/** Adds the library's names to those of someone without an account. */
export async function newPasswordOwner(db: Database, { names, isStaff }: PasswordOwner): Promise<PasswordOwner> {
  const { rows } = await sql<{ name: string }>`select name from site_names`.execute(db);
  return { names: [...names, ...rows.map(({ name }) => name)], isStaff };
}
