import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { isLostConnection, isSilence } from "#server/platform/errors/database-errors.ts";
import { type Addition, type Holder, newCartKey, putIntoCart } from "./cart.queries.ts";
import { type OnDays, whyNotAdded, type Wish, wishOf } from "./cart.rules.ts";
import { claimCart } from "./claim-cart.ts";
import type { daysAsked } from "#server/modules/circulation/public.ts";
import { daysOfTitles } from "#server/modules/stock/public.ts";

type Days = Awaited<ReturnType<typeof daysAsked>>;
type Sent = Holder & { itemId: number; requested: string; isQuickAdd: boolean; days?: Days };

/**
 * Puts a title into the caller's cart: the one with this key if it is theirs; else, for a borrower, their open cart
 * (merging an anonymous one with that key), and for a visitor a new one. With days, as many as are free for them: nothing is
 * kept for anybody until the order.
 */
export async function addItemToCart(
  { db, clock, configuration }: ConfiguredParts<"lending">,
  sent: Sent,
): Promise<{ cartKey: string; count: number; quantity: number }> {
  const wish = wishOf(sent.requested, sent.isQuickAdd);
  if ("refusal" in wish) throw new Refusal(wish.refusal);
  const { cartKey, userId, isQuickAdd, itemId } = sent;
  const mostTitles = configuration.lending.titles;
  const [onDays] = sent.days ? await daysOfTitles.titlesOnDays(db, [itemId], sent.days) : [];
  const free = onDays?.left ?? null;
  const wanted = { itemId, isQuickAdd, quantity: wish.quantity, mostTitles, now: clock.now(), free, onDays };

  const intoOpen = async (key: string) => {
    const put = () => putIntoCart(db, "open", { cartKey: key, userId }, wanted);
    return isQuickAdd ? put() : again(put, put);
  };
  if (cartKey !== null) {
    const addition = await intoOpen(cartKey);
    if (addition.cart_key !== null || addition.in_stock === null) return outcomeOf(addition, wanted);
    if (userId !== null) await claimCart(db, clock, { userId, cartIdentifier: cartKey });
  }
  const newKey = newCartKey();
  const intoNew = () => putIntoCart(db, "new", { cartKey: newKey, userId }, wanted);
  if (isQuickAdd) return outcomeOf(await intoNew(), wanted);
  const addition = await again(intoNew, async () => {
    const stored = await intoOpen(newKey);
    return stored.cart_key === null ? intoNew() : stored;
  });
  return outcomeOf(addition, wanted);
}

/** When the connection broke, and nobody knows whether it was done: setting a quantity twice is setting it once. */
async function again<T>(work: () => Promise<T>, secondWay: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLostConnection(error) || isSilence(error)) throw error;
    return secondWay();
  }
}

function outcomeOf({ in_stock, cart_key, quantity, ...kept }: Addition, wanted: Wish & { onDays: OnDays | undefined }) {
  const inStock = found(in_stock ?? undefined);
  if (cart_key === null || quantity === null)
    throw new Refusal(whyNotAdded(wanted, { ...kept, inStock }, wanted.onDays));
  return { cartKey: cart_key, count: kept.others + quantity, quantity };
}
