import { sql } from "kysely";
import type { Database } from "../database.ts";

/** A problem, as a sentence for staff, and the title it affects. */
export type Finding = { itemId?: number; sentence: string };

/** The result of a check; `checkedCount` is the number of titles checked, or of rows restored from the backup `subject`. */
export type Check = {
  kind: "stock" | "restore";
  subject?: string;
  startedAt: Date;
  endedAt: Date;
  checkedCount: number;
  wrong: readonly Finding[];
};

const maxFindings = 100;
const maxChecks = 50; // per kind

/** Returns how many titles had wrong counts at the last check. */
export async function wrongStock(db: Database): Promise<number> {
  const last = db.selectFrom("checks").select("wrong").where("kind", "=", "stock").orderBy("check_id", "desc");
  return (await last.limit(1).executeTakeFirst())?.wrong ?? 0;
}

export async function recordCheck(
  db: Database,
  { kind, subject = "", startedAt, endedAt, checkedCount, wrong }: Check,
): Promise<void> {
  const found = JSON.stringify(wrong.slice(0, maxFindings));
  const times = { started_at: startedAt, ended_at: endedAt };
  await db
    .insertInto("checks")
    .values({ kind, subject, ...times, checked_count: checkedCount, wrong: wrong.length, found })
    .execute();
  await sql`
    delete from checks where kind = ${kind} and check_id <= (
      select check_id from checks where kind = ${kind} order by check_id desc offset ${maxChecks} limit 1
    )`.execute(db);
}

/** Returns the database clock's time, in ms since 1970. */
export async function databaseTime(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]?.at.getTime();
}

/** Stores the library's time zone for `library_day_of`. */
export async function storeTimeZone(db: Database, timeZone: string): Promise<void> {
  await sql`update library_time_zone set time_zone = ${timeZone} where time_zone <> ${timeZone}`.execute(db);
}
