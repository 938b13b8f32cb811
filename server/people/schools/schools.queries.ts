import { isoDates } from "#server/iso-dates.ts";
import type { Directory, SuggestedSchool } from "#contract/people/schools.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { sql } from "kysely";

export type DirectoryRow = SuggestedSchool & { cdsCode: string; isOpen: boolean };

/** Allows one upload at a time, without blocking readers. */
export async function lockDirectory(tx: Transaction): Promise<void> {
  await sql`lock table school_files in exclusive mode`.execute(tx);
}

export async function countSchools(db: Database): Promise<{ open: number; closed: number }> {
  const { rows } = await sql<{ open: number; closed: number }>`
    select (count(*) filter (where is_open))::integer as open, (count(*) filter (where not is_open))::integer as closed
    from schools`.execute(db);
  return rows[0] ?? { open: 0, closed: 0 };
}

const batchSize = 1000;

/** Replaces the directory with the schools of a file; closes schools that are missing from it. */
export async function writeSchools(tx: Transaction, schools: readonly DirectoryRow[]) {
  const sum = { added: 0, changed: 0, newlyClosed: 0 };
  for (let from = 0; from < schools.length; from += batchSize) {
    const batch = JSON.stringify(schools.slice(from, from + batchSize));
    await writeDistricts(tx, batch);
    const { added, changed, closed } = await writeBatch(tx, batch);
    sum.added += added;
    sum.changed += changed;
    sum.newlyClosed += closed;
  }
  const cdsCodes = schools.map(({ cdsCode }) => cdsCode);
  const { rows } = await sql`
    update schools set is_open = false
    where is_open and cds_code not in (select unnest(${cdsCodes}::text[])) returning school_id`.execute(tx);
  return { ...sum, newlyClosed: sum.newlyClosed + rows.length };
}

/** Names each district as its first open school does. */
async function writeDistricts(tx: Transaction, schools: string): Promise<void> {
  await sql`
    insert into districts (district_code, district, county)
    select distinct on (left("cdsCode", 7)) left("cdsCode", 7), district, county
    from jsonb_to_recordset(${schools}::jsonb) as listed ("cdsCode" text, district text, county text, "isOpen" boolean)
    order by left("cdsCode", 7), "isOpen" desc, "cdsCode"
    on conflict (district_code) do update set district = excluded.district, county = excluded.county
      where (districts.district, districts.county) is distinct from (excluded.district, excluded.county)`.execute(tx);
}

async function writeBatch(tx: Transaction, schools: string) {
  const { rows } = await sql<{ added: number; changed: number; closed: number }>`
    with listed as materialized (
      select * from jsonb_to_recordset(${schools}::jsonb)
        as listed ("cdsCode" text, school text, district text, city text, state text, zip text, "isOpen" boolean)
    ), before as materialized (select cds_code, is_open from schools where cds_code in (select "cdsCode" from listed)),
    written as (
      insert into schools (cds_code, district_code, school, district, city, state, zip, is_open)
      select "cdsCode", left("cdsCode", 7), school, district, city, state, zip, "isOpen" from listed
      on conflict (cds_code) do update set school = excluded.school, district = excluded.district, city = excluded.city,
        state = excluded.state, zip = excluded.zip, is_open = excluded.is_open
        where (schools.school, schools.district, schools.city, schools.state, schools.zip, schools.is_open)
          is distinct from (excluded.school, excluded.district, excluded.city, excluded.state, excluded.zip, excluded.is_open)
      returning cds_code, is_open
    )
    select (count(*) filter (where before.cds_code is null))::integer as added,
      (count(*) filter (where before.cds_code is not null))::integer as changed,
      (count(*) filter (where before.is_open and not written.is_open))::integer as closed
    from written left join before using (cds_code)`.execute(tx);
  return rows[0] ?? { added: 0, changed: 0, closed: 0 };
}

type NewFile = { name: string; actor: Actor; added: number; changed: number; newlyClosed: number };

