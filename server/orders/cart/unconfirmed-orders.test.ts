import { expect, it } from "vitest";
import { addItemToCart, saveOrder } from "#contract/orders/cart.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";

const library = await testApp({ settings: { RATE_LIMIT_SCALE: "0.3" } }); // three orders
const kit = await anItem(library, 30);

/** Orders a copy as a new borrower from an address; returns whether it was placed, or why not. */
async function order({
  from,
  isConfirmed = false,
  quantity = "1",
}: {
  from: string;
  isConfirmed?: boolean;
  quantity?: string;
}) {
  const { token } = await aBorrower(library, isConfirmed ? {} : { mailbox_confirmed_at: null });
  const params = { inventoryId: kit.itemId, requestedQty: quantity, isQuickAdd: false, identifier: undefined };
  const cart = await library.call(addItemToCart, { params, query: {} }, token, from);
  const identifier = cart.body.data;
  const { body } = await library.call(saveOrder, { params: { x: "0", identifier }, query: {} }, token, from);
  return body.isSuccess || body.reason?.kind;
}

it("unconfirmed borrowers place a few orders a day from one address, and then confirm first; others aren’t affected", async () => {
  const from = "203.0.113.7";
  for (let time = 0; time < 3; time += 1) expect(await order({ from })).toBe(true);
  expect(await order({ from })).toBe("unconfirmed");
  expect(await order({ from, isConfirmed: true })).toBe(true);
  expect(await order({ from: "203.0.113.8" })).toBe(true);
});
