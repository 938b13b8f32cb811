import { Refusal } from "#server/refusals/refusal.ts";
import { holdStock } from "#server/modules/stock/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import { objectionToOrder } from "./circulation.rules.ts";
import { mailOfNewOrder } from "./letters/write-order-mail.ts";
import { insertOrder } from "./order-changes.queries.ts";

/** What to order: the lines of a cart, and the borrower whose current address it ships to. */
export type Wish = {
  borrowerId: number;
  /** The cart's key, which has at most one order. */
  cartKey: string;
  lines: readonly { itemId: number; quantity: number }[];
  at: Date;
  /** The terms version shown to the borrower; undefined: the current one. */
  termsVersion?: string | undefined;
};

/**
 * Places an order in the caller's transaction, with its email, and returns its id. Reserves stock by quantity. Refused
 * when a title is short (naming each one and what is left) or when the terms have changed since they were shown; the
 * caller's transaction must end then.
 */
export async function placeOrder(tx: Transaction, { termsVersion, lines, ...order }: Wish): Promise<number> {
  const objection = objectionToOrder(lines);
  if (objection) throw new Refusal(objection);
  const shortages = await holdStock(tx, lines);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
  const placed = await insertOrder(tx, { ...order, lines, termsVersion: termsVersion ?? null });
  // the statement compares: terms edited at the same moment are accepted before or after, never by mistake
  if (!placed && termsVersion !== undefined) throw new Refusal({ kind: "terms-changed" });
  if (!placed) throw new Error(`Borrower ${order.borrowerId} is missing.`);
  await mailOfNewOrder(tx, placed, order.at);
  return placed.order_id;
}
