import { limits } from "#contract/codes.ts";
import type { Reason } from "#contract/wire/reasons.ts";

const tooHigh = { kind: "quantity-too-high", most: limits.quantity } as const;

/** How many are wanted, 1 to 5 in digits, or the reason why it cannot be. A quick add is always one more. */
export function wishOf(requested: string, isQuickAdd: boolean): { quantity: number } | { refusal: Reason } {
  if (isQuickAdd) return { quantity: 1 };
  const quantity = /^\d+$/.test(requested) ? Number(requested) : 0;
  if (quantity < 1) return { refusal: { kind: "quantity-required" } };
  return quantity > limits.quantity ? { refusal: tooHigh } : { quantity };
}

/**
 * Why a title was not added; `before` is the cart's quantity of it. A quick add fails at five or at the stock; a set
 * quantity, which is at most five, only at the stock.
 */
export function whyNotAdded(isQuickAdd: boolean, { before, inStock }: { before: number; inStock: number }): Reason {
  const isAtFive = isQuickAdd && (before >= limits.quantity || before < inStock);
  return isAtFive ? tooHigh : { kind: "only-left", left: inStock };
}
