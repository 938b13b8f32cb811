import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Stores the library's time zone, for statements that compare with its day: see `library_day_of`. */
export async function keepTimeZone(db: Database, timeZone: string): Promise<void> {
  await sql`update library_time_zone set time_zone = ${timeZone} where time_zone <> ${timeZone}`.execute(db);
}
