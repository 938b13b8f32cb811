import { afterEach, beforeEach, expect, it } from "vitest";
import { reachBy } from "#web/lib/call.ts";
import { endSession } from "#web/lib/session.ts";
import { put } from "./change-cart.ts";

const added = { isSuccess: true, data: "cart", cartCount: 2, quantity: 2 };
let asked: string[] = [];

/** The library answers with these statuses, one after the other, and then as it should. */
function answers(...statuses: number[]) {
  reachBy(async (address) => {
    const status = statuses[asked.length];
    asked.push(address);
    if (status === 0) throw new TypeError("Failed to fetch");
    return status === undefined
      ? Response.json(added)
      : Response.json({ isSuccess: false, message: "No." }, { status });
  });
}

beforeEach(() => {
  asked = [];
});
afterEach(() => {
  reachBy(async (address, init) => fetch(address, init));
  endSession();
});

const item = { inventoryId: 7 };

it.each([0, 502, 503, 504])("sets a quantity once more when the library was away for a moment: %i", async (status) => {
  answers(status);
  expect(await put({ item, quantity: 2 })).toMatchObject({ quantity: 2 });
  expect(asked).toEqual(["/api/Cart/AddItemToCart/7/2/false", "/api/Cart/AddItemToCart/7/2/false"]);
});

it("sets it no third time, and not again when the library said no", async () => {
  answers(503, 503);
  await expect(put({ item, quantity: 2 })).rejects.toMatchObject({ status: 503 });
  expect(asked.length).toBe(2);
  asked = [];
  answers(429);
  await expect(put({ item, quantity: 2 })).rejects.toMatchObject({ status: 429 });
  expect(asked.length).toBe(1);
});

it("never adds one more twice", async () => {
  answers(503);
  await expect(put({ item, quantity: "one more" })).rejects.toMatchObject({ status: 503 });
  expect(asked).toEqual(["/api/Cart/AddItemToCart/7/0/true"]);
});
