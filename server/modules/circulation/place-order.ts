import { Refusal } from "#server/refusals/refusal.ts";
import { holdStock } from "#server/modules/stock/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import { objectionToOrder } from "./circulation.rules.ts";
import { mailOfNewOrder } from "./letters/write-order-mail.ts";
import { insertOrder } from "./order-changes.queries.ts";

/** What to order: the lines of a cart, by its borrower, whose address now is where it goes. */
export type Wish = {
  borrowerId: number;
  /** The cart's key, of which there is one order at most. */
  cartKey: string;
  lines: readonly { itemId: number; quantity: number }[];
  at: Date;
  /** The version of the terms that the borrower was shown; undefined: those of now. */
  termsVersion?: string | undefined;
};

/**
 * Places an order inside the caller's transaction, with the mail that says so, and gives its id. The stock is held by
 * quantity; when a title is short, a refusal names each title and what is left of it; when the terms have changed since they were shown, it says
 * so; and the caller's transaction must end.
 */
export async function placeOrder(tx: Transaction, { termsVersion, lines, ...order }: Wish): Promise<number> {
  const objection = objectionToOrder(lines);
  if (objection) throw new Refusal(objection);
  const shortages = await holdStock(tx, lines);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
  const placed = await insertOrder(tx, { ...order, lines, termsVersion: termsVersion ?? null });
  // the statement compares: terms that are edited at the same moment are accepted before or after, never by mistake
  if (!placed && termsVersion !== undefined) throw new Refusal({ kind: "terms-changed" });
  if (!placed) throw new Error(`Borrower ${order.borrowerId} is missing.`);
  await mailOfNewOrder(tx, placed, order.at);
  return placed.order_id;
}
