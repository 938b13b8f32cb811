import { limits } from "#contract/catalog/codes.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { isDuplicate, OutcomeUnknown } from "#server/platform/errors/database-errors.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import {
  type CartLineRow,
  contentOfCart,
  countInCart,
  giveCart,
  type Holder,
  lineIdsInCart,
  linesInCart,
  linesWithIds,
  lockCartsToMerge,
  lockOpenCart,
  mergeCarts,
  newCartKey,
  setQuantity,
  startCart,
  stockOfTitle,
} from "./cart.queries.ts";
import { itemsById, titlesOnDays } from "#server/catalog/public.ts";
import type { requestedDates } from "../dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { CartItem } from "#contract/orders/cart.ts";
import { ifShort, inPages, type ClaimListSlot } from "#server/platform/lists/long-list.ts";
import type { Reason } from "#contract/wire/refusals.ts";

type Dates = Awaited<ReturnType<typeof requestedDates>>;
type AddInput = Holder & { itemId: number; requested: string; isQuickAdd: boolean; days?: Dates };
type Added = { cartKey: string; count: number; quantity: number };

/**
 * Adds a title to the caller's cart: the one with this key if it is theirs, else the borrower's open cart (merged with
 * an anonymous one with that key), or a new one for a visitor. Dates limit the quantity to what is available, but only
 * an order reserves copies.
 */
export async function addItemToCart({ db, clock }: Parts, input: AddInput): Promise<Added> {
  const request = requestOf(input.requested, input.isQuickAdd);
  if ("refusal" in request) throw new Refusal(request.refusal);
  const { cartKey, userId, isQuickAdd, itemId } = input;
  const [onDays] = input.days ? await titlesOnDays(db, [itemId], input.days) : [];
  const addition = { itemId, isQuickAdd, quantity: request.quantity, now: clock.now(), onDays };
  const newKey = newCartKey();
  const put = (holder: Holder) => inTransaction(db, (tx) => putIntoOpenCart(tx, holder, addition));

  if (cartKey !== null) {
    const result = await again(isQuickAdd, () => put({ cartKey, userId }));
    if (result) return result;
    if (userId !== null) await claimCart(db, clock, { userId, cartIdentifier: cartKey });
  }
  return again(
    isQuickAdd,
    () => inTransaction(db, (tx) => putIntoNewCart(tx, { cartKey: newKey, userId }, addition)),
    // the new cart exists if the first try was stored
    async (work) => (await put({ cartKey: newKey, userId })) ?? work(),
  );
}

/** Tries again when the outcome is unknown, because setting a quantity is idempotent. */
async function again<T>(
  isQuickAdd: boolean,
  work: () => Promise<T>,
  retry: (work: () => Promise<T>) => Promise<T> = (first) => first(),
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isQuickAdd || !(error instanceof OutcomeUnknown)) throw error;
    return retry(work);
  }
}

type Addition = {
  itemId: number;
  quantity: number;
  isQuickAdd: boolean;
  now: Date;
  onDays: OnDays | undefined;
};

/** Returns undefined if the cart is missing, ordered, or not the caller's. */
async function putIntoOpenCart(tx: Transaction, holder: Holder, addition: Addition): Promise<Added | undefined> {
  const inStock = await stockFor(tx, addition);
  const cartKey = await lockOpenCart(tx, holder, addition.now);
  return cartKey === undefined ? undefined : putIntoLockedCart(tx, cartKey, addition, inStock);
}

/** Rejects a title that can't be added before it starts a cart. */
async function putIntoNewCart(
  tx: Transaction,
  holder: Holder & { cartKey: string },
  addition: Addition,
): Promise<Added> {
  const inStock = await stockFor(tx, addition);
  if (inStock < addition.quantity) throw new Refusal(whyNotAdded(addition, { before: 0, inStock }, addition.onDays));
  return putIntoLockedCart(tx, await startCart(tx, holder, addition.now), addition, inStock);
}

async function stockFor(tx: Transaction, { itemId, onDays }: Addition): Promise<number> {
  const inStock = found(await stockOfTitle(tx, itemId));
  return onDays ? onDays.left : inStock;
}

async function putIntoLockedCart(
  tx: Transaction,
  cartKey: string,
  addition: Addition,
  inStock: number,
): Promise<Added> {
  const { itemId, isQuickAdd, now, onDays } = addition;
  const { before, others } = await contentOfCart(tx, cartKey, itemId);
  const quantity = isQuickAdd ? before + 1 : addition.quantity;
  if (quantity > inStock || quantity > limits.quantity)
    throw new Refusal(whyNotAdded(addition, { before, inStock }, onDays));
  await setQuantity(tx, { cartKey, itemId, quantity }, now);
  return { cartKey, count: others + quantity, quantity };
}

type Claim = { userId: number; cartIdentifier: string | null };

type ClaimedCart = { cartIdentifier: string | null; cartCount: number };

/**
 * Claims an anonymous cart for a borrower, or merges it into the one they have. Ignores a missing, ordered, or foreign
 * cart. Returns the borrower's cart, if any.
 */
export async function claimCart(db: Database, clock: Clock, claim: Claim): Promise<ClaimedCart> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, (tx) => claimOnce(tx, clock.now(), claim));
    } catch (error) {
      // With two first logins at once, each with a cart, the second finds the first one's cart.
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

const tooHigh = { kind: "quantity-too-high", max: limits.quantity } as const;

/** Returns the requested quantity, or the reason why it is invalid. A quick add is always one. */
function requestOf(text: string, isQuickAdd: boolean): { quantity: number } | { refusal: Reason } {
  if (isQuickAdd) return { quantity: 1 };
  const quantity = /^\d+$/.test(text) ? Number(text) : 0;
  if (quantity < 1) return { refusal: { kind: "quantity-required" } };
  return quantity > limits.quantity ? { refusal: tooHigh } : { quantity };
}

/** `before` is the title's quantity in the cart. */
type Content = { before: number; inStock: number };

type OnDays = Extract<Reason, { kind: "no-room" }>["titles"][number];

/** Returns why a title wasn't added. Only a quick add can fail at five, because set quantities are checked earlier. */
function whyNotAdded({ isQuickAdd }: Pick<Addition, "isQuickAdd">, content: Content, onDays?: OnDays): Reason {
  const { before, inStock } = content;
  const isAtFive = isQuickAdd && (before >= limits.quantity || before < inStock);
  if (isAtFive) return tooHigh;
  return onDays ? { kind: "no-room", titles: [onDays] } : { kind: "only-left", left: inStock };
}
