import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** The last returns of a district that count. */
const returnsKnown = 100;

/** Counts again how late copies came back from each district since a day (YYYY-MM-DD). */
export async function learnLateDistricts(tx: Transaction, since: string, timeZone: string): Promise<void> {
  await sql`lock table late_districts in share row exclusive mode`.execute(tx); // another instance counts them, too
  await tx.deleteFrom("late_districts").execute();
  await sql`
    insert into late_districts (district, days_late)
    select district, array_agg(late order by place) from (
      select lower(btrim(ship_to_district)) as district,
        (released_at at time zone ${timeZone})::date - coalesce(due_on, return_date) as late,
        row_number() over (partition by lower(btrim(ship_to_district)) order by released_at desc, assignment_id desc) as place
      from assignments join orders using (order_id)
      where release_reason = 'returned' and released_at >= ${since}::date and coalesce(due_on, return_date) is not null
        and btrim(ship_to_district) <> ''
    ) as returns
    where place <= ${sql.lit(returnsKnown)}
    group by district`.execute(tx);
}
