import { describe, expect, it } from "vitest";
import {
  addItemToCart,
  getCartItemCount,
  getCartItemsByIdentifier,
  removeItemFromCart,
  saveOrder,
} from "#contract/orders/cart.ts";
import { getOrderForUser } from "#contract/orders/orders.ts";
import { login, logout } from "#contract/people/accounts.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem, password } from "#server/test/factories.ts";
import { cleanUpCarts } from "./cart.queries.ts";

const library = await testApp({ poolSize: 20 });

async function aCart(requests: [item: { itemId: number }, quantity: number][], token?: string): Promise<string> {
  let identifier: string | undefined;
  for (const [{ itemId }, quantity] of requests) {
    const params = { inventoryId: itemId, requestedQty: String(quantity), isQuickAdd: false, identifier };
    identifier = (await library.call(addItemToCart, { params }, token)).body.data;
  }
  return identifier ?? "";
}

const order = (identifier: string, token?: string, x = "1") =>
  library.call(saveOrder, { params: { x, identifier }, query: {} }, token);
const contents = async (identifier: string, token?: string) =>
  (await library.call(getCartItemsByIdentifier, { params: { identifier } }, token)).body;
const count = async (identifier: string, token?: string) =>
  (await library.call(getCartItemCount, { params: { identifier } }, token)).body.cartCount;
const lines = async (identifier: string, token?: string) =>
  (await contents(identifier, token)).data.map(({ inventory, quantity }) => [inventory.inventoryId, quantity]);
const inStock = async (itemId: number) =>
  (await library.db.selectFrom("items").select("in_stock").where("item_id", "=", itemId).executeTakeFirstOrThrow())
    .in_stock;
const ordersOf = async (borrowerId: number) =>
  library.db.selectFrom("orders").select("order_id").where("borrower_id", "=", borrowerId).execute();

