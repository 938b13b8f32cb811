import type { CallName } from "#contract/all.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { orderSnapshot } from "./order-snapshot.queries.ts";

/** Runs a change of a locked order and writes one audit entry, even if nothing changed. */
export async function traceOrder<T>(
  tx: Transaction,
  actor: Actor,
  { call, orderId }: { call: CallName; orderId: number },
  change: () => Promise<T>,
): Promise<T> {
  const before = await orderSnapshot(tx, orderId);
  const result = await change();
  const after = await orderSnapshot(tx, orderId);
  await recordAudit(tx, actor, { call, kind: "order", subjectId: orderId, label: `Order ${orderId}`, before, after });
  return result;
}
