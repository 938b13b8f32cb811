import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/**
 * Whether somebody waits for a title that an order has out: more of it is requested than is on the shelf. An order that
 * could be placed had its copies then, so this follows from losses, repairs, and reopened orders.
 */
export async function isAwaited(db: Database, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from assignments join items using (item_id)
    where order_id = ${orderId} and released_at is null and requested > greatest(0, active_copies - checked_out)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** What its borrower wants to renew. */
export async function renewableById(db: Database, orderId: number) {
  return db
    .selectFrom("orders")
    .select(["borrower_id", "status_id", "return_date", "renewals"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
