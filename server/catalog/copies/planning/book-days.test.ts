import { sql } from "kysely";
import { expect, it } from "vitest";
import { addItemToCart, saveOrder } from "#contract/orders/cart.ts";
import * as calls from "#contract/orders/orders.ts";
import { cancelOrder } from "#contract/orders/order-changes.ts";
import { inTransaction } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";
import * as z from "zod";
import { checkStock, followTheDay } from "../upkeep.ts";
import { recountStock } from "../stock.queries.ts";

const fixture = await testApp({ poolSize: 20 });
const { db, clock } = fixture;
const manager = await anAdmin(fixture);

// A Monday, at noon in California.
clock.move(new Date("2026-03-02T20:00:00Z").getTime() - clock.now().getTime());

async function anOrder(
  requests: readonly (readonly [itemId: number, quantity: number])[],
  teaching: { from?: string; to?: string } = {},
) {
  const { token } = await aBorrower(fixture);
  let identifier: string | undefined;
  for (const [inventoryId, quantity] of requests) {
    const params = { inventoryId, requestedQty: String(quantity), isQuickAdd: false, identifier };
    identifier = (await fixture.call(addItemToCart, { params }, token)).body.data;
  }
  const query = { teachFrom: teaching.from, teachTo: teaching.to };
  const order = () => fixture.call(saveOrder, { params: { x: "1", identifier: identifier ?? "" }, query }, token);
  return { order, token };
}
async function placeOrder(itemId: number, quantity: number, from?: string, to?: string) {
  return (await (await anOrder([[itemId, quantity]], { ...(from && { from }), ...(to && { to }) })).order()).body;
}

const stockOf = async (itemId: number) =>
  (await db.selectFrom("items").select(["in_stock", "reserved_soon"]).where("item_id", "=", itemId).execute())[0];
const bookingsOf = async (itemId: number) =>
  db.selectFrom("bookings").select(["copy_id", "away"]).where("item_id", "=", itemId).orderBy("away").execute();
const checkFindings = async () => {
  await checkStock({ db, clock, log: createLog("silent") });
  const [last] = await db.selectFrom("checks").select("found").orderBy("check_id", "desc").limit(1).execute();
  return last?.found;
};
const move = (days: number) => clock.move(days * 86_400_000);
const followToday = () => followTheDay(fixture, { inspectionDays: 1, closed: [] });

it("a reservation lasts from shipping to inspection, skips weekends, and keeps the title in stock until then", async () => {
  const { itemId, copyIds } = await anItem(fixture, 1);
  expect((await placeOrder(itemId, 1, "2026-05-11", "2026-05-15")).isSuccess).toBe(true);
  // leaves Monday, May 4; due back Friday, May 22; inspected on Monday, May 25
  expect(await bookingsOf(itemId)).toEqual([{ copy_id: copyIds[0], away: "[2026-05-04,2026-05-26)" }]);
  expect(await stockOf(itemId)).toEqual({ in_stock: 1, reserved_soon: 0 });
  expect((await placeOrder(itemId, 1)).isSuccess).toBe(true); // without dates: back in April
  expect(await stockOf(itemId)).toEqual({ in_stock: 0, reserved_soon: 0 });
  expect(await checkFindings()).toEqual([]);
});

it("an order for dates without available copies is refused with the nearest dates before and after", async () => {
  const { itemId, title } = await anItem(fixture, 1);
  await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  const refusal = await placeOrder(itemId, 1, "2026-05-13", "2026-05-14");
  expect(refusal).toMatchObject({
    isSuccess: false,
    message: `"${title}" isn’t available for those dates. Available from Wednesday, April 22 to Thursday, April 23, or from Tuesday, June 2 to Wednesday, June 3.`,
    reason: {
      kind: "no-room",
      titles: [
        { left: 0, before: { from: "2026-04-22", to: "2026-04-23" }, next: { from: "2026-06-02", to: "2026-06-03" } },
      ],
    },
  });
  expect((await placeOrder(itemId, 1, "2026-06-02", "2026-06-03")).isSuccess).toBe(true);
  expect((await placeOrder(itemId, 1, "2026-04-22", "2026-04-23")).isSuccess).toBe(true);
  expect(await checkFindings()).toEqual([]);
});

