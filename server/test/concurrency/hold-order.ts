import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";

/** Locks an order; returns the function that releases it. */
export async function holdOrder(db: Database, orderId: number): Promise<() => Promise<void>> {
  const tx = await db.startTransaction().execute();
  await sql`select from orders where order_id = ${orderId} for update`.execute(tx);
  return () => tx.commit().execute();
}

/** Returns how many connections to this database wait for a lock. */
export async function waitingForLocks(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
