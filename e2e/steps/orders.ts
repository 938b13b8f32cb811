import { askDatabaseOf } from "#e2e/library.ts";
import { type Caller, newBorrower } from "./api.ts";
import { clerkOf, type SavedTitle, stock } from "./as-clerk.ts";

/** Puts titles into a new cart through the API; returns the cart's key. */
export async function fillCart(borrower: Caller, titles: readonly number[], quantity = 1): Promise<string> {
  let cart = "";
  for (const id of titles) {
    const path = `Cart/AddItemToCart/${id}/${quantity}/false${cart && `/${cart}`}`;
    cart = (await borrower.tell<{ data: string }>(path)).data;
  }
  return cart;
}

/** Orders titles through the API, with the query of their dates if there are any; returns the order's id. */
export async function placeOrder(borrower: Caller, titles: readonly number[], quantity = 1, dates = "") {
  const cart = await fillCart(borrower, titles, quantity);
  return (await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}${dates}`)).id;
}

/** Backdates an order in the database, because nothing can ship before it was ordered. */
export async function orderedOn(address: string, orderId: number, day: string): Promise<void> {
  await askDatabaseOf(address, `update orders set ordered_at = '${day}T20:00:00Z' where order_id = ${orderId}`);
}

/** A new title to order, with the numbers of copies that the library has and the order needs. */
type NewOrder = SavedTitle & { quantity: number; inStock?: number; borrowerName?: string };

/** Places a new borrower's order for a new title. */
export async function newOrder(address: string, { quantity, inStock = quantity, borrowerName, ...title }: NewOrder) {
  const clerk = await clerkOf(address);
  const { id: itemId, copies } = await stock(clerk, title, inStock);
  const borrower = await newBorrower(address, `reader-${title.sku}`, { ...(borrowerName && { borrowerName }) });
  const orderId = await placeOrder(borrower, [itemId], quantity);
  return {
    clerk,
    borrower,
    orderId,
    itemId,
    /** Returns one of the title's copies, counted from 1. */
    copy: (number: number) => {
      const copy = copies[number - 1];
      if (!copy) throw new Error(`There is no copy ${number}.`);
      return copy;
    },
    /** Returns the ids of the order's loans. */
    loans: async () => {
      type Line = { orderInventoryItems: { orderInventoryItemId: number }[] };
      const { orderItems } = await clerk.ask<{ orderItems: Line[] }>(`Order/Get/${orderId}`);
      return orderItems.flatMap((line) => line.orderInventoryItems.map((loan) => loan.orderInventoryItemId));
    },
    status: async () => (await clerk.ask<{ statusName: string }>(`Order/Get/${orderId}`)).statusName,
  };
}

/** Places a new borrower's order and ships it, so that it's overdue. */
export async function shippedOrder(address: string, order: NewOrder) {
  const placement = await newOrder(address, order);
  const { clerk, orderId } = placement;
  await clerk.tell(`Order/CheckOutAll/${orderId}`);
  await orderedOn(address, orderId, "2026-01-02");
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, returnDate: "2026-01-15", shipDate: "2026-01-02" });
  return placement;
}
