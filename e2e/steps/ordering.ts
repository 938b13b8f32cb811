import { newBorrower } from "./api.ts";

/** Orders `quantity` of a title through the API as a new borrower; returns the order's id. */
export async function orderOf(address: string, itemId: number, userName: string, quantity = 1): Promise<number> {
  const borrower = await newBorrower(address, userName);
  const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${itemId}/${quantity}/false`);
  return (await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`)).id;
}
