import { newBorrower, type Caller } from "./api.ts";
import { type SavedTitle, stock } from "./as-clerk.ts";

type Line = { orderItemId: number; quantity: number };

/** A new borrower's shipped and overdue order of one title, with its copies. */
export async function shippedOrder(
  clerk: Caller,
  { quantity, ...title }: SavedTitle & { quantity: number },
): Promise<{ orderId: number; copies: { inventoryItemId: number; skuNumber: string }[]; borrower: Caller }> {
  const { id, copies } = await stock(clerk, title, quantity);
  const borrower = await newBorrower(clerk.address, `reader-${title.sku}`);
  const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${id}/${quantity}/false`);
  const { id: orderId } = await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`);
  const { orderItems } = await clerk.ask<{ orderItems: Line[] }>(`Order/Get/${orderId}`);
  for (const line of orderItems) {
    await clerk.tell(
      `Order/AssignMultipleSKUSToOrderItem/${line.orderItemId}/inventoryId/${id}/quantity/${line.quantity}`,
    );
  }
  await clerk.tell("Order/UpdateOrder/", { orderId, statusId: 3, returnDate: "2026-01-15", shipDate: "2026-01-02" });
  return { orderId, copies, borrower };
}
