import * as z from "zod";
import type { Library } from "#e2e/library.ts";
import { type Caller, callerAt, newBorrower } from "#e2e/steps/api.ts";
import { stock } from "#e2e/steps/as-clerk.ts";

const [password, workers] = ["apples and pears", 6];

/** No limit of lending is in the way of an attack. */
export const settings = { SEED: "none", MAX_ORDERS_PER_DAY: "100000", MAX_COPIES_PER_BORROWER: "100000" };

/** A borrower of an attack, logged in again. Each has a cart, so that no two order the same one. */
export async function comeBack({ address }: Library, number = 0): Promise<Caller> {
  const userName = `steady${number}`;
  return callerAt(address, { userName, password, userTypeId: 2 }).catch(() => newBorrower(address, userName));
}

export const comeBackTogether = (library: Library) =>
  Promise.all(Array.from({ length: workers }, (_, number) => comeBack(library, number)));

/** Adds so many titles with 50 copies each. */
export async function stockMany(clerk: Caller, prefix: string, count: number): Promise<number[]> {
  const titles: number[] = [];
  for (let at = 0; at < count; at += 1)
    titles.push((await stock(clerk, { title: "Steady", sku: `${prefix}${at.toString(36)}` }, 50)).id);
  return titles;
}

/** Places one order; its number, or the status of the call that failed. No copy that is left is status 200 without a number. */
export async function orderOnce(
  { send, borrowerId }: Caller,
  inventoryId: number,
): Promise<{ id?: number; status: number }> {
  // sets the quantity: adding one more is refused after five orders that failed
  const cart = await send(`Cart/AddItemToCart/${inventoryId}/1/false`, {});
  if (cart.status !== 200) return { status: cart.status };
  const { data } = z.object({ data: z.optional(z.string()) }).parse(await cart.json());
  if (data === undefined) return { status: 200 };
  const order = await send(`Order/SaveOrder/${borrowerId}/${data}`, {});
  if (order.status !== 200) return { status: order.status };
  const { id } = z.object({ id: z.number().optional() }).parse(await order.json());
  return { ...(id !== undefined && { id }), status: 200 };
}

/** How many of these orders the clerk does not see. */
export async function missing({ send }: Caller, orders: ReadonlySet<number>): Promise<number> {
  let count = 0;
  for (const orderId of orders) if ((await send(`Order/Get/${orderId}`)).status !== 200) count += 1;
  return count;
}
