import { sql } from "kysely";
import type { Transaction, Database } from "#server/platform/database.ts";

/** The borrower changed the order: what they know is what they asked for. */
export async function forgetRisksOfOrder(tx: Transaction, orderId: number): Promise<void> {
  await sql`delete from promise_risks where order_id = ${orderId}`.execute(tx);
}

/** Whose order it is; null: nobody's anymore, or there is none. */
export async function borrowerOfOrder(db: Database, orderId: number): Promise<number | null> {
  const row = await db.selectFrom("orders").select("borrower_id").where("order_id", "=", orderId).executeTakeFirst();
  return row?.borrower_id ?? null;
}

/** The titles of an order that have not left, with how many copies each is missing. */
export async function titlesOfOrder(db: Database, orderId: number): Promise<LineAtRisk[]> {
  const { rows } = await sql<LineAtRisk>`
    select order_lines.item_id, title, language, quantity, (
      select count(*)::integer from bookings
      where bookings.order_line_id = order_lines.order_line_id and bookings.copy_id is null) as missing
    from order_lines join items using (item_id) where order_id = ${orderId} order by order_line_id`.execute(db);
  return rows;
}

export type LineAtRisk = {
  item_id: number;
  title: string;
  language: string;
  quantity: number;
  missing: number;
};
