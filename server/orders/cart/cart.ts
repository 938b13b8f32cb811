import { limits } from "#contract/catalog/codes.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { isDuplicate, OutcomeUnknown } from "#server/platform/errors/database-errors.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import {
  type CartLineRow,
  closeCart,
  contentOfCart,
  countInCart,
  giveCart,
  type Holder,
  keepRest,
  lineIdsInCart,
  linesInCart,
  linesWithIds,
  lockCart,
  lockCartsToMerge,
  lockOpenCart,
  mergeCarts,
  newCartKey,
  openCartOf,
  setQuantity,
  startCart,
  stockOfTitle,
} from "./cart.queries.ts";
import { itemsById, titlesOnDays } from "#server/catalog/public.ts";
import type { daysAsked } from "../dates.ts";
import { placeOrder } from "../place-order.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { CartItem } from "#contract/orders/cart.ts";
import { ifShort, inPages, type ClaimListSlot } from "#server/platform/lists/long-list.ts";
import type { Reason } from "#contract/wire/reasons.ts";

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
  const input = requestOf(sent.requested, sent.isQuickAdd);
  if ("refusal" in input) throw new Refusal(input.refusal);
  const { cartKey, userId, isQuickAdd, itemId } = sent;
  const maxTitles = configuration.lending.titles;
  const [onDays] = sent.days ? await titlesOnDays(db, [itemId], sent.days) : [];
  const wanted = { itemId, isQuickAdd, quantity: input.quantity, maxTitles, now: clock.now(), onDays };
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

type Wanted = Input & { itemId: number; now: Date; onDays: OnDays | undefined };

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
  const { itemId, isQuickAdd, maxTitles, now, onDays } = wanted;
  const { before, others, titles } = await contentOfCart(tx, cartKey, itemId);
  const quantity = isQuickAdd ? before + 1 : wanted.quantity;
  const hasRoom = titles < maxTitles || before > 0;
  if (!hasRoom || quantity > inStock || quantity > limits.quantity)
    throw new Refusal(whyNotAdded(wanted, { before, titles, inStock }, onDays));
  await setQuantity(tx, { cartKey, itemId, quantity }, now);
  return { cartKey, count: others + quantity, quantity };
}

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

type Claim = { userId: number; cartIdentifier: string | null };

type ClaimedCart = { cartIdentifier: string | null; cartCount: number };

/**
 * Claims an anonymous cart for a borrower: it becomes their cart, or its lines join the one they have. A missing,
 * ordered, or foreign cart is left alone. Returns the borrower's cart, if any.
 */
export async function claimCart(db: Database, clock: Clock, claim: Claim): Promise<ClaimedCart> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, (tx) => claimOnce(tx, clock.now(), claim));
    } catch (error) {
      // Two logins at once, each with a cart and no earlier one: the second finds the first one's cart.
      if (!isDuplicate(error) || attempt === 5) throw error;
    }
  }
}

async function claimOnce(tx: Transaction, now: Date, { userId, cartIdentifier }: Claim): Promise<ClaimedCart> {
  const carts = await lockCartsToMerge(tx, userId, cartIdentifier);
  const own = carts.find((cart) => cart.user_id === userId)?.cart_key;
  const anonymous = carts.find((cart) => cart.user_id === null)?.cart_key;
  if (anonymous !== undefined && own === undefined) await giveCart(tx, anonymous, userId, now);
  if (anonymous !== undefined && own !== undefined) await mergeCarts(tx, anonymous, own, now);
  const cartKey = own ?? anonymous ?? null;
  return {
    cartIdentifier: cartKey,
    cartCount: cartKey === null ? 0 : (await countInCart(tx, { cartKey, userId })).count,
  };
}

export async function listCart(
  { db, clock }: Parts,
  holder: Holder & { cartKey: string },
  claimListSlot: ClaimListSlot,
) {
  const lines = await ifShort(() => linesInCart(db, holder, clock.now()));
  if (lines) {
    const cartCount = lines.reduce((sum, line) => sum + line.quantity, 0);
    return { data: [...(await presentLines(db, lines)).values()], cartCount };
  }
  await claimListSlot();
  const { ids, count } = await lineIdsInCart(db, holder.cartKey);
  const read = async (page: readonly number[]) => presentLines(db, await linesWithIds(db, page));
  return { data: inPages(ids, read), cartCount: count };
}

async function presentLines(db: Database, lines: readonly CartLineRow[]): Promise<Map<number, CartItem>> {
  const items = await itemsById(
    db,
    lines.map((line) => line.item_id),
  );
  return new Map(
    lines.flatMap((line) => {
      const inventory = items.get(line.item_id);
      if (!inventory) return [];
      const { cart_line_id: cartItemId, cart_key: identifier, quantity } = line;
      return [[cartItemId, { cartItemId, identifier, quantity, inventory }]];
    }),
  );
}

const tooHigh = { kind: "quantity-too-high", most: limits.quantity } as const;

/** How many are wanted, 1 to 5 in digits, or the reason why it cannot be. A quick add is always one more. */
function requestOf(requested: string, isQuickAdd: boolean): { quantity: number } | { refusal: Reason } {
  if (isQuickAdd) return { quantity: 1 };
  const quantity = /^\d+$/.test(requested) ? Number(requested) : 0;
  if (quantity < 1) return { refusal: { kind: "quantity-required" } };
  return quantity > limits.quantity ? { refusal: tooHigh } : { quantity };
}

type Input = { quantity: number; isQuickAdd: boolean; maxTitles: number };

/** The cart as it was: its quantity of the title, and how many other titles it has. */
type Kept = { before: number; titles: number; inStock: number };

type OnDays = Extract<Reason, { kind: "no-room" }>["titles"][number];

/**
 * Why a title was not added. A quick add fails at five or at the stock; a set quantity, which is at most five, only at the
 * stock. A cart holds no more titles than an order may. For teaching days, what is free for them is the stock.
 */
function whyNotAdded({ quantity, isQuickAdd, maxTitles: most }: Input, kept: Kept, onDays?: OnDays): Reason {
  const { before, titles, inStock } = kept;
  if (before === 0 && titles >= most && inStock >= quantity)
    return { kind: "lending-limit", of: "titles", most, now: titles, isConfirmed: true };
  const isAtFive = isQuickAdd && (before >= limits.quantity || before < inStock);
  if (isAtFive) return tooHigh;
  return onDays ? { kind: "no-room", titles: [onDays] } : { kind: "only-left", left: inStock };
}
