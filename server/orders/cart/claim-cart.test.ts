import { describe, expect, it } from "vitest";
import { login, logout } from "#contract/people/accounts.ts";
import { addItemToCart, getCartItemsByIdentifier } from "#contract/orders/cart.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem, password } from "#server/test/factories.ts";
import { cleanUpCarts } from "./cart.queries.ts";

const library = await testApp({ poolSize: 20 });
const { db, clock } = library;
const [one, two, three] = [await anItem(library, 9), await anItem(library, 9), await anItem(library, 9)];

async function aCart(requests: [item: { itemId: number }, quantity: number][], token?: string): Promise<string> {
  let identifier: string | undefined;
  for (const [{ itemId }, quantity] of requests) {
    const params = { inventoryId: itemId, requestedQty: String(quantity), isQuickAdd: false, identifier };
    identifier = (await library.call(addItemToCart, { params }, token)).body.data;
  }
  return identifier ?? "";
}

const enter = async (userName: string, cartIdentifier?: string | null) =>
  (await library.call(login, { body: { userName, password, userTypeId: 2, cartIdentifier } })).body.data;
const lines = async (identifier: string, token?: string) =>
  (await library.call(getCartItemsByIdentifier, { params: { identifier } }, token)).body.data.map((line) => [
    line.inventory.inventoryId,
    line.quantity,
  ]);

describe("the cart at log-in", () => {
  it("becomes the borrower's, keeps its identifier, and is closed to everyone else", async () => {
    const { userName } = await aBorrower(library);
    const cart = await aCart([
      [one, 2],
      [two, 1],
    ]);
    const session = await enter(userName, cart);
    expect(session).toMatchObject({ cartIdentifier: cart, cartCount: 3 });
    expect(await lines(cart, session.token)).toEqual([
      [one.itemId, 2],
      [two.itemId, 1],
    ]);
    expect(await lines(cart)).toEqual([]);
    await library.call(logout, {}, session.token);
    expect(await lines(cart, session.token)).toEqual([]);
  });

  it("merges into the borrower's cart, line by line with the larger quantity", async () => {
    const { userName, token } = await aBorrower(library);
    const own = await aCart(
      [
        [one, 2],
        [two, 4],
      ],
      token,
    );
    const brought = await aCart([
      [two, 3],
      [one, 5],
      [three, 1],
    ]);
    const session = await enter(userName, brought);
    expect(session).toMatchObject({ cartIdentifier: own, cartCount: 10 });
    expect(new Set(await lines(own, session.token))).toEqual(
      new Set([
        [one.itemId, 5],
        [two.itemId, 4],
        [three.itemId, 1],
      ]),
    );
    expect(await lines(brought, session.token)).toEqual([]);
  });

  it("follows the borrower to another computer", async () => {
    const { userName, token } = await aBorrower(library);
    const own = await aCart([[one, 2]], token);
    for (const brought of [undefined, null, "", "null", "0".repeat(32)]) {
      expect(await enter(userName, brought)).toMatchObject({ cartIdentifier: own, cartCount: 2 });
    }
  });

  it("stays missing for a borrower without one, or with someone else's", async () => {
    const [{ userName }, owner] = [await aBorrower(library), await aBorrower(library)];
    const foreign = await aCart([[one, 2]], owner.token);
    expect(await enter(userName)).toMatchObject({ cartIdentifier: null, cartCount: 0 });
    expect(await enter(userName, foreign)).toMatchObject({ cartIdentifier: null, cartCount: 0 });
    expect(await lines(foreign, owner.token)).toEqual([[one.itemId, 2]]);
  });

  it("stays anonymous when an administrator logs in", async () => {
    const { userName } = await anAdmin(library);
    const cart = await aCart([[one, 2]]);
    const { body } = await library.call(login, { body: { userName, password, userTypeId: 1, cartIdentifier: cart } });
    expect(body.data).toMatchObject({ cartIdentifier: null, cartCount: 0 });
    expect(await lines(cart)).toEqual([[one.itemId, 2]]);
  });
});

describe("the cleanup of carts", () => {
  it("deletes carts unused for 30 days, and keeps ones viewed since", async () => {
    const [forgotten, visited] = [await aCart([[one, 1]]), await aCart([[one, 2]])];
    const days = (number: number) => number * 24 * 60 * 60 * 1000;
    clock.move(days(20));
    await lines(visited);
    clock.move(days(11));
    await cleanUpCarts(db, clock);
    expect([await lines(forgotten), await lines(visited)]).toEqual([[], [[one.itemId, 2]]]);
  });
});
