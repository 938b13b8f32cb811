import { ownMessages } from "#contract/wire/messages.ts";
import type { Parts } from "#server/parts.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { close } from "./cancel.ts";
import { recordChange } from "./events/record-change.ts";
import { lockOrder, ordersToEnd } from "./order-changes.queries.ts";

/**
 * Cancels orders whose borrower didn't confirm their email address in time, oldest first. Confirming the address and
 * packing lock the order, too, so whatever comes first wins.
 */
export async function endUnconfirmedOrders(
  { db, clock }: Parts,
  stopping?: Pick<AbortSignal, "throwIfAborted">,
): Promise<void> {
  const at = clock.now();
  const failures: unknown[] = [];
  for (const orderId of await ordersToEnd(db, at)) {
    stopping?.throwIfAborted();
    // one failure must not stop the others
    await endOrder(db, orderId, at).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function endOrder(db: Database, orderId: number, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order?.is_open || !order.confirm_by || order.confirm_by > at) return;
    const library = { userId: null, at };
    await recordChange(tx, library, { call: "end-unconfirmed-orders", orderIds: [orderId] }, () =>
      close(tx, { orderId, reason: ownMessages.unconfirmedTimeout }, library),
    );
  });
}
