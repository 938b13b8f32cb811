import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addItemToCart, saveOrder } from "#contract/orders/cart.ts";
import { updateOrder } from "#contract/orders/orders.ts";
import { placeOrder } from "../place-order.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";

const library = await testApp({
  rules: { maxTitlesPerOrder: 4, maxCopiesPerBorrower: 10, maxOrdersPerDay: 3, unconfirmedPercent: 50 },
});
const clerk = await anAdmin(library);
const items = await Promise.all(Array.from({ length: 6 }, () => anItem(library, 100)));

type Borrower = Awaited<ReturnType<typeof aBorrower>>;

/** Fills a cart with these quantities of different titles, bypassing the checks for adding a title. */
async function cartOf(quantities: readonly number[], from = 0): Promise<string> {
  const cartKey = randomBytes(16).toString("hex");
  await library.db.insertInto("carts").values({ cart_key: cartKey }).execute();
  const lines = quantities.map((quantity, at) => ({
    cart_key: cartKey,
    item_id: items[from + at]?.itemId ?? 0,
    quantity,
  }));
  await library.db.insertInto("cart_lines").values(lines).execute();
  return cartKey;
}
const submit = (cart: string, { token }: Borrower) =>
  library.call(saveOrder, { params: { x: "0", identifier: cart }, query: {} }, token);
const order = async (quantities: readonly number[], borrower: Borrower) =>
  (await submit(await cartOf(quantities), borrower)).body;
const requestedCounts = async () =>
  (await library.db.selectFrom("items").select("requested").orderBy("item_id").execute()).map((row) => row.requested);

describe("an order", () => {
  it("fails with too many titles, and reserves nothing", async () => {
    const [reader, before] = [await aBorrower(library), await requestedCounts()];
    expect(await order([1, 1, 1, 1, 1], reader)).toEqual({
      isSuccess: false,
      message: "An order can have at most 4 titles. Remove some, then order the rest later.",
      reason: { kind: "lending-limit", of: "titles", max: 4, now: 5, isConfirmed: true },
    });
    expect(await requestedCounts()).toEqual(before);
    expect((await order([1, 1, 1, 1], reader)).isSuccess).toBe(true);
  });

  it("fails if its borrower would have too many copies on order or on loan", async () => {
    const reader = await aBorrower(library);
    const { id: orderId } = await order([5, 4], reader);
    const before = await requestedCounts();
    expect(await order([2], reader)).toEqual({
      isSuccess: false,
      message: "You can have at most 10 copies on order or on loan at a time. You already have 9.",
      reason: { kind: "lending-limit", of: "copies", max: 10, now: 9, isConfirmed: true },
    });
    expect(await requestedCounts()).toEqual(before);
    await library.callLoosely(updateOrder, { body: { orderId, statusId: 4 } }, clerk.token);
    expect((await order([5, 5], reader)).isSuccess).toBe(true);
  });

  it("once shipped, counts only the copies that shipped", async () => {
    const reader = await aBorrower(library);
    const { id: orderId } = await order([5, 4], reader);
    await library.callLoosely(updateOrder, { body: { orderId, statusId: 3 } }, clerk.token);
    expect((await order([5, 5], reader)).isSuccess).toBe(true);
  });

  it("fails after too many in 24 hours, but not a day later", async () => {
    const reader = await aBorrower(library);
    for (let placed = 0; placed < 3; placed += 1) expect((await order([1], reader)).isSuccess).toBe(true);
    expect(await order([1], reader)).toMatchObject({
      message: "You can place at most 3 orders in 24 hours. Please try again later.",
      reason: { kind: "lending-limit", of: "orders", max: 3 },
    });
    await library.db
      .updateTable("orders")
      .set({ ordered_at: new Date(library.clock.now().getTime() - 86_400_001) })
      .where("borrower_id", "=", reader.borrowerId)
      .execute();
    expect((await order([1], reader)).isSuccess).toBe(true);
  });

  it("has lower limits until the mailbox is confirmed", async () => {
    const fresh = await aBorrower(library, { mailbox_confirmed_at: null });
    expect(await order([1, 1, 1], fresh)).toEqual({
      isSuccess: false,
      message:
        "An order can have at most 2 titles. Remove some, then order the rest later. " +
        "Confirm your email address to borrow more. Your account page can email you the link.",
      reason: { kind: "lending-limit", of: "titles", max: 2, now: 3, isConfirmed: false },
    });
    expect((await order([5, 1], fresh)).reason).toMatchObject({ of: "copies", max: 5, now: 0 });
    expect((await order([2, 3], fresh)).isSuccess).toBe(true);
    expect((await order([1], fresh)).reason).toMatchObject({ of: "orders", max: 1 });
  });

  it("counts earlier orders, even when several arrive at once", async () => {
    for (const quantities of [[5], [1]]) {
      const reader = await aBorrower(library);
      const carts = await Promise.all(items.map((_, at) => cartOf(quantities, at))); // different titles, so the orders don't wait for each other's locks
      const answers = await Promise.all(carts.map((cart) => submit(cart, reader)));
      expect(answers.filter(({ body }) => body.isSuccess)).toHaveLength(quantities[0] === 5 ? 2 : 3);
    }
  });
});

describe("the lending limits", () => {
  it("don't apply when staff order for a caller", async () => {
    const { borrowerId } = await aBorrower(library);
    const lines = items.map(({ itemId }) => ({ itemId, quantity: 5 }));
    const input = { borrowerId, cartKey: randomBytes(16).toString("hex"), lines, at: library.clock.now() };
    expect(await inTransaction(library.db, (tx) => placeOrder(tx, input))).toBeGreaterThan(0);
  });

  it("don't refuse a repeated submit", async () => {
    const reader = await aBorrower(library);
    const cart = await cartOf([5, 5]);
    const first = (await submit(cart, reader)).body;
    expect((await submit(cart, reader)).body.id).toBe(first.id);
  });

  it("refuse another title in a full cart, but allow more copies of its titles", async () => {
    const cart = await cartOf([1, 1, 1, 1]);
    const add = async (at: number, isQuickAdd = false) => {
      const params = { inventoryId: items[at]?.itemId ?? 0, requestedQty: "2", isQuickAdd, identifier: cart };
      return (await library.call(addItemToCart, { params })).body;
    };
    const reason = { kind: "lending-limit", of: "titles", max: 4, now: 4, isConfirmed: true };
    expect((await add(4)).reason).toEqual(reason);
    expect((await add(5, true)).reason).toEqual(reason);
    expect([(await add(3)).cartCount, (await add(3, true)).cartCount]).toEqual([5, 6]);
  });
});
