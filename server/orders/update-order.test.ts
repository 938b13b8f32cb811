import { describe, expect, it } from "vitest";
import type { BorrowersOrder, Order } from "#contract/orders/orders.ts";
import { saveCalendar } from "#server/people/calendars/calendars.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const ann = await fixture.newBorrower("ann");
const admin = await fixture.newAdmin("clerk");
const { orderOf: read, pack } = fixture.desk(admin);
const other = await fixture.newAdmin("colleague");

const save = (body: object, user = admin) => fixture.call(user, "POST Order/UpdateOrder/", body);
describe("saving the order form", () => {
  it("writes the fields and answers with the order", async () => {
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Written", 1), 1]]);
    const form = {
      orderId,
      statusId: 2,
      trackingNumber: " 1z 999 aa1 01 2345 6784 ",
      shipDate: "2026-03-10",
      returnDate: "2026-04-01",
      orderNote: "call first",
    };
    expect(await save({ ...form, version: 1 })).toMatchObject({
      status: 200,
      isSuccess: true,
      message: "Order updated.",
      id: orderId,
      data: {
        ...form,
        trackingNumber: "1Z999AA10123456784",
        statusName: "Processing",
        hasShipped: true,
        version: 2,
        changedByName: "clerk",
      },
    });
    expect(
      await save({ orderId, statusId: 2, trackingNumber: "", shipDate: "", returnDate: null, orderNote: "" }),
    ).toMatchObject({
      data: { trackingNumber: "", shipDate: null, returnDate: null, orderNote: "", hasShipped: false, version: 3 },
    });
  });

  it("refuses a return date before the ship date, or before today without one, but allows stored ones", async () => {
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Reversed", 1), 1]]);
    const sentence = "Return Date cannot be before the Ship Date.";
    const reversed = { shipDate: "2026-03-10", returnDate: "2026-03-09" };
    for (const days of [
      { statusId: 2, ...reversed },
      { statusId: 3, returnDate: "2026-03-01" },
    ])
      expect(await save({ orderId, ...days })).toMatchObject({
        isSuccess: false,
        message: sentence,
        data: { errors: [{ field: "returnDate", message: sentence }] },
      });
    expect(await read(orderId)).toMatchObject({ statusId: 1, version: 1, shipDate: null });
    const storedDates = { ship_date: reversed.shipDate, return_date: reversed.returnDate };
    await fixture.db.updateTable("orders").set(storedDates).where("order_id", "=", orderId).execute();
    expect(await save({ orderId, statusId: 2, ...reversed, orderNote: "Called." })).toMatchObject({ isSuccess: true });
    expect(await save({ orderId, statusId: 2, shipDate: "2026-03-10", returnDate: "2026-03-10" })).toMatchObject({
      isSuccess: true,
    });
  });

  it("saves a ship date before the day of the order, for an order that is entered after its package left", async () => {
    const at = new Date("2026-03-03T05:00:00Z"); // March 2 in California
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Early", 1), 1]], at);
    expect(await save({ orderId, statusId: 3, shipDate: "2026-03-01" })).toMatchObject({
      isSuccess: true,
      data: { shipDate: "2026-03-01" },
    });
  });

  it("lets any status follow any other", async () => {
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Free", 1), 1]]);
    // all sixteen transitions
    for (const statusId of [1, 1, 2, 2, 3, 3, 4, 4, 1, 3, 1, 4, 2, 4, 3, 2, 1]) {
      expect(await save({ orderId, statusId })).toMatchObject({ isSuccess: true, data: { statusId } });
    }
  });

  it("refuses a form opened before a colleague's change, and names the colleague", async () => {
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Stale", 1), 1]]);
    expect(await save({ orderId, statusId: 2, orderNote: "hers", version: 1 }, other)).toMatchObject({
      isSuccess: true,
    });
    const refusal = {
      status: 200,
      isSuccess: false,
      message: "This order was changed by colleague. Reload to see it.",
      reason: { kind: "stale", what: "order", changedBy: "colleague" },
    };
    expect(await save({ orderId, statusId: 3, orderNote: "mine", version: 1 })).toMatchObject(refusal);
    expect(await read(orderId)).toMatchObject({ statusId: 2, orderNote: "hers", version: 2 });
    expect(await save({ orderId, statusId: 3, orderNote: "mine", version: 2 })).toMatchObject({ isSuccess: true });
    expect(await save({ orderId, statusId: 3, orderNote: "no version", version: null })).toMatchObject({
      isSuccess: true,
      data: { version: 4 },
    });
  });

  it("treats a colleague's check-out as a change, so that an older form can't affect those copies", async () => {
    const title = await fixture.newTitle("Between", 1);
    const orderId = await fixture.order(ann, [[title, 1]]);
    const formVersion = (await read(orderId)).version;
    const { data } = await pack(orderId, 1);
    expect(await save({ orderId, statusId: 4, version: formVersion }, other)).toMatchObject({
      isSuccess: false,
      message: "This order was changed by clerk. Reload to see it.",
    });
    expect(await save({ orderId, statusId: 3, version: data.version })).toMatchObject({ isSuccess: true });
  });
});

