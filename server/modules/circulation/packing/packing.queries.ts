import { statuses } from "#contract/codes.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** The ids of the oldest orders that are New or Processing: each status from the end of its own index. */
export async function oldestWaiting(db: Database, most: number): Promise<number[]> {
  const oldest = (statusId: number) => sql`(
    select order_id, ordered_at from orders where status_id = ${sql.lit(statusId)}
    order by ordered_at, order_id limit ${sql.lit(most)})`;
  const { rows } = await sql<{ order_id: number }>`
    select order_id from (${oldest(statuses.new)} union all ${oldest(statuses.processing)}) as waiting
    order by ordered_at, order_id limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ order_id }) => order_id);
}
