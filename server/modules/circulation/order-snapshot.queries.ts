import type { Snapshot } from "#server/platform/record-audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A readable snapshot of an order for the audit: its form, and its copies title by title. */
export async function orderSnapshot(tx: Transaction, orderId: number): Promise<Snapshot> {
  const order = await tx
    .selectFrom("orders")
    .innerJoin("statuses", "statuses.status_id", "orders.status_id")
    .select(["status_name", "tracking_number", "ship_date", "return_date", "note"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return {
    Status: order.status_name,
    "Tracking number": order.tracking_number,
    "Ship date": order.ship_date,
    "Return date": order.return_date,
    Note: order.note,
    ...Object.fromEntries((await copiesOn(tx, orderId)).map(({ title, copies }) => [`Copies of "${title}"`, copies])),
  };
}

/** Two titles with the same name share an entry: the SKUs tell their copies apart. */
async function copiesOn(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("assignments")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select("title")
    .select(
      sql<string>`string_agg(format('#%s copy %s', sku_number, copy_number), ', ' order by sku_number, copy_number)`.as(
        "copies",
      ),
    )
    .where("order_id", "=", orderId)
    .where("released_at", "is", null)
    .groupBy("title")
    .orderBy("title")
    .execute();
}
