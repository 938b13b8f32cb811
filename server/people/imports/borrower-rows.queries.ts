import type { ImportedRecord } from "#contract/imports/undo-import.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { sql } from "kysely";
import type { BorrowerInput } from "./borrower-row.rules.ts";

export type WrittenSchool = { schoolName: string; schoolDistrict: string };
export type ListedSchool = { school: string; district: string; city: string; state: string; zip: string };

/** Finds the directory's school for each name, in order. Without a district, the name must be unique. */
export async function schoolsNamed(db: Database, written: readonly WrittenSchool[]) {
  const { rows } = await sql<{ place: number } & ListedSchool>`
    select (place - 1)::integer as place, school, schools.district, city, state, zip
    from jsonb_to_recordset(${JSON.stringify(written.map((each, place) => ({ ...each, place: place + 1 })))}::jsonb)
      as input (place integer, "schoolName" text, "schoolDistrict" text)
    cross join lateral (
      select case when "schoolDistrict" <> '' then school_of("schoolName", "schoolDistrict") else (
        select min(school_id) from schools where name_key = school_key("schoolName") and is_open having count(*) = 1) end as school_id
    ) as meant join schools using (school_id)`.execute(db);
  return new Map(rows.map(({ place, ...school }) => [place, school]));
}

const wordOf = sql`schools.school || ', ' || schools.district`;

/** Finds the schools of the directory with these words ("Lincoln Elementary, Fresno Unified"), open ones first. */
export async function schoolsOfWords(db: Database, words: readonly string[]): Promise<Map<string, ListedSchool>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string } & ListedSchool>`
    select distinct on (word) ${wordOf} as word, school, district, city, state, zip
    from schools where ${wordOf} = any(${[...words]}::text[]) order by word, is_open desc, school_id`.execute(db);
  return new Map(rows.map(({ word, ...school }) => [word, school]));
}

const maxChoices = 6;
const wordsAtOnce = 20; // a statement has a time limit

/** Returns the open schools most like each word, best first. */
export async function schoolsLikeWords(db: Database, words: readonly string[]): Promise<Map<string, string[]>> {
  const choices = new Map<string, string[]>();
  for (let start = 0; start < words.length; start += wordsAtOnce) {
    const batch = words.slice(start, start + wordsAtOnce);
    for (const row of await inTransaction(db, (tx) => likeWords(tx, batch))) choices.set(row.word, row.choices);
  }
  return choices;
}

async function likeWords(tx: Transaction, words: readonly string[]): Promise<{ word: string; choices: string[] }[]> {
  // with the default, every "… Elementary" resembles every other
  await sql`select set_config('pg_trgm.similarity_threshold', '0.45', true)`.execute(tx);
  const { rows } = await sql<{ word: string; choices: string[] }>`
    with input as materialized (
      select word, school_key(word) as key, school_key(split_part(word, ',', 1)) as name from unnest(${[...words]}::text[]) as word
    )
    select word, array_agg(choice order by likeness desc, school_id) as choices
    from input cross join lateral (
      select ${wordOf} as choice, school_id, similarity(name_key, input.name) + similarity(name_key || ' ' || district_key, key) as likeness
      from schools where is_open and name_key % input.name order by likeness desc, school_id limit ${sql.lit(maxChoices)}
    ) as near
    group by word`.execute(tx);
  return rows;
}

export type KnownBorrower = { borrowerId: number; email: string; name: string; school: string };

/** Finds borrowers with one of these email addresses or names, ignoring case; the oldest first. */
export async function borrowersLike(
  db: Database,
  input: readonly Pick<BorrowerInput, "borrowerName" | "emailAddress">[],
): Promise<KnownBorrower[]> {
  const emails = input.map(({ emailAddress }) => emailAddress);
  const names = input.map(({ borrowerName }) => borrowerName);
  const { rows } = await sql<KnownBorrower>`
    select borrower_id as "borrowerId", lower(email_address) as email, lower(name) as name, lower(school_name) as school
    from borrowers
    where lower(email_address) = any(array(select lower(email) from unnest(${emails}::text[]) as email))
      or lower(name) = any(array(select lower(name) from unnest(${names}::text[]) as name))
    order by borrower_id`.execute(db);
  return rows;
}

