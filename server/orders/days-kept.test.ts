import { beforeEach, expect, it } from "vitest";
import { businessDaysAfter, isBusinessDay } from "#contract/orders/business-days.ts";
import { storedDay } from "#server/catalog/copies/planning/planning.queries.ts";
import { checkStock, followTheDay } from "#server/catalog/copies/upkeep.ts";
import { createLog } from "#server/platform/log.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // on Monday, March 2, 2026
const { db, call, clock } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const start = clock.at;

const may = { from: "2026-05-11", to: "2026-05-15" }; // ships on Monday, May 4

async function ordered(who: Person, { itemId }: Title, quantity = 1, days = may) {
  const query = `?teachFrom=${days.from}&teachTo=${days.to}`;
  const cart = (await call<string>(who, `POST Cart/AddItemToCart/${itemId}/${quantity}/false/${query}`)).data;
  return call(who, `POST Order/SaveOrder/0/${cart}${query}`);
}

/** Ships an order without dates, with its due date. */
async function lent(who: Person, title: Title, returnDate: string) {
  const { orderId, order } = await desk.ship(who, [[title, 1]], { returnDate });
  expect(order.statusId).toBe(3);
  return orderId;
}

const bookedCopies = async ({ itemId }: Title) =>
  (
    await db
      .selectFrom("bookings")
      .innerJoin("order_line_dates", "order_line_dates.order_line_id", "bookings.order_line_id")
      .select("copy_id")
      .where("bookings.item_id", "=", itemId)
      .execute()
  ).map(({ copy_id }) => copy_id);
const outOf = async ({ itemId }: Title) =>
  (
    await db
      .selectFrom("assignments")
      .select("copy_id")
      .where("item_id", "=", itemId)
      .where("released_at", "is", null)
      .execute()
  ).map(({ copy_id }) => copy_id);

const follow = () => followTheDay(fixture, { inspectionDays: 1, closed: [] });
const at = async (instant: string) => {
  clock.at = new Date(instant);
  await follow();
};

async function expectRightStock() {
  await checkStock({ db, clock, log: createLog("silent") });
  const [last] = await db.selectFrom("checks").select("found").orderBy("check_id", "desc").limit(1).execute();
  expect(last?.found).toEqual([]);
}

beforeEach(async () => {
  clock.at = start;
  await follow();
});

it("an overdue copy gives its booking to another copy on the day it must ship", async () => {
  const title = await fixture.newTitle("Late", 2);
  await lent(ann, title, "2026-04-24");
  expect((await ordered(bob, title)).isSuccess).toBe(true);
  const [late] = await outOf(title);
  expect(await bookedCopies(title)).toEqual([late]); // due back by then
  await at("2026-04-30T19:00:00Z");
  expect(await bookedCopies(title)).toEqual([late]);
  await at("2026-05-04T19:00:00Z");
  const other = title.copyIds.find((copyId) => copyId !== late);
  expect(await bookedCopies(title)).toEqual([other]);
  await expectRightStock();
});

it("an overdue only copy leaves its booking without a copy until it is checked in", async () => {
  const title = await fixture.newTitle("Only one", 1);
  await lent(ann, title, "2026-04-24");
  await ordered(bob, title);
  await at("2026-05-04T19:00:00Z");
  expect(await bookedCopies(title)).toEqual([null]);
  await desk.checkIn(title.copyIds[0]);
  expect(await bookedCopies(title)).toEqual(title.copyIds);
  await expectRightStock();
});

it.each([
  // midnight at the library before and after the clocks change, and at the end of a year
  ["2026-03-08T07:59:59Z", "2026-03-08T08:00:00Z", "2026-03-08"],
  ["2026-03-09T06:59:59Z", "2026-03-09T07:00:00Z", "2026-03-09"],
  ["2026-11-01T06:59:59Z", "2026-11-01T07:00:00Z", "2026-11-01"],
  ["2026-11-02T07:59:59Z", "2026-11-02T08:00:00Z", "2026-11-02"],
  ["2027-01-01T07:59:59Z", "2027-01-01T08:00:00Z", "2027-01-01"],
])("between %s and %s, two servers at once count the stock for %s once", async (before, after, day) => {
  const title = await fixture.newTitle(`Midnight of ${day}`, 1);
  await at(before);
  // it ships on the first day after a usual loan that begins before midnight
  const untilBefore = (await storedDay(db))?.usualUntil ?? "";
  const leaves = isBusinessDay(untilBefore, []) ? untilBefore : businessDaysAfter(untilBefore, 1, []);
  const from = businessDaysAfter(leaves, fixture.configuration.ways.leadDays, []);
  const { id: orderId } = await ordered(ann, title, 1, { from, to: from });
  await Promise.all([follow(), follow()]);
  expect(await fixture.inStock(title)).toBe(1);
  clock.at = new Date(after);
  await Promise.all([follow(), follow(), follow()]);
  const stored = await storedDay(db);
  expect(stored).toMatchObject({ day, isPlanned: true });
  expect(await fixture.inStock(title)).toBe(leaves < (stored?.usualUntil ?? "") ? 0 : 1);
  await expectRightStock();
  await call(clerk, `POST Order/Cancel/${orderId}`, { reason: "The test is over" });
});

it("an order with dates grows while copies are available, and the copies that it gives up can be booked", async () => {
  const title = await fixture.newTitle("Grows", 2);
  const { id: orderId } = await ordered(ann, title);
  const change = async (quantity: number) => {
    const { version } = await desk.orderOf(orderId);
    const lines = [{ inventoryId: title.itemId, quantity }];
    return call(clerk, `POST Order/ChangeLines/${orderId}`, { version, lines });
  };
  expect((await change(2)).isSuccess).toBe(true);
  expect(await bookedCopies(title)).toHaveLength(2);
  expect(await change(3)).toMatchObject({ isSuccess: false, reason: { kind: "no-room", titles: [{ left: 0 }] } });
  expect(await ordered(bob, title)).toMatchObject({ isSuccess: false });
  expect((await change(1)).isSuccess).toBe(true);
  expect((await ordered(bob, title)).isSuccess).toBe(true);
  await expectRightStock();
});

it("a borrower can't renew a copy that is booked before the new due date, but a clerk can, which leaves the booking without a copy", async () => {
  const title = await fixture.newTitle("Booked next", 1);
  const orderId = await lent(ann, title, "2026-04-24");
  await ordered(bob, title);
  clock.at = new Date("2026-04-20T19:00:00Z");
  await follow();
  expect(await call(ann, `POST Order/RenewOwn/${orderId}`)).toMatchObject({
    isSuccess: false,
    reason: { kind: "renewal-awaited" },
  });
  expect(await bookedCopies(title)).toEqual(title.copyIds);
  expect((await call(clerk, `POST Order/Renew/${orderId}`)).isSuccess).toBe(true);
  expect(await bookedCopies(title)).toEqual([null]);
  await expectRightStock();
});
