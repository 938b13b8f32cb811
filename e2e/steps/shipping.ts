import { newBorrower, type Caller } from "./api.ts";
import { clerkOf, type SavedTitle, stock } from "./as-clerk.ts";
import { orderedOn } from "./ordering.ts";

type Line = { orderItemId: number; quantity: number };
type Lent = SavedTitle & { quantity: number; borrowerName?: string };
type Copy = { inventoryItemId: number; skuNumber: string };
type Placed = { orderId: number; itemId: number; copies: Copy[]; borrower: Caller };

/** Places a new borrower's order for a new title. */
export async function newOrder(clerk: Caller, { quantity, borrowerName, ...title }: Lent): Promise<Placed> {
  const { id: itemId, copies } = await stock(clerk, title, quantity);
  const borrower = await newBorrower(clerk.address, `reader-${title.sku}`, { ...(borrowerName && { borrowerName }) });
  const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${itemId}/${quantity}/false`);
  const { id: orderId } = await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`);
  return { orderId, itemId, copies, borrower };
}

/** Places such an order, and ships it so that it's overdue. */
export async function shippedOrder(clerk: Caller, lent: Lent): Promise<Placed> {
  const placed = await newOrder(clerk, lent);
  const { orderId, itemId } = placed;
  const { orderItems } = await clerk.ask<{ orderItems: Line[] }>(`Order/Get/${orderId}`);
  for (const line of orderItems) {
    await clerk.tell(
      `Order/AssignMultipleSKUSToOrderItem/${line.orderItemId}/inventoryId/${itemId}/quantity/${line.quantity}`,
    );
  }
  await orderedOn(clerk.address, orderId, "2026-01-02");
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, returnDate: "2026-01-15", shipDate: "2026-01-02" });
  return placed;
}

/** Places such an order, with what a clerk's journey needs of it. */
export async function orderAtDesk(address: string, lent: Lent, place: typeof newOrder = newOrder) {
  const clerk = await clerkOf(address);
  const placed = await place(clerk, lent);
  return {
    clerk,
    orderId: placed.orderId,
    itemId: placed.itemId,
    copy: (number: number): Copy => {
      const copy = placed.copies[number];
      if (!copy) throw new Error(`There is no copy ${number}.`);
      return copy;
    },
    status: async () => (await clerk.ask<{ statusName: string }>(`Order/Get/${placed.orderId}`)).statusName,
  };
}

export const packageAtDesk = (address: string, lent: Lent) => orderAtDesk(address, lent, shippedOrder);
