import { sql } from "kysely";
import type { Database } from "../database.ts";

/** What is wrong, in a sentence for staff, and with which title. */
export type Finding = { itemId?: number; sentence: string };

/** A look whether all is well: `lookedAt` is how many titles. Times by the library's clock. */
export type Check = {
  kind: "stock";
  begunAt: Date;
  endedAt: Date;
  lookedAt: number;
  wrong: readonly Finding[];
};

const most = 100; // findings of a check
const kept = 50; // checks of a kind

/** Of how many titles the stock was not what its rows say, when that was last compared. */
export async function wrongStock(db: Database): Promise<number> {
  const last = db.selectFrom("checks").select("wrong").where("kind", "=", "stock").orderBy("check_id", "desc");
  return (await last.limit(1).executeTakeFirst())?.wrong ?? 0;
}

export async function recordCheck(db: Database, { kind, begunAt, endedAt, lookedAt, wrong }: Check): Promise<void> {
  const found = JSON.stringify(wrong.slice(0, most));
  await db
    .insertInto("checks")
    .values({ kind, begun_at: begunAt, ended_at: endedAt, looked_at: lookedAt, wrong: wrong.length, found })
    .execute();
  await sql`
    delete from checks where kind = ${kind} and check_id <= (
      select check_id from checks where kind = ${kind} order by check_id desc offset ${kept} limit 1
    )`.execute(db);
}

/** Milliseconds since 1970 by the database's clock. */
export async function databaseTime(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]?.at.getTime();
}

/** Stores the library's time zone, for statements that compare with its day: see `library_day_of`. */
export async function keepTimeZone(db: Database, timeZone: string): Promise<void> {
  await sql`update library_time_zone set time_zone = ${timeZone} where time_zone <> ${timeZone}`.execute(db);
}
