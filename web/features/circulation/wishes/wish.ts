import type { Item } from "#contract/catalog.ts";
import { limits } from "#contract/codes.ts";

/** A title that an order is to hold; `held` of it are on the order already, beside what is in stock. */
export type Wish = { item: Item; quantity: number; held: number };

/** The most of a title that the order can have now. */
export const mostOf = ({ item, held }: Pick<Wish, "item" | "held">) => Math.min(limits.quantity, item.inStock + held);

/** The titles with one more of this one. */
export function withOneMore(wishes: readonly Wish[], item: Item): Wish[] {
  const known = wishes.find((wish) => wish.item.inventoryId === item.inventoryId);
  if (!known) return [...wishes, { item, quantity: 1, held: 0 }];
  return wishes.map((wish) =>
    wish === known ? { ...wish, quantity: Math.min(wish.quantity + 1, mostOf(wish)) } : wish,
  );
}

/** What is in stock besides, in words. */
export function leftInWords({ item, quantity, held }: Wish): string {
  const left = item.inStock + held - quantity;
  if (left <= 0) return "None left in stock";
  return `${left} more in stock`;
}

export const linesOf = (wishes: readonly Wish[]) =>
  wishes.map(({ item, quantity }) => ({ inventoryId: item.inventoryId, quantity }));
