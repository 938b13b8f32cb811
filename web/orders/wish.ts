import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";

/** A title that an order is to hold; `held` of it are on the order already, beside what is in stock. */
export type Wish = { item: Item; quantity: number; held: number };

export const mostOf = ({ item, held }: Pick<Wish, "item" | "held">) => Math.min(limits.quantity, item.inStock + held);

export function withOneMore(wishes: readonly Wish[], item: Item): Wish[] {
  const known = wishOf(wishes, item);
  if (!known) return [...wishes, { item, quantity: 1, held: 0 }];
  return wishes.map((wish) =>
    wish === known ? { ...wish, quantity: Math.min(wish.quantity + 1, mostOf(wish)) } : wish,
  );
}

export function wishOf(wishes: readonly Wish[], { inventoryId }: Item): Wish | undefined {
  return wishes.find(({ item }) => item.inventoryId === inventoryId);
}

export function leftInWords({ item, quantity, held }: Wish): string {
  const left = item.inStock + held - quantity;
  if (left <= 0) return "None left in stock";
  return `${left} more in stock`;
}

/** Why an order that has the most of a title gets no more of it. */
export function whyNoMore(wish: Wish): string {
  if (mostOf(wish) === limits.quantity) return messages.field.quantityAboveFive;
  return wish.held === 0 ? ownMessages.onlyLeft(wish.item.inStock) : "No more in stock.";
}

export const linesOf = (wishes: readonly Wish[]) =>
  wishes.map(({ item, quantity }) => ({ inventoryId: item.inventoryId, quantity }));
