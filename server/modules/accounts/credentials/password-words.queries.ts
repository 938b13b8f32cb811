import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** The names around an account: what its password must not be made of. Without an account, those of the library. */
export async function namesAround(db: Database, userId: number | null): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select unnest(array[user_name, borrowers.name, school_name, school_district, borrowers.email_address, staff.name, staff.email_address]) as name
    from accounts left join borrowers using (user_id) left join staff using (user_id) where user_id = ${userId}
    union all select name from site_names`.execute(db);
  return rows.flatMap(({ name }) => (name === null ? [] : [name]));
}
