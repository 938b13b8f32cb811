import { limits } from "#contract/codes.ts";
import { messages, ownMessages } from "#contract/messages.ts";

/** How many are wanted, or the sentence that says what is wrong with the wish. A quick add is always one more. */
export type Wish = { quantity: number } | { refusal: string };

/** Reads the quantity of a path: digits only, from 1 to 5. */
export function wishOf(requested: string, isQuickAdd: boolean): Wish {
  if (isQuickAdd) return { quantity: 1 };
  const quantity = /^\d+$/.test(requested) ? Number(requested) : 0;
  if (quantity < 1) return { refusal: messages.field.quantityRequired };
  return quantity > limits.quantity ? { refusal: messages.field.quantityAboveFive } : { quantity };
}

/**
 * Why a title was not put into the cart: `before` is what the cart held of it. A quick add fails at five, or at the
 * stock; a set quantity, which is at most five, only at the stock.
 */
export function whyNotAdded({
  isQuickAdd,
  before,
  inStock,
}: {
  isQuickAdd: boolean;
  before: number;
  inStock: number;
}): string {
  const isAtFive = isQuickAdd && (before >= limits.quantity || before < inStock);
  return isAtFive ? messages.field.quantityAboveFive : ownMessages.onlyLeft(inStock);
}