it("copies reserved within the next loan period aren't in stock", async () => {
  const { itemId } = await anItem(fixture, 2);
  await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  // a loan of March 31 is due on April 30 and inspected on May 1; one of April 1 only on May 4, when the booking begins
  for (const [days, in_stock] of [
    [29, 2],
    [1, 1],
  ] as const) {
    move(days);
    await followToday();
    expect(await stockOf(itemId)).toMatchObject({ in_stock });
    expect(await checkFindings()).toEqual([]);
  }
  move(-30);
  await followToday(); // the clock was wrong
  expect(await stockOf(itemId)).toEqual({ in_stock: 2, reserved_soon: 0 });
});

it("copies for the same dates are reserved once each, however many borrowers order at the same time", async () => {
  const { itemId } = await anItem(fixture, 2);
  const orders = await Promise.all(
    Array.from({ length: 12 }, (_, n) => anOrder([[itemId, 1]], { from: `2026-05-${11 + (n % 3)}`, to: "2026-05-15" })),
  );
  const answers = await Promise.all(orders.map(({ order }) => order()));
  expect(answers.filter(({ body }) => body.isSuccess)).toHaveLength(2);
  expect(await checkFindings()).toEqual([]);
});

it("the database rejects two reservations of a copy on one day", async () => {
  const { itemId, copyIds } = await anItem(fixture, 2);
  await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  const overlap = sql`update bookings set copy_id = ${copyIds[0]} where item_id = ${itemId}`.execute(db);
  await expect(overlap).rejects.toThrow("bookings_never_overlap");
});

it("the stock check compares reservations with orders, and names the orders that differ", async () => {
  const { itemId, copyIds } = await anItem(fixture, 2);
  const { id: first } = await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  const { id: second } = await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  const findings = async () => {
    const sentences = z.array(z.object({ sentence: z.string() })).parse(await checkFindings());
    await inTransaction(db, (tx) => recountStock(tx, [itemId]));
    return sentences.map(({ sentence }) => sentence);
  };
  const isSecond = sql`item_id = ${itemId} and copy_id = ${copyIds[1]}`;
  await sql`update bookings set away = daterange(lower(away), upper(away) + 1) where ${isSecond}`.execute(db);
  expect(await findings()).toEqual([`1 of its bookings has different dates or copies than planned: #${second}.`]);
  await sql`delete from bookings where item_id = ${itemId}`.execute(db);
  expect(await findings()).toEqual([`It has 0 bookings; its orders say 2: #${first}, #${second}.`]);
  expect(await checkFindings()).toEqual([]);
});

it("reservations are planned again when a copy is lost or an order is canceled", async () => {
  const { itemId } = await anItem(fixture, 2);
  const first = await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  await placeOrder(itemId, 1, "2026-05-12", "2026-05-15");
  const hasCopies = async () => (await bookingsOf(itemId)).map(({ copy_id }) => copy_id !== null);
  const setInactive = async (isInactive: boolean) => {
    await sql`update copies set is_inactive = ${isInactive} where copy_id = (
      select copy_id from bookings where item_id = ${itemId} and copy_id is not null order by away limit 1)`.execute(
      db,
    );
  };
  expect(await hasCopies()).toEqual([true, true]);
  await setInactive(true);
  await inTransaction(db, (tx) => recountStock(tx, [itemId]));
  expect(await hasCopies()).toEqual([true, false]); // the latest order loses its copy
  await fixture.call(cancelOrder, { params: { orderId: first.id }, body: { reason: "Not needed" } }, manager.token);
  expect(await hasCopies()).toEqual([true]);
  expect(await checkFindings()).toEqual([]);
});

it("a package for reserved dates gets its due date from them", async () => {
  const { itemId } = await anItem(fixture, 1);
  const { id: orderId } = await placeOrder(itemId, 1, "2026-05-11", "2026-05-15");
  const { data } = (await fixture.call(calls.getOrder, { params: { id: orderId } }, manager.token)).body;
  const params = { orderItemId: data.orderItems[0]?.orderItemId ?? 0, inventoryId: itemId, n: 1 };
  await fixture.call(calls.assignMultipleSkusToOrderItem, { params, body: undefined }, manager.token);
  expect(await bookingsOf(itemId)).toMatchObject([{ away: "[2026-03-02,2026-05-26)" }]); // off the shelf from now on
  expect(await stockOf(itemId)).toMatchObject({ in_stock: 0 });
  const form = { orderId, statusId: 3, trackingNumber: "", shipDate: null, returnDate: null, orderNote: "" };
  const { body } = await fixture.call(calls.updateOrder, { body: form }, manager.token);
  expect(body.data).toMatchObject({ shipDate: "2026-03-02", returnDate: "2026-05-22" });
  expect(await checkFindings()).toEqual([]);
});
