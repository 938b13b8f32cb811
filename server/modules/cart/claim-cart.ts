import type { Clock } from "#server/platform/clock.ts";
import { isDuplicate } from "#server/platform/errors/database-errors.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { countInCart, giveCart, lockCartsToMerge, mergeCarts } from "./cart.queries.ts";

type Claim = { userId: number; cartIdentifier: string | null };

export type ClaimedCart = { cartIdentifier: string | null; cartCount: number };

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
