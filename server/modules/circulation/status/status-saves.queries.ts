import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Keeps what a locked order is, before its form changes its status. `isMailDue`: its email waits still. */
export async function keepStatus(tx: Transaction, orderId: number, { isMailDue }: { isMailDue: boolean }) {
  await sql`
    insert into status_saves (order_id, version, is_mail_due, status_id, tracking_number, ship_date, return_date,
      canceled_at, canceled_from, cancel_reason, returned_from, returned_at)
    select order_id, version + 1, ${isMailDue}, status_id, tracking_number, ship_date, return_date,
      canceled_at, canceled_from, cancel_reason, returned_from, returned_at
    from orders where order_id = ${orderId}
    on conflict (order_id) do update set (version, is_undone, is_mail_due, status_id, tracking_number, ship_date, return_date,
      canceled_at, canceled_from, cancel_reason, returned_from, returned_at) = (excluded.version, false, excluded.is_mail_due,
      excluded.status_id, excluded.tracking_number, excluded.ship_date, excluded.return_date,
      excluded.canceled_at, excluded.canceled_from, excluded.cancel_reason, excluded.returned_from, excluded.returned_at)`.execute(
    tx,
  );
}

/** What a locked order was before its status was changed; undefined when something else changed it since. */
export async function statusBefore(
  tx: Transaction,
  { order_id: orderId, version }: { order_id: number; version: number },
) {
  return tx
    .selectFrom("status_saves")
    .select(["is_undone", "is_mail_due", "status_id", "tracking_number", "ship_date", "return_date"])
    .select(["canceled_at", "canceled_from", "cancel_reason", "returned_from", "returned_at"])
    .where("order_id", "=", orderId)
    .where("version", "=", version)
    .executeTakeFirst();
}

export async function markStatusUndone(tx: Transaction, orderId: number): Promise<void> {
  await sql`update status_saves set version = version + 1, is_undone = true where order_id = ${orderId}`.execute(tx);
}

/** It cannot be undone: more was changed than is kept. */
export async function forgetStatus(tx: Transaction, orderId: number): Promise<void> {
  await tx.deleteFrom("status_saves").where("order_id", "=", orderId).execute();
}

export async function withStatusToUndo(db: Database, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom("status_saves")
    .innerJoin("orders", (join) =>
      join.onRef("orders.order_id", "=", "status_saves.order_id").onRef("orders.version", "=", "status_saves.version"),
    )
    .select("orders.order_id")
    .where("orders.order_id", "in", orderIds)
    .where("is_undone", "=", false)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}
