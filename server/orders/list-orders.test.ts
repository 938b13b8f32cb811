import type { OrderSummary } from "#contract/orders/orders.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const ann = await fixture.newBorrower("ann");
const bob = await fixture.newBorrower("bob");
const admin = await fixture.newAdmin("clerk");

type Groups = { activeOrders: OrderSummary[]; previousOrders: OrderSummary[] };

const titles: Title[] = [];
const ids: Record<string, number> = {};

// The clocks go forward in California on March 8, 2026, so that day has 23 hours, and back on November 1, which has 25.
const orderTimes = {
  "7 March, last second": "2026-03-08T07:59:59.999Z",
  "8 March, first second": "2026-03-08T08:00:00Z",
  "8 March, last second": "2026-03-09T06:59:59.999Z",
  "9 March, first second": "2026-03-09T07:00:00Z",
  "1 November, first second": "2026-11-01T07:00:00Z",
  "1 November, last second": "2026-11-02T07:59:59.999Z",
  "2 November, first second": "2026-11-02T08:00:00Z",
};

beforeAll(async () => {
  for (const name of ["Alpha", "Beta", "Gamma", "Delta"]) titles.push(await fixture.newTitle(name, 100));
  await fixture.db.updateTable("items").set({ language: "es" }).where("title", "=", "Beta").execute();
  for (const [name, at] of Object.entries(orderTimes))
    ids[name] = await fixture.order(
      ann,
      titles.slice(0, 1).map((title) => [title, 1]),
      new Date(at),
    );
  ids.wide = await fixture.order(
    bob,
    titles.map((title) => [title, 2]),
    new Date("2025-01-01T00:00:00Z"),
  );
  ids.returned = await fixture.order(
    bob,
    titles.slice(1, 2).map((title) => [title, 1]),
    new Date("2025-02-01T00:00:00Z"),
  );
  await fixture.call(admin, "POST Order/UpdateOrder/", { orderId: ids.returned, statusId: 4 });
  await fixture.call(admin, "POST Order/UpdateOrder/", { orderId: ids.wide, statusId: 2 });
});

const namesOf = (orders: { orderId: number }[]) =>
  orders.map(({ orderId }) => Object.keys(ids).find((name) => ids[name] === orderId));
const search = async (body: object) => fixture.call<OrderSummary[]>(admin, "POST Order/GetOrdersBySearchFilters", body);
const namesFor = async (body: object) => namesOf((await search(body)).data);

describe("the list of orders", () => {
  it("has every order once, newest first, even when sent in batches", async () => {
    // 1,300 orders, seven per millisecond, two per instant
    const { rows } = await sql<{ order_id: number }>`
      insert into orders (borrower_id, ordered_at, terms_version, terms_accepted_at, ship_to_name, ship_to_school,
        ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
      select ${bob.borrowerId}, '2020-01-01T00:00:00Z'::timestamptz - number / 2 * interval '300 microseconds', '1', now(),
        'Bob "data":[]', 's', 'd', 't', 'c', 'CA', 'z'
      from generate_series(1, 1300) as number returning order_id`.execute(fixture.db);
    const newIds = rows.map(({ order_id }) => order_id);
    const answer = await fixture.call<OrderSummary[]>(admin, "GET Order/GetOrders");
    await sql`delete from orders where order_id = any(${newIds})`.execute(fixture.db);
    expect(answer).toMatchObject({ isSuccess: true, total: 1309 });
    const old = answer.data.slice(9);
    expect(old.map(({ orderId }) => orderId).toSorted((a, b) => a - b)).toEqual(newIds);
    expect(old.map(({ orderDate }) => orderDate)).toEqual(
      old
        .map(({ orderDate }) => orderDate)
        .toSorted()
        .toReversed(),
    );
    expect(old[700]?.borrower.borrowerName).toBe('Bob "data":[]');
  });

  it("comes in pages with the total, and ends with an empty page", async () => {
    const page = async (query: string) => fixture.call<OrderSummary[]>(admin, `GET Order/GetOrders?${query}`);
    const all = namesOf((await page("")).data);
    expect(namesOf((await page("page=1&pageSize=4")).data)).toEqual(all.slice(0, 4));
    expect(namesOf((await page("page=2&pageSize=4")).data)).toEqual(all.slice(4, 8));
    expect(namesOf((await page("page=3&pageSize=4")).data)).toEqual(all.slice(8));
    expect(await page("page=4&pageSize=4")).toMatchObject({ data: [], total: 9 });
    expect((await page("page=1")).data).toHaveLength(9);
    expect(await page("page=0")).toMatchObject({ status: 400 });
    expect(await page("page=1&pageSize=1000")).toMatchObject({ status: 400 });
  });

  it("shows the sum of quantities and the first three titles in the order's own order", async () => {
    const [wide] = (await search({ statusId: 2 })).data;
    expect(wide).toEqual({
      orderId: ids.wide,
      orderDate: "2025-01-01T00:00:00.000Z",
      borrowerId: bob.borrowerId,
      statusId: 2,
      statusName: "Processing",
      lostCount: 0,
      itemCount: 8,
      itemTitles: ["Alpha", "Beta", "Gamma"],
      itemLanguages: ["", "es", ""],
      trackingNumber: "",
      shipDate: null,
      returnDate: null,
      hasShipped: false,
      sentBackOn: null,
      arrivedOn: null,
      borrower: {
        borrowerId: bob.borrowerId,
        borrowerName: "bob Reader",
        schoolName: "Oak Grove Elementary",
        isMailboxConfirmed: true,
      },
    });
  });
});

