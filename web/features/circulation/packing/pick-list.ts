import type { Item } from "#contract/catalog.ts";
import type { StaffOrder } from "#contract/circulation.ts";

/** A title to fetch from its shelf: how many copies, and for which orders. */
export type Pick = { item: Item; copies: number; orders: { orderId: number; copies: number }[] };

/** What orders still lack, title by title, in the order in which one walks along the shelves. */
export function picksOf(orders: readonly StaffOrder[]): Pick[] {
  const picks = new Map<number, Pick>();
  for (const { orderId, orderItems } of orders) {
    for (const { inventory: item, quantity, orderInventoryItems } of orderItems) {
      const copies = quantity - orderInventoryItems.length;
      if (copies <= 0) continue;
      const pick = picks.get(item.inventoryId) ?? { item, copies: 0, orders: [] };
      picks.set(item.inventoryId, {
        item,
        copies: pick.copies + copies,
        orders: [...pick.orders, { orderId, copies }],
      });
    }
  }
  return [...picks.values()].toSorted((a, b) => compare(a.item, b.item));
}

const words = new Intl.Collator("en", { numeric: true });

/** Titles without a place come last. */
const compare = (a: Item, b: Item) =>
  Number(a.shelfPlace === "") - Number(b.shelfPlace === "") ||
  words.compare(a.shelfPlace, b.shelfPlace) ||
  words.compare(a.referenceNumber, b.referenceNumber);
