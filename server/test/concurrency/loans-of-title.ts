import { sql } from "kysely";
import { assignCopies } from "#server/desk/check-out.ts";
import type { Database } from "#server/platform/database.ts";
import type { Title } from "#server/test/circulation-fixture.ts";

/** Packs and ships the open orders of a title, with one copy each. */
export async function sendOrders(db: Database, { itemId }: Title, userId: number): Promise<void> {
  const { rows } = await sql<{ line: number; order_id: number }>`
    select order_line_id as line, order_id from order_lines join orders using (order_id)
    where item_id = ${itemId} and status_id = 1 order by order_id`.execute(db);
  for (const { line, order_id: orderId } of rows) {
    await assignCopies(db, { orderLineId: line, itemId, count: 1 }, { userId, at: new Date() });
    await sql`update orders set status_id = 3, ship_date = current_date, version = version + 1 where order_id = ${orderId}`.execute(
      db,
    );
  }
}

/** Returns the ids of a title's copies on loan. */
export async function copiesOutOf(db: Database, { itemId }: Title): Promise<number[]> {
  const { rows } = await sql<{ copy_id: number }>`
    select copy_id from assignments join orders using (order_id)
    where item_id = ${itemId} and released_at is null and status_id = 3 order by copy_id`.execute(db);
  return rows.map(({ copy_id }) => copy_id);
}
