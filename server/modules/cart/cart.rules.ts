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

export type Wish = { quantity: number; isQuickAdd: boolean; mostTitles: number };

/** The cart as it was: its quantity of the title, and how many other titles it has. */
type Kept = { before: number; titles: number; inStock: number };

/** What a title has for teaching days, with the nearest days that would do. */
export type OnDays = Extract<Reason, { kind: "no-room" }>["titles"][number];

/**
 * Why a title was not added. A quick add fails at five or at the stock; a set quantity, which is at most five, only at the
 * stock. A cart holds no more titles than an order may. For teaching days, what is free for them is the stock.
 */
export function whyNotAdded({ quantity, isQuickAdd, mostTitles: most }: Wish, kept: Kept, onDays?: OnDays): Reason {
  const { before, titles, inStock } = kept;
  if (before === 0 && titles >= most && inStock >= quantity)
    return { kind: "lending-limit", of: "titles", most, now: titles, isConfirmed: true };
  const isAtFive = isQuickAdd && (before >= limits.quantity || before < inStock);
  if (isAtFive) return tooHigh;
  return onDays ? { kind: "no-room", titles: [onDays] } : { kind: "only-left", left: inStock };
}
