import type { Transaction } from "#server/platform/database.ts";

/** What an order says that is not canceled. */
export const notCanceled = { canceled_at: null, cancel_reason: "" } as const;

/** When and why an order was canceled; undefined when it is not. */
export async function cancellationOf(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("orders")
    .select(["canceled_at as at", "cancel_reason as reason"])
    .where("order_id", "=", orderId)
    .where("canceled_at", "is not", null)
    .executeTakeFirst();
}
