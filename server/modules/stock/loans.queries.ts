import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Counts how often copies of each title were lent, where that changed. */
export async function countLoans(db: Database): Promise<void> {
  await sql`
    update items set times_lent = counted.times_lent
    from (
      select item_id, coalesce(circulation_lent.times_lent, 0) as times_lent
      from items left join circulation_lent using (item_id)
    ) as counted
    where items.item_id = counted.item_id and items.times_lent <> counted.times_lent`.execute(db);
}
