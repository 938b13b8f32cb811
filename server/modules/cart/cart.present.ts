import type { CartItem } from "#contract/cart.ts";
import type { Item } from "#contract/catalog.ts";
import type { CartLineRow } from "./cart.queries.ts";

/** The lines of a cart as the API returns them. */
export function presentLines(lines: readonly CartLineRow[], items: ReadonlyMap<number, Item>): CartItem[] {
  return lines.flatMap((line) => {
    const inventory = items.get(line.item_id);
    return inventory
      ? [{ cartItemId: line.cart_line_id, identifier: line.cart_key, quantity: line.quantity, inventory }]
      : [];
  });
}
