import { afterEach, beforeEach, expect, it } from "vitest";
import { reachBy } from "#web/lib/call.ts";
import { endSession } from "#web/lib/session.ts";
import { put } from "./change-cart.ts";

const added = { isSuccess: true, data: "cart", cartCount: 2, quantity: 2 };
let requests: string[] = [];

/** Makes the server answer with these statuses, and then with success. */
function answers(...statuses: number[]) {
  reachBy(async (address) => {
    const status = statuses[requests.length];
    requests.push(address);
    if (status === 0) throw new TypeError("Failed to fetch");
    return status === undefined
      ? Response.json(added)
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

it.each([0, 502, 503, 504])("put retries a set quantity once after status %i", async (status) => {
  answers(status);
  expect(await put({ item, quantity: 2 })).toMatchObject({ quantity: 2 });
  expect(requests).toEqual(["/api/Cart/AddItemToCart/7/2/false", "/api/Cart/AddItemToCart/7/2/false"]);
});

it("put doesn't retry a set quantity twice, or after a refusal", async () => {
  answers(503, 503);
  await expect(put({ item, quantity: 2 })).rejects.toMatchObject({ status: 503 });
  expect(requests.length).toBe(2);
  requests = [];
  answers(429);
  await expect(put({ item, quantity: 2 })).rejects.toMatchObject({ status: 429 });
  expect(requests.length).toBe(1);
});

it("put never retries adding one", async () => {
  answers(503);
  await expect(put({ item, quantity: "one more" })).rejects.toMatchObject({ status: 503 });
  expect(requests).toEqual(["/api/Cart/AddItemToCart/7/0/true"]);
});
