import { describe, expect, it } from "vitest";
import {
  addItemToCart,
  getCartItemCount,
  getCartItemsByIdentifier,
  removeItemFromCart,
} from "#contract/orders/cart.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";

const library = await testApp();

type Input = { itemId: number; quantity?: number | string; quick?: boolean; cart?: string; token?: string };

function add({ itemId, quantity = 1, quick = false, cart, token }: Input) {
  const params = { inventoryId: itemId, requestedQty: String(quantity), isQuickAdd: quick, identifier: cart };
  return library.call(addItemToCart, { params }, token);
}

const count = async (identifier: string, token?: string) =>
  (await library.call(getCartItemCount, { params: { identifier } }, token)).body.cartCount;
const items = async (identifier: string, token?: string) =>
  (await library.call(getCartItemsByIdentifier, { params: { identifier } }, token)).body;
const lines = async (identifier: string, token?: string) =>
  (await items(identifier, token)).data.map((line) => [line.inventory.inventoryId, line.quantity]);

describe("adding to a cart", () => {
  it("creates a visitor's first cart, whose identifier is 128 random bits", async () => {
    const [first, second] = [await anItem(library, 5), await anItem(library, 5)];
    const { body } = await add({ itemId: first.itemId, quantity: 2 });
    expect(body).toEqual({ isSuccess: true, data: expect.stringMatching(/^[0-9a-f]{32}$/), cartCount: 2, quantity: 2 });
    expect((await add({ itemId: second.itemId, quantity: 3, cart: body.data })).body).toEqual({
      isSuccess: true,
      data: body.data,
      cartCount: 5,
      quantity: 3,
    });
    expect((await library.call(getCartItemCount, { params: { identifier: body.data } })).body.data).toEqual([
      { inventoryId: first.itemId, quantity: 2 },
      { inventoryId: second.itemId, quantity: 3 },
    ]);
    expect(await lines(body.data)).toEqual([
      [first.itemId, 2],
      [second.itemId, 3],
    ]);
    expect((await add({ itemId: second.itemId })).body.data).not.toBe(body.data);
  });

  it("sets the quantity, and quick add increases it by one", async () => {
    const { itemId } = await anItem(library, 9);
    const { data: cart } = (await add({ itemId, quantity: 4 })).body;
    expect((await add({ itemId, quantity: 2, cart })).body.cartCount).toBe(2);
    expect((await add({ itemId, quantity: 0, quick: true, cart })).body).toMatchObject({ cartCount: 3, quantity: 3 });
    expect((await add({ itemId, quantity: 5, quick: true, cart })).body.cartCount).toBe(4);
  });

  it("accepts only true, false, 1, and 0 as the quick-add flag", async () => {
    const { itemId } = await anItem(library, 9);
    const addWithFlag = async (isQuickAdd: string) =>
      library.callLoosely(addItemToCart, { params: { inventoryId: itemId, requestedQty: 2, isQuickAdd } });
    expect((await addWithFlag("true")).body.cartCount).toBe(1);
    expect((await addWithFlag("1")).body.cartCount).toBe(1);
    expect((await addWithFlag("false")).body.cartCount).toBe(2);
    expect((await addWithFlag("0")).body.cartCount).toBe(2);
    expect((await addWithFlag("maybe")).status).toBe(400);
  });

  it.each(["0", "-1", "abc", "1.5", "1e1", " ", "٣"])(
    "refuses the quantity '%s' with 'Quantity required.'",
    async (quantity) => {
      const { itemId } = await anItem(library, 9);
      const { status, body } = await add({ itemId, quantity });
      expect([status, body]).toEqual([
        200,
        { isSuccess: false, message: "Quantity required.", reason: { kind: "quantity-required" } },
      ]);
    },
  );

  it.each(["6", "99999999999999999999"])(
    "refuses the quantity '%s' with 'Quantity cannot exceed five.'",
    async (quantity) => {
      const { itemId } = await anItem(library, 9);
      expect((await add({ itemId, quantity })).body).toEqual({
        isSuccess: false,
        message: "Quantity cannot exceed five.",
        reason: { kind: "quantity-too-high", max: 5 },
      });
    },
  );

  it("refuses the sixth quick add and keeps five", async () => {
    const { itemId } = await anItem(library, 9);
    const { data: cart } = (await add({ itemId, quantity: 5 })).body;
    expect((await add({ itemId, quick: true, cart })).body).toEqual({
      isSuccess: false,
      message: "Quantity cannot exceed five.",
      reason: { kind: "quantity-too-high", max: 5 },
    });
    expect(await count(cart)).toBe(5);
  });

  it("refuses more than the stock, says how many are left, and changes nothing", async () => {
    const { itemId } = await anItem(library, 2);
    const gone = await anItem(library, 0);
    const { data: cart } = (await add({ itemId, quantity: 2 })).body;
    for (const [request, left] of [
      [{ itemId, quantity: 3 }, 2],
      [{ itemId, quick: true, cart }, 2],
      [{ itemId, quantity: 5, cart }, 2],
      [{ itemId: gone.itemId, quick: true, cart }, 0],
      [{ itemId: gone.itemId }, 0],
    ] as const)
      expect((await add(request)).body).toEqual({
        isSuccess: false,
        message: `Only ${left} in stock.`,
        reason: { kind: "only-left", left },
      });
    expect(await count(cart)).toBe(2);
  });

  it("leaves no cart behind if it refuses the first add", async () => {
    const { itemId } = await anItem(library, 0);
    const carts = async () => (await library.db.selectFrom("carts").select("cart_key").execute()).length;
    const before = await carts();
    await add({ itemId });
    expect(await carts()).toBe(before);
  });
});

