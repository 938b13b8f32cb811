import type { CallName } from "#contract/all.ts";
import { type Hand, recordAudit } from "#server/platform/record-audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { orderSnapshot } from "./order-snapshot.queries.ts";

/**
 * Runs the change of an order that is locked, and leaves one entry of it in the audit: a call that succeeded without
 * changing anything leaves one too.
 */
export async function traceOrder(
  tx: Transaction,
  hand: Hand,
  { call, orderId }: { call: CallName; orderId: number },
  change: () => Promise<void>,
): Promise<void> {
  const before = await orderSnapshot(tx, orderId);
  await change();
  const after = await orderSnapshot(tx, orderId);
  await recordAudit(tx, hand, { call, kind: "order", subjectId: orderId, label: `Order ${orderId}`, before, after });
}
