import { beforeEach, describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
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

const reserve = (borrower: Person, title: Title, quantity = 1, days = may) =>
  fixture.reserve(borrower, [[title, quantity]], `teachFrom=${days.from}&teachTo=${days.to}`);

/** Ships an order without dates, with its due date. */
async function lend(borrower: Person, title: Title, returnDate: string) {
  const { orderId, order } = await desk.ship(borrower, [[title, 1]], { returnDate });
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
  await lend(ann, title, "2026-04-24");
  expect((await reserve(bob, title)).isSuccess).toBe(true);
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
  await lend(ann, title, "2026-04-24");
  await reserve(bob, title);
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
  const { id: orderId } = await reserve(ann, title, 1, { from, to: from });
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
  const { id: orderId } = await reserve(ann, title);
  const change = async (quantity: number) => {
    const { version } = await desk.orderOf(orderId);
    const lines = [{ inventoryId: title.itemId, quantity }];
    return call(clerk, `POST Order/ChangeLines/${orderId}`, { version, lines });
  };
  expect((await change(2)).isSuccess).toBe(true);
  expect(await bookedCopies(title)).toHaveLength(2);
  expect(await change(3)).toMatchObject({ isSuccess: false, reason: { kind: "no-room", titles: [{ left: 0 }] } });
  expect(await reserve(bob, title)).toMatchObject({ isSuccess: false });
  expect((await change(1)).isSuccess).toBe(true);
  expect((await reserve(bob, title)).isSuccess).toBe(true);
  await expectRightStock();
});