describe("the owner of a cart", () => {
  it("gets a new cart for an unknown or foreign identifier", async () => {
    const owner = await aBorrower(library);
    const { itemId } = await anItem(library, 9);
    const { data: ownCart } = (await add({ itemId, token: owner.token })).body;
    for (const cart of ["0".repeat(32), "null", "what's this?", ownCart]) {
      const { body } = await add({ itemId, cart });
      expect(body).toMatchObject({ isSuccess: true, cartCount: 1 });
      expect(body.data).toMatch(/^[0-9a-f]{32}$/);
      expect([cart, ownCart]).not.toContain(body.data);
    }
    expect(await count(ownCart, owner.token)).toBe(1);
  });

  it("keeps their existing cart, whatever identifier they send", async () => {
    const [owner, other] = [await aBorrower(library), await aBorrower(library)];
    const [one, two] = [await anItem(library, 9), await anItem(library, 9)];
    const { data: cart } = (await add({ itemId: one.itemId, token: owner.token })).body;
    const { data: foreign } = (await add({ itemId: one.itemId, token: other.token })).body;
    expect((await add({ itemId: two.itemId, token: owner.token })).body).toMatchObject({ data: cart, cartCount: 2 });
    expect((await add({ itemId: two.itemId, quantity: 2, cart: foreign, token: owner.token })).body).toMatchObject({
      data: cart,
      cartCount: 3,
    });
    expect(await count(foreign, other.token)).toBe(1);
  });

  it("claims an anonymous cart by adding to it after logging in", async () => {
    const owner = await aBorrower(library);
    const [one, two] = [await anItem(library, 9), await anItem(library, 9)];
    const { data: cart } = (await add({ itemId: one.itemId })).body;
    expect((await add({ itemId: two.itemId, cart, token: owner.token })).body).toMatchObject({
      data: cart,
      cartCount: 2,
    });
    expect(await items(cart)).toEqual({ isSuccess: true, data: [], cartCount: 0 });
    expect(await count(cart, owner.token)).toBe(2);
  });

  it("gets one cart from several simultaneous first adds", async () => {
    const owner = await aBorrower(library);
    const titles = await Promise.all(Array.from({ length: 6 }, () => anItem(library, 9)));
    const answers = await Promise.all(titles.map(({ itemId }) => add({ itemId, token: owner.token })));
    const carts = new Set(answers.map(({ body }) => body.data));
    expect(carts.size).toBe(1);
    expect(await count([...carts][0] ?? "", owner.token)).toBe(6);
  });
});

describe("removing from a cart", () => {
  const remove = async (body: object | undefined, token?: string) =>
    (await library.callLoosely(removeItemFromCart, { body }, token)).body;

  it("removes a line of the items call, sent back unchanged", async () => {
    const [one, two] = [await anItem(library, 9), await anItem(library, 9)];
    const { data: cart } = (await add({ itemId: one.itemId, quantity: 2 })).body;
    await add({ itemId: two.itemId, quantity: 3, cart });
    const [line] = (await items(cart)).data;
    expect(await remove(line)).toEqual({
      isSuccess: true,
      message: "Item removed from cart.",
      data: cart,
      cartCount: 3,
    });
    expect(await lines(cart)).toEqual([[two.itemId, 3]]);
  });

  it("removes a line from the borrower's own cart without an identifier", async () => {
    const owner = await aBorrower(library);
    const { itemId } = await anItem(library, 9);
    const { data: cart } = (await add({ itemId, token: owner.token })).body;
    const [line] = (await items(cart, owner.token)).data;
    expect(await remove({ cartItemId: line?.cartItemId }, owner.token)).toMatchObject({ data: cart, cartCount: 0 });
  });

  it("leaves another person's line alone, even if its id is guessed", async () => {
    const [owner, other] = [await aBorrower(library), await aBorrower(library)];
    const { itemId } = await anItem(library, 9);
    const { data: ownCart } = (await add({ itemId, token: owner.token })).body;
    const { data: anonymous } = (await add({ itemId })).body;
    const [ownedLine] = (await items(ownCart, owner.token)).data;
    const [anonymousLine] = (await items(anonymous)).data;
    for (const token of [undefined, other.token]) {
      expect(await remove(ownedLine, token)).toMatchObject({ isSuccess: true, data: null, cartCount: 0 });
      expect(await remove({ cartItemId: anonymousLine?.cartItemId }, token)).toMatchObject({
        isSuccess: true,
        data: null,
      });
    }
    expect([await count(ownCart, owner.token), await count(anonymous)]).toEqual([1, 1]);
  });
});