/** Returns who has one of these email addresses now, because they registered after the check. */
export async function emailsInUse(tx: Transaction, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(email_address) as email from borrowers where lower(email_address) = any(${[...emails]}::text[])`.execute(
    tx,
  );
  return new Set(rows.map(({ email }) => email));
}

export type NewBorrower = BorrowerInput & { row: number; userName: string };

/**
 * Adds borrowers without a password of their own. Returns the rows that were added, because their user names were free.
 */
export async function insertBorrowers(
  tx: Transaction,
  borrowers: readonly NewBorrower[],
  { importId, passwordHash, actor }: { importId: number; passwordHash: string; actor: Actor },
): Promise<Set<number>> {
  const { rows } = await sql<{ row: number }>`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(borrowers)}::jsonb) as input ("row" integer, "userName" text,
        "borrowerName" text, "schoolName" text, "schoolDistrict" text, "emailAddress" text, "phoneNumber" text, address jsonb,
        language text, note text)
    ), account as (
      insert into accounts (user_name, user_type_id, password_hash, awaits_password, created_at, language)
      select "userName", 2, ${passwordHash}::text, true, ${actor.at}::timestamptz, language from input
      on conflict (lower(user_name)) do nothing returning user_id, user_name
    ), borrower as (
      insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip,
        registered_at, mailbox_confirmed_at, mailbox_confirmed_by)
      select user_id, "borrowerName", "schoolName", "schoolDistrict", "emailAddress", "phoneNumber", address ->> 'street',
        address ->> 'city', address ->> 'state', address ->> 'zip', ${actor.at}::timestamptz, ${actor.at}::timestamptz, 'import'
      from account join input on user_name = "userName"
      returning borrower_id, user_id, ${fieldsNow} as fields
    ), added as (
      select "row", borrower_id, fields, note from borrower join account using (user_id) join input on user_name = "userName"
    ), noted as (
      insert into borrower_notes (borrower_id, note, written_at, written_by)
      select borrower_id, note, ${actor.at}::timestamptz, ${actor.userId}::integer from added where note <> ''
    )
    insert into imported_records (import_id, row_number, borrower_id, kind, details)
    select ${importId}::integer, "row", borrower_id, 'added', jsonb_build_object('fields', fields, 'notes', (note <> '')::integer)
    from added returning row_number as row`.execute(tx);
  return new Set(rows.map(({ row }) => row));
}

/** What someone may edit. */
const fieldsNow = sql`jsonb_build_array(name, school_name, school_district, email_address, phone_number, street, city, state, zip)`;

export type ImportedBorrower = {
  row: number;
  borrowerId: number;
  hasPassword: boolean;
  isEdited: boolean;
  isUsed: boolean;
};

/** Locks the borrowers of rows that nobody else has locked, and returns what happened since their import. */
export async function lockImported(
  tx: Transaction,
  importId: number,
  rows: readonly number[],
): Promise<ImportedBorrower[]> {
  const { rows: locked } = await sql<{ id: number }>`
    select borrowers.borrower_id as id from imported_records join borrowers using (borrower_id) join accounts using (user_id)
    where import_id = ${importId} and row_number = any(${[...rows]}::integer[])
    order by borrowers.borrower_id for update of borrowers, accounts skip locked`.execute(tx);
  const { rows: known } = await sql<ImportedBorrower>`
    select row_number as row, borrower_id as "borrowerId", not awaits_password as "hasPassword",
      details -> 'fields' <> ${fieldsNow} or block_reason <> '' as "isEdited",
      exists (select from orders where orders.borrower_id = borrowers.borrower_id)
        or exists (select from carts join cart_lines using (cart_key) where carts.user_id = accounts.user_id)
        or exists (select from waitlist_entries where waitlist_entries.borrower_id = borrowers.borrower_id)
        or exists (select from borrower_photos where borrower_photos.borrower_id = borrowers.borrower_id)
        or (select count(*) from borrower_notes where borrower_notes.borrower_id = borrowers.borrower_id)
          > (details ->> 'notes')::integer as "isUsed"
    from imported_records join borrowers using (borrower_id) join accounts using (user_id)
    where import_id = ${importId} and borrower_id = any(${locked.map(({ id }) => id)}::integer[])
    order by row_number`.execute(tx);
  return known;
}

/** Deletes locked borrowers with their accounts, notes, links, and emails. */
export async function deleteBorrowers(tx: Transaction, borrowerIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    delete from borrowers where borrower_id = any(${[...borrowerIds]}::integer[]) returning user_id as "userId"`.execute(
    tx,
  );
  await sql`delete from accounts where user_id = any(${rows.map(({ userId }) => userId)}::integer[])`.execute(tx);
}

export async function importedBorrowersById(db: Database, ids: readonly number[]): Promise<ImportedRecord[]> {
  return db
    .selectFrom("borrowers")
    .select(["borrower_id as id", "name", sql<string>`''`.as("language"), "email_address as mark"])
    .where(sql<boolean>`borrower_id = any(${[...ids]}::integer[])`)
    .execute();
}
