import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type daysAsked, placeOrder } from "#server/modules/circulation/public.ts";
import { OutcomeUnknown } from "#server/platform/errors/database-errors.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { closeCart, keepRest, lockCart, openCartOf } from "./cart.queries.ts";

type CheckOut = {
  cartKey: string;
  userId: number;
  borrowerId: number | null;
  /** The version of the terms shown to the borrower, if given. */
  termsVersion?: string | undefined;
  /** What it is needed for; undefined: for now. */
  days?: Awaited<ReturnType<typeof daysAsked>>;
  /** Which titles of the cart; none: all. The others stay in a cart. */
  titles?: readonly number[] | undefined;
};

/** The order, and the key of the cart with what was left out of it. */
type CheckedOut = { orderId: number; rest: string | null };

/**
 * Orders the contents of a cart, once: repeating it after a double click or a lost answer returns the first order's id.
 * Refused when the cart is empty, or has none of the titles (or is long deleted, which looks the same to its owner), stock is short, or booked on some of the
 * days, or it is too much for the borrower.
 */
export async function checkOutCart(
  { db, clock, configuration: { lending } }: ConfiguredParts<"lending">,
  checkOut: CheckOut,
): Promise<CheckedOut> {
  const work = (tx: Transaction) => checkOutOnce(tx, { at: clock.now(), lending }, checkOut);
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    return inTransaction(db, work);
  }
}

type Given = { at: Date; lending: Configuration["lending"] };

async function checkOutOnce(tx: Transaction, { at, lending }: Given, checkOut: CheckOut): Promise<CheckedOut> {
  const { cartKey, userId, termsVersion, days, titles = [] } = checkOut;
  const cart = await lockCart(tx, cartKey);
  if (!cart) throw new Refusal({ kind: "nothing-to-check-out" });
  if (cart.user_id !== null && cart.user_id !== userId) throw new HttpError(404);
  if (cart.order_id !== null) return { orderId: cart.order_id, rest: await openCartOf(tx, userId) };
  const borrowerId = found(checkOut.borrowerId ?? undefined);
  const lines = titles.length === 0 ? cart.lines : cart.lines.filter(({ itemId }) => titles.includes(itemId));
  const orderId = await placeOrder(tx, { borrowerId, cartKey, lines, at, termsVersion }, { limits: lending, days });
  await closeCart(tx, cartKey, userId, orderId, at);
  const isPart = lines.length < cart.lines.length;
  return { orderId, rest: isPart ? await keepRest(tx, { cartKey, userId, titles, now: at }) : null };
}
