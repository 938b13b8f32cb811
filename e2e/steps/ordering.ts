import { askDatabaseOf } from "#e2e/library.ts";
import { newBorrower } from "./api.ts";

/** Orders `quantity` of a title through the API as a new borrower; returns the order's id. */
export async function orderOf(address: string, itemId: number, userName: string, quantity = 1): Promise<number> {
  const borrower = await newBorrower(address, userName);
  const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${itemId}/${quantity}/false`);
  return (await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`)).id;
}

/** Backdates an order in the database, because nothing can ship before it was ordered. */
export async function orderedOn(address: string, orderId: number, day: string): Promise<void> {
  await askDatabaseOf(address, `update orders set ordered_at = '${day}T20:00:00Z' where order_id = ${orderId}`);
}