it("a borrower can't renew a copy that is booked before the new due date, but a clerk can, which leaves the booking without a copy", async () => {
  const title = await fixture.newTitle("Booked next", 1);
  const orderId = await lend(ann, title, "2026-04-24");
  await reserve(bob, title);
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

type Teaching = { teachFrom: string | null; teachTo: string | null };
const april = { teachFrom: "2026-04-06", teachTo: "2026-04-10" };
const inMay = { teachFrom: "2026-05-11", teachTo: "2026-05-15" };
const queryOf = (days: typeof april) => `teachFrom=${days.teachFrom}&teachTo=${days.teachTo}`;

async function placeFor(borrower: Person, title: Title, days?: typeof april) {
  const answer = await fixture.reserve(borrower, [[title, 1]], days && queryOf(days));
  expect(answer.message).toBe("Order submitted.");
  return answer.id;
}

const changeOwn = (borrower: Person, orderId: number, days: Teaching) =>
  call(borrower, `POST Order/ChangeOwnDays/${orderId}`, days);
const change = async (orderId: number, days: Teaching, version?: number) =>
  call<StaffOrder>(clerk, `POST Order/ChangeDays/${orderId}`, {
    version: version ?? (await desk.orderOf(orderId)).version,
    ...days,
  });
const pack = async (orderId: number) =>
  expect((await call(clerk, `POST Order/CheckOutAll/${orderId}`)).isSuccess).toBe(true);

/** Returns the emails about changes of an order after the time to undo. */
const mailsOf = async (orderId: number) =>
  (await fixture.mails({ after: 120, about: orderId })).flatMap((mail) =>
    mail.kind === "order-changed" ? mail.letter : [],
  );

describe("a borrower who changes dates", () => {
  it("moves a New order to other dates, which frees the old ones and sends an email with the new ones", async () => {
    const title = await fixture.newTitle("Moves", 1);
    const orderId = await placeFor(ann, title, april);
    const { data } = await changeOwn(ann, orderId, inMay);
    expect(data.days).toMatchObject({ ...inMay, shipBy: "2026-05-04" });
    expect(await placeFor(bob, title, april)).toBeGreaterThan(0);
    await changeOwn(ann, orderId, inMay); // a repeat
    const [mail, ...more] = await mailsOf(orderId);
    expect([more, JSON.stringify(mail?.blocks)]).toEqual([[], expect.stringContaining("May 11, 2026 - May 15, 2026")]);
    expect(mail?.calendar).toMatchObject({
      day: "2026-05-15",
      more: [
        { uid: `order-${orderId}-leaves`, day: "2026-05-04", to: "2026-05-04" },
        { uid: `order-${orderId}-arrives`, day: "2026-05-08", to: "2026-05-08" },
        { uid: `order-${orderId}-teaching`, day: "2026-05-11", to: "2026-05-15" },
      ],
    });
    await expectRightStock();
  });

  it("can't move an order to dates for which a title isn't available, and gets the nearest dates for the whole order", async () => {
    const [full, free] = [await fixture.newTitle("Full in May", 1), await fixture.newTitle("Free in May", 1)];
    await placeFor(bob, full, inMay);
    const both = [[free, 1] as const, [full, 1] as const];
    const { id: orderId } = await fixture.reserve(ann, both, queryOf(april));
    expect(await changeOwn(ann, orderId, inMay)).toMatchObject({
      isSuccess: false,
      reason: { kind: "no-room", titles: [{ id: full.itemId, left: 0, next: { from: "2026-06-02" } }] },
    });
    expect((await desk.orderOf(orderId)).days).toMatchObject(april);
    await expectRightStock();
  });

  it("can't move an order that is being packed, or any without a date", async () => {
    const title = await fixture.newTitle("Stays", 1);
    const orderId = await placeFor(ann, title, april);
    for (const [days, field] of [
      [{ teachFrom: null, teachTo: null }, "teachFrom"],
      [{ teachFrom: inMay.teachTo, teachTo: inMay.teachFrom }, "teachTo"],
    ] as const)
      expect(await changeOwn(ann, orderId, days)).toMatchObject({ data: { errors: [{ field }] } });
    expect(await changeOwn(ann, orderId, { teachFrom: "2026-03-03", teachTo: null })).toMatchObject({
      reason: { kind: "teaching-days", cause: "too-soon" },
    });
    await pack(orderId);
    expect(await changeOwn(ann, orderId, inMay)).toMatchObject({
      message: "We’re already packing this order. Please call or email us to change its dates.",
    });
    await desk.save(orderId, 2);
    expect(await changeOwn(ann, orderId, inMay)).toMatchObject({ reason: { kind: "days-fixed", cause: "not-new" } });
    expect((await desk.orderOf(orderId)).days).toMatchObject(april);
  });
});

describe("staff who change dates", () => {
  it("set dates on an order without any, which frees its stock, and the email waits in case of an undo", async () => {
    const title = await fixture.newTitle("By phone", 1);
    const orderId = await placeFor(ann, title);
    expect(await fixture.inStock(title)).toBe(0);
    expect((await change(orderId, inMay)).data.days).toMatchObject(inMay);
    expect(await fixture.inStock(title)).toBe(1);
    const [mail] = await mailsOf(orderId);
    expect(mail?.preview).toBe("Your order has new dates.");
    await expectRightStock();
  });

  it("change titles before the borrower changes the dates, and the emails have the titles and the latest dates once", async () => {
    const [title, more] = [await fixture.newTitle("First", 2), await fixture.newTitle("More", 1)];
    const orderId = await placeFor(ann, title, april);
    const { version } = await desk.orderOf(orderId);
    const lines = [title, more].map(({ itemId }) => ({ inventoryId: itemId, quantity: 1 }));
    await call(clerk, `POST Order/ChangeLines/${orderId}`, { version, lines });
    await changeOwn(ann, orderId, inMay);
    const previews = (await mailsOf(orderId)).map(({ preview }) => preview);
    expect(previews).toHaveLength(2);
    expect(previews).toEqual(
      expect.arrayContaining(["Here’s your order after your change.", "The library changed the items in it."]),
    );
  });

  it("move an order and back within the grace period, and no email goes out", async () => {
    const title = await fixture.newTitle("There and back", 1);
    const orderId = await placeFor(ann, title, april);
    await change(orderId, inMay);
    await change(orderId, april);
    expect(await mailsOf(orderId)).toEqual([]);
  });

  it("can't move a stale, packed, or shipped order", async () => {
    const title = await fixture.newTitle("Changed by two", 1);
    const orderId = await placeFor(ann, title, april);
    const { version } = await desk.orderOf(orderId);
    await change(orderId, inMay);
    expect(await change(orderId, april, version)).toMatchObject({ reason: { kind: "stale", what: "order" } });
    await pack(orderId);
    expect(await change(orderId, april)).toMatchObject({ reason: { kind: "days-fixed", cause: "packed" } });
    await desk.save(orderId, 3);
    expect(await change(orderId, april)).toMatchObject({ reason: { kind: "days-fixed", cause: "not-waiting" } });
  });
});
