import type { CallName } from "#contract/all.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { caseById, type LockedCase } from "./cases.queries.ts";

type Order = { order_id: number; status_id: number };

/** Changes a case while its order is locked, and writes the audit of the order. */
export async function inCase(
  db: Database,
  { call, caseId, actor }: { call: CallName; caseId: number; actor: Actor },
  change: (tx: Transaction, row: LockedCase, order: Order) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { order_id: orderId } = found(await caseById(tx, caseId));
    const order = found(await lockOrder(tx, orderId));
    const row = found(await caseById(tx, caseId)); // after the lock, to see what others did
    await traceOrder(tx, actor, { call, orderId }, () => change(tx, row, order));
  });
}
