import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type daysAsked, placeOrder } from "#server/modules/circulation/public.ts";
import { OutcomeUnknown } from "#server/platform/database-errors.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { closeCart, lockCart } from "./cart.queries.ts";

type CheckOut = {
  cartKey: string;
  userId: number;
  borrowerId: number | null;
  /** The version of the terms shown to the borrower, if given. */
  termsVersion?: string | undefined;
  /** What it is needed for; undefined: for now. */
  days?: Awaited<ReturnType<typeof daysAsked>>;
};

/**
 * Orders the contents of a cart, once: repeating it after a double click or a lost answer returns the first order's id.
 * Refused when the cart is empty (or long deleted, which looks the same to its owner), stock is short, or booked on some of the
 * days, or it is too much for the borrower.
 */
export async function checkOutCart(
  { db, clock, configuration: { lending } }: ConfiguredParts<"lending">,
  checkOut: CheckOut,
): Promise<number> {
  const work = (tx: Transaction) => checkOutOnce(tx, { at: clock.now(), lending }, checkOut);
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    return inTransaction(db, work);
  }
}

type Given = { at: Date; lending: Configuration["lending"] };

async function checkOutOnce(tx: Transaction, { at, lending }: Given, checkOut: CheckOut): Promise<number> {
  const { cartKey, userId, termsVersion, days } = checkOut;
  const cart = await lockCart(tx, cartKey);
  if (!cart) throw new Refusal({ kind: "nothing-to-check-out" });
  if (cart.user_id !== null && cart.user_id !== userId) throw new HttpError(404);
  if (cart.order_id !== null) return cart.order_id;
  const borrowerId = found(checkOut.borrowerId ?? undefined);
  const orderId = await placeOrder(
    tx,
    { borrowerId, cartKey, lines: cart.lines, at, termsVersion },
    { limits: lending, days },
  );
  await closeCart(tx, cartKey, userId, orderId, at);
  return orderId;
}
