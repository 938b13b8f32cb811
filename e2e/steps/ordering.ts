import { dataFolderOf } from "#e2e/library.ts";
import { openStorage } from "#server/platform/connection/open-storage.ts";
import { ask } from "#server/test/ask.ts";
import { newBorrower } from "./api.ts";

/** Orders `quantity` of a title through the API as a new borrower; returns the order's id. */
export async function orderOf(address: string, itemId: number, userName: string, quantity = 1): Promise<number> {
  const borrower = await newBorrower(address, userName);
  const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${itemId}/${quantity}/false`);
  return (await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`)).id;
}

/** Dates an order back to a day that is over, which only the database can: nothing ships before it was ordered. */
export async function orderedOn(address: string, orderId: number, day: string): Promise<void> {
  const { connection, stop } = await openStorage({ databaseUrl: undefined, dataFolder: dataFolderOf(address) });
  try {
    await ask(connection, `update orders set ordered_at = '${day}T20:00:00Z' where order_id = ${orderId}`);
  } finally {
    await stop();
  }
}
