import { Refusal } from "#server/refusals/refusal.ts";
import { holdStock } from "#server/modules/stock/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import { mailOfNewOrder } from "./letters/write-order-mail.ts";
import { insertOrder, type NewOrder } from "./order-changes.queries.ts";

/**
 * Places an order in the caller's transaction, with its email, and returns its id. Reserves stock by quantity. Refused
 * when there is nothing to order, when a title is short (naming each one and what is left), or when the terms have
 * changed since they were shown; the caller's transaction must end then.
 */
export async function placeOrder(tx: Transaction, order: NewOrder): Promise<number> {
  if (order.lines.length === 0) throw new Refusal({ kind: "nothing-to-check-out" });
  const shortages = await holdStock(tx, order.lines);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
  const placed = await insertOrder(tx, order);
  // the statement compares: terms edited at the same moment are accepted before or after, never by mistake
  if (!placed && order.termsVersion !== undefined) throw new Refusal({ kind: "terms-changed" });
  if (!placed) throw new Error(`Borrower ${order.borrowerId} is missing.`);
  await mailOfNewOrder(tx, placed, order.at);
  return placed.order_id;
}
