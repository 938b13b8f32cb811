import { HttpError, found } from "#server/refusals/http-error.ts";
import type { Transaction } from "#server/platform/database.ts";
import { lockOrder } from "../order-changes.queries.ts";

export type Own = { orderId: number; borrowerId: number };

/** Locks an order for its borrower; 404 for anyone else's. */
export async function lockOwn(tx: Transaction, { orderId, borrowerId }: Own) {
  const order = found(await lockOrder(tx, orderId));
  if (order.borrower_id !== borrowerId) throw new HttpError(404);
  return order;
}
