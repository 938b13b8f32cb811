import type { Calendar, ListedCalendar } from "#contract/people/calendars.ts";
import type { SchoolCalendar } from "#contract/people/school-days.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

export type CalendarRow = Omit<Calendar, "borrowers">;

const columns = ["calendar_id as calendarId", "district", "years", "breaks", "version"] as const;

/** Finds calendars by part of the district's name; the one for all other districts comes first. Pages count from 1. */
export async function calendarsLike(db: Database, text: string, page: { number: number; size: number }) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<Omit<ListedCalendar, "borrowers">>`
    select calendar_id as "calendarId", district, jsonb_array_length(breaks) as breaks,
      (select max(year ->> 'to') from jsonb_array_elements(years) as year) as until
    from school_calendars where unaccent(district) ilike unaccent(${pattern})
    order by district_key <> '', lower(unaccent(district)), calendar_id
    limit ${page.size} offset ${(page.number - 1) * page.size}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from school_calendars where unaccent(district) ilike unaccent(${pattern})`.execute(
    db,
  );
  const borrowers = await borrowersByCalendar(db);
  const data = rows.map((row) => ({ ...row, borrowers: borrowers.get(row.calendarId) ?? 0 }));
  return { data, total: counts[0]?.total ?? 0 };
}

/** Counts the borrowers of each calendar as calendar_of() does for one borrower. Leaves out calendars without any. */
async function borrowersByCalendar(db: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; borrowers: number }>`
    with written as (
      select school_district, district_code, count(*) as borrowers
      from borrowers left join schools using (school_id) group by school_district, district_code
    ), keyed as (
      select school_key(district) as own, school_key(school_district) as wrote, borrowers
      from written left join districts using (district_code)
    )
    select coalesce(by_school.calendar_id, by_words.calendar_id, others.calendar_id) as id, sum(borrowers)::integer as borrowers
    from keyed
      left join school_calendars as by_school on by_school.district_key = own
      left join school_calendars as by_words on by_words.district_key = wrote
      left join school_calendars as others on others.district_key = ''
    where coalesce(by_school.calendar_id, by_words.calendar_id, others.calendar_id) is not null
    group by id`.execute(db);
  return new Map(rows.map(({ id, borrowers }) => [id, borrowers]));
}

export async function calendarWithId(db: Database, id: number): Promise<Calendar | undefined> {
  const row = await db
    .selectFrom("school_calendars")
    .select(columns)
    .where("calendar_id", "=", id)
    .$castTo<CalendarRow>()
    .executeTakeFirst();
  return row && { ...row, borrowers: (await borrowersByCalendar(db)).get(id) ?? 0 };
}

export async function lockCalendar(tx: Transaction, id: number) {
  return tx
    .selectFrom("school_calendars")
    .select([...columns, "changed_by"])
    .where("calendar_id", "=", id)
    .forUpdate()
    .$castTo<CalendarRow & { changed_by: number }>()
    .executeTakeFirst();
}

/** Returns the number of calendars, and the id of the district's calendar, however the district is spelled. */
export async function calendarFor(tx: Transaction, district: string) {
  const { rows } = await sql<{ total: number; id: number | null; isName: boolean }>`
    select (select count(*)::integer from school_calendars) as total,
      (select calendar_id from school_calendars where district_key = school_key(${district})) as id,
      school_key(${district}) <> '' as "isName"`.execute(tx);
  return rows[0] ?? { total: 0, id: null, isName: false };
}

type CalendarChange = {
  district: string;
  years: CalendarRow["years"];
  breaks: CalendarRow["breaks"];
  changed_by: number;
  changed_at: Date;
};

/** Adds a calendar; returns undefined if the district has one. */
export async function insertCalendar(tx: Transaction, change: CalendarChange): Promise<CalendarRow | undefined> {
  return tx
    .insertInto("school_calendars")
    .values({ ...change, years: JSON.stringify(change.years), breaks: JSON.stringify(change.breaks) })
    .onConflict((conflict) => conflict.column("district_key").doNothing())
    .returning(columns)
    .$castTo<CalendarRow>()
    .executeTakeFirst();
}

export async function updateCalendar(tx: Transaction, id: number, change: CalendarChange): Promise<CalendarRow> {
  return tx
    .updateTable("school_calendars")
    .set((eb) => ({
      ...change,
      years: JSON.stringify(change.years),
      breaks: JSON.stringify(change.breaks),
      version: eb("version", "+", 1),
    }))
    .where("calendar_id", "=", id)
    .returning(columns)
    .$castTo<CalendarRow>()
    .executeTakeFirstOrThrow();
}

export async function deleteCalendar(tx: Transaction, id: number): Promise<void> {
  await tx.deleteFrom("school_calendars").where("calendar_id", "=", id).execute();
}

/** Returns the calendars that apply to orders. Leaves out orders without one. */
export async function calendarsOfOrders(db: Database, ids: readonly number[]): Promise<Map<number, SchoolCalendar>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<SchoolCalendar & { order_id: number }>`
    select order_id, years, breaks
    from orders join school_calendars on calendar_id = calendar_of(borrower_id)
    where order_id = any(${ids})`.execute(db);
  return new Map(rows.map(({ order_id: id, years, breaks }) => [id, { years, breaks }]));
}

export async function calendarOfBorrower(db: Database, borrowerId: number): Promise<SchoolCalendar | undefined> {
  const { rows } = await sql<SchoolCalendar>`
    select years, breaks from school_calendars where calendar_id = (select calendar_of(${borrowerId}))`.execute(db);
  return rows[0];
}