export async function recordFile(tx: Transaction, { name, actor, newlyClosed, added, changed }: NewFile) {
  const counts = { added, changed, newly_closed: newlyClosed };
  const file = { file_name: name, uploaded_at: actor.at, uploaded_by: actor.userId };
  await tx
    .insertInto("school_files")
    .values({ ...file, ...counts })
    .execute();
}

const borrowerBatchSize = 2000;

/** Matches every borrower to a school in the directory; writes only changes. */
export async function matchBorrowers(tx: Transaction): Promise<void> {
  for (let after: number | null = 0; after !== null;) after = await matchBatch(tx, after);
}

/** Matches the next borrowers; returns the last id, or null after the end. */
async function matchBatch(tx: Transaction, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with part as materialized (
      select borrower_id, school_name, school_district from borrowers where borrower_id > ${after}
      order by borrower_id limit ${sql.lit(borrowerBatchSize)}
    ), meant as materialized (
      select school_name, school_district, school_of(school_name, school_district) as school_id
      from part group by school_name, school_district
    ), joined as (
      update borrowers set school_id = meant.school_id from part join meant using (school_name, school_district)
      where borrowers.borrower_id = part.borrower_id and borrowers.school_name = part.school_name
        and borrowers.school_district = part.school_district and borrowers.school_id is distinct from meant.school_id
    )
    select max(borrower_id) as last from part`.execute(tx);
  return rows[0]?.last ?? null;
}

/** Returns the size of the directory and its last upload. */
export async function showDirectory(db: Database): Promise<Directory> {
  const { rows } = await sql<{ joined: number; notJoined: number }>`
    select count(school_id)::integer as joined, (count(*) - count(school_id))::integer as "notJoined" from borrowers`.execute(
    db,
  );
  const file = await db
    .selectFrom("school_files")
    .leftJoin("account_names", "account_names.user_id", "uploaded_by")
    .select(["file_name as name", "uploaded_at as uploadedAt", "added", "changed", "newly_closed as newlyClosed"])
    .select(sql<string>`coalesce(account_names.name, '')`.as("uploadedByName"))
    .orderBy("file_id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { joined = 0, notJoined = 0 } = rows[0] ?? {};
  return { ...(await countSchools(db)), joined, notJoined, file: file ? isoDates(file) : null };
}

const maxSuggestions = 8;

/** Suggests open schools: those in the district first, then those whose name starts with the text. */
export async function schoolsLike(db: Database, text: string, district: string): Promise<SuggestedSchool[]> {
  const { rows } = await sql<SuggestedSchool>`
    select school, schools.district, county, city, state, zip
    from schools join districts using (district_code)
    where is_open and schools.words @@ words_like(${text})
    order by district_key = school_key(${district}) desc, starts_with(name_key, school_key(${text})) desc, name_key, district_key, cds_code
    limit ${sql.lit(maxSuggestions)}`.execute(db);
  return rows;
}

export async function districtsLike(db: Database, text: string): Promise<SuggestedSchool[]> {
  const { rows } = await sql<SuggestedSchool>`
    select '' as school, district, county, '' as city, '' as state, '' as zip from districts
    where words @@ words_like(${text})
      and exists (select from schools where schools.district_code = districts.district_code and is_open)
    order by starts_with(lower(district), lower(${text})) desc, lower(district), district_code limit ${sql.lit(maxSuggestions)}`.execute(
    db,
  );
  return rows;
}

/** Returns whether the directory has a school, and a district, with exactly these names. */
export async function isInDirectory(db: Database, typed: { schoolName: string; schoolDistrict: string }) {
  const { rows } = await sql<{ school: boolean; district: boolean }>`
    select exists (select from schools where school = ${typed.schoolName}) as school,
      exists (select from districts where district = ${typed.schoolDistrict}) as district`.execute(db);
  return rows[0] ?? { school: false, district: false };
}