describe("ordering a cart", () => {
  it("places the order for the token's borrower, whatever the path says, and reserves the stock", async () => {
    const [owner, other] = [await aBorrower(library), await aBorrower(library)];
    const [one, two] = [await anItem(library, 3), await anItem(library, 3)];
    const cart = await aCart(
      [
        [two, 1],
        [one, 2],
      ],
      owner.token,
    );
    const { body } = await order(cart, owner.token, String(other.borrowerId));
    expect(body).toEqual({ isSuccess: true, message: "Order submitted.", id: expect.any(Number) });
    expect(await ordersOf(other.borrowerId)).toEqual([]);

    const { data } = (await library.call(getOrderForUser, { params: { orderId: body.id } }, owner.token)).body;
    expect(data).toMatchObject({ borrowerId: owner.borrowerId, statusId: 1, itemCount: 3 });
    expect(data.orderItems.map((line) => [line.inventory.inventoryId, line.quantity])).toEqual([
      [two.itemId, 1],
      [one.itemId, 2],
    ]);
    expect([await inStock(one.itemId), await inStock(two.itemId)]).toEqual([1, 2]);
  });

  it("leaves titles for another order in a cart, even when repeated", async () => {
    const owner = await aBorrower(library);
    const [one, two, three] = [await anItem(library, 3), await anItem(library, 3), await anItem(library, 3)];
    const cart = await aCart([one, two, three].map((item, at) => [item, at + 1]));
    const part = (identifier: string, ...titles: number[]) =>
      library.call(saveOrder, { params: { x: "1", identifier }, query: { titles: titles.join(",") } }, owner.token);
    const answers = await Promise.all([part(cart, two.itemId), part(cart, two.itemId)]);
    answers.push(await part(cart, two.itemId), await part(cart));
    const first = answers[0].body;
    for (const { body } of answers) expect(body).toMatchObject({ isSuccess: true, id: first.id, cart: first.cart });
    expect(await ordersOf(owner.borrowerId)).toEqual([{ order_id: first.id }]);
    expect([await inStock(one.itemId), await inStock(two.itemId), await inStock(three.itemId)]).toEqual([3, 1, 3]);

    const rest = first.cart ?? "";
    expect(rest).not.toBe(cart);
    expect(await lines(rest, owner.token)).toEqual([
      [one.itemId, 1],
      [three.itemId, 3],
    ]);
    // refused without any of these titles, and the cart is unchanged
    expect((await part(rest, two.itemId)).body).toMatchObject({
      isSuccess: false,
      reason: { kind: "nothing-to-check-out" },
    });
    const { body: last } = await part(rest, one.itemId, three.itemId);
    expect(last).toMatchObject({ isSuccess: true });
    expect(last.cart).toBeUndefined();
    expect(await ordersOf(owner.borrowerId)).toHaveLength(2);
  });

  it("adds the remaining titles to the borrower's other cart", async () => {
    const owner = await aBorrower(library);
    const [one, two] = [await anItem(library, 5), await anItem(library, 5)];
    const own = await aCart([[two, 2]], owner.token);
    const anonymous = await aCart([
      [one, 1],
      [two, 1],
    ]);
    const query = { titles: String(one.itemId) };
    const { body } = await library.call(saveOrder, { params: { x: "1", identifier: anonymous }, query }, owner.token);
    expect(body).toMatchObject({ isSuccess: true, cart: own });
    expect(await lines(own, owner.token)).toEqual([[two.itemId, 2]]);
  });

  it("claims an anonymous cart without touching the borrower's other cart", async () => {
    const owner = await aBorrower(library);
    const item = await anItem(library, 9);
    const own = await aCart([[item, 2]], owner.token);
    const anonymous = await aCart([[item, 1]]);
    const { body } = await order(anonymous, owner.token);
    expect(body.isSuccess).toBe(true);
    expect(await inStock(item.itemId)).toBe(8);
    expect(await count(own, owner.token)).toBe(2);
  });

  it("returns the first order's id for a repeated submit and a double click", async () => {
    const owner = await aBorrower(library);
    const item = await anItem(library, 5);
    const cart = await aCart([[item, 1]], owner.token);
    const answers = await Promise.all(Array.from({ length: 8 }, () => order(cart, owner.token)));
    answers.push(await order(cart, owner.token));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await ordersOf(owner.borrowerId)).toHaveLength(1);
    expect(await inStock(item.itemId)).toBe(4);
  });

  it("refuses an empty or unknown cart", async () => {
    const owner = await aBorrower(library);
    const item = await anItem(library, 5);
    const cart = await aCart([[item, 1]], owner.token);
    await library.call(
      removeItemFromCart,
      { body: { identifier: cart, inventory: { inventoryId: item.itemId } } },
      owner.token,
    );
    const refusal = {
      isSuccess: false,
      message: "There's no item to checkout!",
      reason: { kind: "nothing-to-check-out" },
    };
    expect((await order(cart, owner.token)).body).toEqual(refusal);
    expect((await order("null", owner.token)).body).toEqual(refusal);
  });

  it("fails, naming each short title and how many are left", async () => {
    const owner = await aBorrower(library);
    const [short, gone, plenty] = [await anItem(library, 3), await anItem(library, 1), await anItem(library, 9)];
    const cart = await aCart(
      [
        [plenty, 1],
        [short, 3],
        [gone, 1],
      ],
      owner.token,
    );
    const faster = await aBorrower(library);
    await order(
      await aCart(
        [
          [short, 2],
          [gone, 1],
        ],
        faster.token,
      ),
      faster.token,
    );

    const { status, body } = await order(cart, owner.token);
    expect([status, body.isSuccess]).toEqual([200, false]);
    expect(body.message).toContain(`Only 1 of "${short.title}" in stock.`);
    expect(body.message).toContain(`"${gone.title}" is out of stock.`);
    expect(body.message).not.toContain(plenty.title);
    expect(body.reason).toEqual({
      kind: "short-stock",
      titles: [
        { id: short.itemId, title: short.title, left: 1 },
        { id: gone.itemId, title: gone.title, left: 0 },
      ],
    });
    expect(await ordersOf(owner.borrowerId)).toEqual([]);
    expect(await inStock(plenty.itemId)).toBe(9);
    expect(await count(cart, owner.token)).toBe(5);
  });

  it("empties and closes the cart, so that the next add starts another", async () => {
    const owner = await aBorrower(library);
    const item = await anItem(library, 5);
    const cart = await aCart([[item, 2]], owner.token);
    await order(cart, owner.token);
    expect(await contents(cart, owner.token)).toMatchObject({ data: [], cartCount: 0 });
    expect(await count(cart, owner.token)).toBe(0);
    const params = { inventoryId: item.itemId, requestedQty: "1", isQuickAdd: true, identifier: cart };
    const { body } = await library.call(addItemToCart, { params }, owner.token);
    expect(body).toMatchObject({ isSuccess: true, cartCount: 1 });
    expect(body.data).not.toBe(cart);
  });
});

const [one, two, three] = [await anItem(library, 9), await anItem(library, 9), await anItem(library, 9)];
const enter = async (userName: string, cartIdentifier?: string | null) =>
  (await library.call(login, { body: { userName, password, userTypeId: 2, cartIdentifier } })).body.data;

describe("the cart at login", () => {
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
    const visitorCart = await aCart([
      [two, 3],
      [one, 5],
      [three, 1],
    ]);
    const session = await enter(userName, visitorCart);
    expect(session).toMatchObject({ cartIdentifier: own, cartCount: 10 });
    expect(new Set(await lines(own, session.token))).toEqual(
      new Set([
        [one.itemId, 5],
        [two.itemId, 4],
        [three.itemId, 1],
      ]),
    );
    expect(await lines(visitorCart, session.token)).toEqual([]);
  });

  it("follows the borrower to another computer", async () => {
    const { userName, token } = await aBorrower(library);
    const own = await aCart([[one, 2]], token);
    for (const identifier of [undefined, null, "", "null", "0".repeat(32)]) {
      expect(await enter(userName, identifier)).toMatchObject({ cartIdentifier: own, cartCount: 2 });
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
    const [unusedCart, viewedCart] = [await aCart([[one, 1]]), await aCart([[one, 2]])];
    const days = (number: number) => number * 24 * 60 * 60 * 1000;
    library.clock.move(days(20));
    await lines(viewedCart);
    library.clock.move(days(11));
    await cleanUpCarts(library.db, library.clock);
    expect([await lines(unusedCart), await lines(viewedCart)]).toEqual([[], [[one.itemId, 2]]]);
  });
});