describe("the filter of orders", () => {
  it("treats status 0, empty, and missing as all", async () => {
    for (const body of [{ statusId: 0 }, { statusId: "" }, {}, { statusId: "0", startDate: "", endDate: null }]) {
      expect((await search(body)).total).toBe(9);
    }
  });

  it("includes both full days, in the library's time zone, when the clocks go forward", async () => {
    expect(await namesFor({ startDate: "2026-03-08", endDate: "2026-03-08" })).toEqual([
      "8 March, last second",
      "8 March, first second",
    ]);
    expect(await namesFor({ startDate: "2026-03-07", endDate: "2026-03-07" })).toEqual(["7 March, last second"]);
    expect(await namesFor({ startDate: "2026-03-09", endDate: "2026-03-31" })).toEqual(["9 March, first second"]);
  });

  it("accepts either date alone, and both with a status and a page", async () => {
    expect(await namesFor({ endDate: "2025-01-31" })).toEqual(["returned", "wide"]);
    expect(await namesFor({ startDate: "2026-11-01" })).toHaveLength(3);
    const answer = await search({ statusId: 1, startDate: "2026-03-08", endDate: "2026-11-01", page: 2, pageSize: 2 });
    expect(namesOf(answer.data)).toEqual(["9 March, first second", "8 March, last second"]);
    expect(answer.total).toBe(5);
  });

  it("refuses an end before the start, and an invalid date", async () => {
    expect(await search({ startDate: "2026-03-09", endDate: "2026-03-08" })).toMatchObject({
      status: 200,
      isSuccess: false,
      message: "End date must not be before start date.",
    });
    expect(await search({ startDate: "2026-02-30" })).toMatchObject({ status: 400 });
    expect(await search({ startDate: "yesterday" })).toMatchObject({ status: 400 });
    expect(await search({ endDate: "9999-12-31" })).toMatchObject({ status: 400 });
    expect(await search({ startDate: "0000-01-01" })).toMatchObject({ status: 400 });
    expect(await search({ startDate: "1900-01-01", endDate: "2999-12-31" })).toMatchObject({ status: 200, total: 9 });
  });
});

describe("a borrower's orders", () => {
  it("are private, in two groups: Returned is previous, everything else is active", async () => {
    const { data } = await fixture.call<Groups>(bob, `GET Account/GetOrdersByUserId/${bob.userId}`);
    expect([namesOf(data.activeOrders), namesOf(data.previousOrders)]).toEqual([["wide"], ["returned"]]);
    const annsOrders = await fixture.call<Groups>(ann, `GET Account/GetOrdersByUserId/${ann.userId}`);
    expect(namesOf(annsOrders.data.activeOrders)).toEqual(Object.keys(orderTimes).toReversed());
    expect(annsOrders.data.previousOrders).toEqual([]);
    expect(data.previousOrders).toMatchObject([{ back: null }]);
  });
});

it("the count of new orders is a bare number", async () => {
  expect(await fixture.call(admin, "GET Order/GetNewOrderCount")).toEqual({ status: 200, bare: 7 });
});
