import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** The order that this press has placed already, if any; the same press waits until then. */
export async function takePress(tx: Transaction, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('order for a caller ' || ${key}, 0))`.execute(tx);
  return tx.selectFrom("orders").select(["order_id", "borrower_id"]).where("cart_key", "=", key).executeTakeFirst();
}

export async function notePlacedBy(tx: Transaction, orderId: number, userId: number): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ placed_by: userId, changed_by: userId })
    .where("order_id", "=", orderId)
    .execute();
}