describe("shipping", () => {
  it("fills the ship date with today in the library's time zone and the due date with the loan period", async () => {
    fixture.clock.at = new Date("2026-03-08T07:30:00Z"); // still the 7th in California
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Shipped", 1), 1]]);
    expect((await save({ orderId, statusId: 3 })).data).toMatchObject({
      shipDate: "2026-03-07",
      returnDate: "2026-04-06",
      hasShipped: true,
    });
  });

  it("keeps entered dates, and counts the loan from the entered ship date", async () => {
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Given", 1), 1]]);
    expect((await save({ orderId, statusId: 3, shipDate: "2026-12-15" })).data).toMatchObject({
      shipDate: "2026-12-15",
      returnDate: "2027-01-14",
    });
    expect((await save({ orderId, statusId: 3, shipDate: "2026-12-15", returnDate: "2026-12-20" })).data).toMatchObject(
      { returnDate: "2026-12-20" },
    );
  });
});

const kit = await fixture.newTitle("Kit", 1);
const actor = { userId: admin.userId, at: fixture.clock.now() };
/** Sets the clock to noon of a day in Los Angeles. */
const on = (day: string) => (fixture.clock.at = new Date(`${day}T19:00:00Z`));

it("due dates, and those of renewals, fall on days when the school can mail a package, unless staff enter another", async () => {
  on("2026-03-02");
  const orderId = await fixture.order(ann, [[kit, 1]]);
  const ship = (days: object) => fixture.call(admin, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
  expect((await ship({})).data).toMatchObject({ shipDate: "2026-03-02", returnDate: "2026-04-01" });

  // spring break begins on March 30, and a renewal until May 15 would end in a long weekend
  const breaks = [
    { from: "2026-03-30", to: "2026-04-10", about: "Spring break" },
    { from: "2026-05-15", to: "2026-05-18", about: "" },
  ];
  await saveCalendar(fixture.db, { calendarId: 0, district: "Valley Unified", years: [], breaks }, actor);
  const { data: order } = await fixture.call<Order>(ann, `GET Order/GetOrderForUser/${orderId}`);
  expect(order.returnDate, "what was mailed stays").toBe("2026-04-01");
  expect((await ship({ shipDate: "2026-03-02" })).data).toMatchObject({ returnDate: "2026-04-20" }); // mailed on April 13
  expect((await ship({ returnDate: "2026-04-15" })).data).toMatchObject({ returnDate: "2026-04-15" });

  on("2026-04-13");
  const response = await fixture.call<BorrowersOrder>(ann, `GET Order/GetOrderForUser/${orderId}`);
  expect(response.data.renewable).toEqual({ mailBackBy: "2026-05-19", due: "2026-05-26" });
  expect((await fixture.call<Order>(ann, `POST Order/RenewOwn/${orderId}`)).data.returnDate).toBe("2026-05-26");
});

it("due dates also move past the library's closed days", async () => {
  const [section] = [{ days: [{ from: "2026-04-13", to: "2026-04-14", about: "" }] }];
  const response = await fixture.call(admin, "POST Site/SaveSection", {
    section: "closedDays",
    version: 0,
    content: section,
  });
  expect(response.isSuccess).toBe(true);
  on("2026-03-02");
  const title = await fixture.newTitle("Other kit", 1);
  const orderId = await fixture.order(ann, [[title, 1]]);
  const { data } = await fixture.call(admin, "POST Order/UpdateOrder/", { orderId, statusId: 3 });
  expect(data.returnDate).toBe("2026-04-22"); // mailed on April 15
});
