import { afterEach, beforeEach, expect, it } from "vitest";
import { reachBy } from "#web/lib/call.ts";
import { endSession } from "#web/lib/session.ts";
import { put } from "./change-cart.ts";

const success = { isSuccess: true, data: "cart", cartCount: 2, quantity: 2 };
let requests: string[] = [];

/** Makes the server respond with these statuses, and then with success. */
function respondWith(...statuses: number[]) {
  reachBy(async (address) => {
    const status = statuses[requests.length];
    requests.push(address);
    if (status === 0) throw new TypeError("Failed to fetch");
    return status === undefined
      ? Response.json(success)
      : Response.json({ isSuccess: false, message: "No." }, { status });
  });
}

beforeEach(() => {
  requests = [];
});
afterEach(() => {
  reachBy(async (address, init) => fetch(address, init));
  endSession();
});

const item = { inventoryId: 7 };

it.each([0, 502, 503, 504])("put retries setting a quantity once after status %i", async (status) => {
  respondWith(status);
  expect(await put({ item, quantity: 2 })).toMatchObject({ quantity: 2 });
  expect(requests).toEqual(["/api/Cart/AddItemToCart/7/2/false", "/api/Cart/AddItemToCart/7/2/false"]);
});

it("put doesn't retry setting a quantity twice, or after a refusal", async () => {
  respondWith(503, 503);
  await expect(put({ item, quantity: 2 })).rejects.toMatchObject({ status: 503 });
  expect(requests.length).toBe(2);
  requests = [];
  respondWith(429);
  await expect(put({ item, quantity: 2 })).rejects.toMatchObject({ status: 429 });
  expect(requests.length).toBe(1);
});

it("put never retries adding one copy", async () => {
  respondWith(503);
  await expect(put({ item, quantity: "one more" })).rejects.toMatchObject({ status: 503 });
  expect(requests).toEqual(["/api/Cart/AddItemToCart/7/0/true"]);
});
