import { limits } from "#contract/codes.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { OutcomeUnknown } from "#server/platform/errors/database-errors.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import {
  contentOfCart,
  type Holder,
  lockOpenCart,
  newCartKey,
  setQuantity,
  startCart,
  stockOfTitle,
} from "./cart.queries.ts";
import { type OnDays, whyNotAdded, type Wish, wishOf } from "./cart.rules.ts";
import { claimCart } from "./claim-cart.ts";
import type { daysAsked } from "#server/modules/circulation/public.ts";
import { daysOfTitles } from "#server/modules/stock/public.ts";

type Days = Awaited<ReturnType<typeof daysAsked>>;
type Sent = Holder & { itemId: number; requested: string; isQuickAdd: boolean; days?: Days };
type Added = { cartKey: string; count: number; quantity: number };

/**
 * Puts a title into the caller's cart: the one with this key if it is theirs; else, for a borrower, their open cart
 * (merging an anonymous one with that key), and for a visitor a new one. With days, as many as are free for them: nothing is
 * kept for anybody until the order.
 */
export async function addItemToCart(
  { db, clock, configuration }: ConfiguredParts<"lending">,
  sent: Sent,
): Promise<Added> {
  const wish = wishOf(sent.requested, sent.isQuickAdd);
  if ("refusal" in wish) throw new Refusal(wish.refusal);
  const { cartKey, userId, isQuickAdd, itemId } = sent;
  const mostTitles = configuration.lending.titles;
  const [onDays] = sent.days ? await daysOfTitles.titlesOnDays(db, [itemId], sent.days) : [];
  const wanted = { itemId, isQuickAdd, quantity: wish.quantity, mostTitles, now: clock.now(), onDays };
  const newKey = newCartKey();
  const put = (holder: Holder) => inTransaction(db, (tx) => putIntoOpenCart(tx, holder, wanted));

  if (cartKey !== null) {
    const added = await again(isQuickAdd, () => put({ cartKey, userId }));
    if (added) return added;
    if (userId !== null) await claimCart(db, clock, { userId, cartIdentifier: cartKey });
  }
  return again(
    isQuickAdd,
    () => inTransaction(db, (tx) => putIntoNewCart(tx, { cartKey: newKey, userId }, wanted)),
    // it is there if the first try was stored
    async (work) => (await put({ cartKey: newKey, userId })) ?? work(),
  );
}

/** When nobody knows whether it was done: setting a quantity twice is setting it once. */
async function again<T>(
  isQuickAdd: boolean,
  work: () => Promise<T>,
  secondWay: (work: () => Promise<T>) => Promise<T> = (first) => first(),
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isQuickAdd || !(error instanceof OutcomeUnknown)) throw error;
    return secondWay(work);
  }
}

type Wanted = Wish & { itemId: number; now: Date; onDays: OnDays | undefined };

/** undefined: the cart does not exist, is not the caller's, or was already ordered. */
async function putIntoOpenCart(tx: Transaction, holder: Holder, wanted: Wanted): Promise<Added | undefined> {
  const inStock = await stockFor(tx, wanted);
  const cartKey = await lockOpenCart(tx, holder, wanted.now);
  return cartKey === undefined ? undefined : putIntoLockedCart(tx, cartKey, wanted, inStock);
}

/** A title that cannot be added starts no cart. */
async function putIntoNewCart(tx: Transaction, holder: Holder & { cartKey: string }, wanted: Wanted): Promise<Added> {
  const inStock = await stockFor(tx, wanted);
  if (inStock < wanted.quantity)
    throw new Refusal(whyNotAdded(wanted, { before: 0, titles: 0, inStock }, wanted.onDays));
  return putIntoLockedCart(tx, await startCart(tx, holder, wanted.now), wanted, inStock);
}

/** What limits the quantity: the stock, or what is free on the days. */
async function stockFor(tx: Transaction, { itemId, onDays }: Wanted): Promise<number> {
  const inStock = found(await stockOfTitle(tx, itemId));
  return onDays ? onDays.left : inStock;
}

async function putIntoLockedCart(tx: Transaction, cartKey: string, wanted: Wanted, inStock: number): Promise<Added> {
  const { itemId, isQuickAdd, mostTitles, now, onDays } = wanted;
  const { before, others, titles } = await contentOfCart(tx, cartKey, itemId);
  const quantity = isQuickAdd ? before + 1 : wanted.quantity;
  const hasRoom = titles < mostTitles || before > 0;
  if (!hasRoom || quantity > inStock || quantity > limits.quantity)
    throw new Refusal(whyNotAdded(wanted, { before, titles, inStock }, onDays));
  await setQuantity(tx, { cartKey, itemId, quantity }, now);
  return { cartKey, count: others + quantity, quantity };
}
