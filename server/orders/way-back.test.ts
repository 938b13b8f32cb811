import { beforeEach, describe, expect, it } from "vitest";
import { maxReports } from "#contract/orders/way-back.ts";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import type { Order, StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { writeReminders } from "./notices/reminders.ts";

const fixture = await circulationFixture();
const [ann, clerk] = [await fixture.newBorrower("ann"), await fixture.newAdmin("clerk")];
const { orderOf: asStaff, ...desk } = fixture.desk(clerk);
const kit = await fixture.newTitle("Kit", 100);
beforeEach(async () => {
  fixture.clock.at = new Date("2026-03-02T18:00:00Z");
  await fixture.db.updateTable("orders").set({ return_date: "2027-04-01" }).execute();
});

/** Ships a kit to Ann today, due on April 1. */
async function shipKit() {
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  return (await desk.ship(ann, [[kit, 1]], days)).orderId;
}
const sentBack = (orderId: number, sentOn: string, trackingNumber = "") =>
  fixture.call<Order>(ann, `POST Order/SentBack/${orderId}`, { sentOn, trackingNumber });
const report = (orderId: number, words: string) =>
  fixture.call<Order>(ann, `POST Order/ReportProblem/${orderId}`, { words });

describe("an order that its borrower mailed back", () => {
  it("shows the latest date and tracking number, also to staff", async () => {
    const orderId = await shipKit();
    const { version } = await asStaff(orderId);
    fixture.clock.at = new Date("2026-03-20T18:00:00Z");
    await sentBack(orderId, "2026-03-18");
    expect(await sentBack(orderId, "2026-03-19", "]C01Z999AA10123456784")).toMatchObject({
      isSuccess: true,
      data: { statusId: 3, sentBack: { on: "2026-03-19", trackingNumber: "1Z999AA10123456784" } },
    });
    expect(await asStaff(orderId)).toMatchObject({
      version, // unchanged, so staff who are editing the order can save
      sentBack: { on: "2026-03-19", trackingNumber: "1Z999AA10123456784" },
    });
  });

  it("gets no reminders for two weeks", async () => {
    const orderId = await shipKit();
    fixture.clock.at = new Date("2026-04-08T18:00:00Z");
    await sentBack(orderId, "2026-04-08");
    const mails = async () => {
      await writeReminders(fixture);
      const kinds = fixture.db.selectFrom("mails").select("kind").where("kind", "in", ["due-soon", "overdue"]);
      return (await kinds.execute()).map(({ kind }) => kind);
    };
    expect(await mails()).toEqual([]); // a week late
    fixture.clock.at = new Date("2026-04-22T18:00:00Z");
    expect(await mails()).toEqual([]); // three weeks late
    fixture.clock.at = new Date("2026-04-23T18:00:00Z");
    expect(await mails()).toEqual(["overdue"]);
    await desk.save(orderId, 4);
  });

  it("isn't overdue on any list for two weeks", async () => {
    const orderId = await shipKit();
    fixture.clock.at = new Date("2026-04-08T18:00:00Z");
    const { borrowerId } = await asStaff(orderId);
    const overdue = async () => {
      const { data } = await fixture.call<Order[]>(clerk, "GET Desk/SearchOrders?work=overdue&pageSize=100");
      return data.some((order) => order.orderId === orderId);
    };
    const borrower = async () => {
      const [page, late] = await Promise.all([
        fixture.call<BorrowerPage>(clerk, `GET Borrowers/Get/${borrowerId}`),
        fixture.call<BorrowerPage[]>(clerk, "GET Borrowers/Search?state=late"),
      ]);
      return [page.data.out.find((copy) => copy.orderId === orderId)?.isLate, page.data.copiesLate, late.data.length];
    };
    expect([await overdue(), await borrower()]).toEqual([true, [true, 1, 1]]);
    expect((await sentBack(orderId, "2026-04-08")).data).toMatchObject({ sentBackOn: "2026-04-08" });
    for (const day of ["2026-04-08", "2026-04-22"]) {
      fixture.clock.at = new Date(`${day}T18:00:00Z`);
      expect([await overdue(), await borrower()]).toEqual([false, [false, 0, 0]]);
    }
    fixture.clock.at = new Date("2026-04-23T18:00:00Z");
    expect([await overdue(), await borrower()]).toEqual([true, [true, 1, 1]]);
    await desk.save(orderId, 4);
  });

  it("gets two weeks only once, however often the borrower reports it", async () => {
    const orderId = await shipKit();
    fixture.clock.at = new Date("2026-04-08T18:00:00Z");
    await sentBack(orderId, "2026-04-08");
    fixture.clock.at = new Date("2026-04-22T18:00:00Z");
    expect(await sentBack(orderId, "2026-04-22")).toMatchObject({ isSuccess: true }); // a mistake, fixed in time
    fixture.clock.at = new Date("2026-05-07T18:00:00Z");
    for (const day of ["2026-04-23", "2026-05-07"])
      expect(await sentBack(orderId, day)).toMatchObject({
        isSuccess: false,
        data: { errors: [{ field: "sentOn", reason: { kind: "sent-back-long-ago" } }] },
      });
    expect(await sentBack(orderId, "2026-04-22", "1Z999AA10123456784")).toMatchObject({ isSuccess: true });
    expect(await asStaff(orderId)).toMatchObject({
      sentBack: { on: "2026-04-22", trackingNumber: "1Z999AA10123456784" },
    });
    // shipped to the borrower again, it gets two weeks again
    const { version } = await asStaff(orderId);
    const days = { shipDate: "2026-05-01", returnDate: "2026-06-01" };
    await desk.save(orderId, 3, { version, ...days });
    expect(await sentBack(orderId, "2026-05-07")).toMatchObject({ isSuccess: true });
    await desk.save(orderId, 4);
  });

  it("must be a shipped order, with a date between shipping and today", async () => {
    const orderId = await shipKit();
    for (const day of ["2026-03-01", "2026-03-03"])
      expect(await sentBack(orderId, day)).toMatchObject({
        status: 200,
        isSuccess: false,
        data: { errors: [{ field: "sentOn", reason: { kind: "sent-back-day" } }] },
      });
    expect(await sentBack(orderId, "")).toMatchObject({ isSuccess: false, data: { errors: [{ field: "sentOn" }] } });
    const newOrder = await fixture.order(ann, [[kit, 1]]);
    expect(await sentBack(newOrder, "2026-03-02")).toMatchObject({ reason: { kind: "not-shipped" } });
    await desk.save(orderId, 4);
    expect(await sentBack(orderId, "2026-03-02")).toMatchObject({ reason: { kind: "order-returned" } });
    expect(await asStaff(orderId)).toMatchObject({ sentBack: null, returnedAt: fixture.clock.at.toISOString() });
  });
});

describe("a borrower's report", () => {
  it("appears to staff once, even if sent twice, and also after the return", async () => {
    const orderId = await shipKit();
    for (let time = 0; time < 2; time += 1) await report(orderId, "The DVD is missing 💿");
    await desk.save(orderId, 4);
    fixture.clock.at = new Date("2026-03-03T18:00:00Z");
    await report(orderId, "I found the DVD");
    expect((await asStaff(orderId)).reports).toEqual([
      { at: "2026-03-02T18:00:00.000Z", words: "The DVD is missing 💿", isSettled: false, photoIds: [] },
      { at: "2026-03-03T18:00:00.000Z", words: "I found the DVD", isSettled: false, photoIds: [] },
    ]);
  });

  it("is on the desk's list until staff resolve it", async () => {
    const orderId = await shipKit();
    const settle = (reports: number, isSettled = true) =>
      fixture.call<StaffOrder>(clerk, `POST Order/SettleReports/${orderId}`, { reports, isSettled });
    const isListed = async () => {
      const { data } = await fixture.call<Order[]>(clerk, "GET Desk/SearchOrders?work=reported&pageSize=100");
      return data.some((order) => order.orderId === orderId);
    };
    expect(await settle(1)).toMatchObject({ status: 404 });
    await report(orderId, "Torn");
    expect(await isListed()).toBe(true);
    expect((await settle(1)).data.reports).toMatchObject([{ words: "Torn", isSettled: true }]);
    expect(await isListed()).toBe(false);
    await report(orderId, "Wet, too");
    await settle(1); // by a clerk who hasn't seen the second
    expect((await asStaff(orderId)).reports).toMatchObject([{ isSettled: true }, { isSettled: false }]);
    expect(await isListed()).toBe(true);
    await settle(2);
    expect(await isListed()).toBe(false);
    await settle(2, false);
    expect(await isListed()).toBe(true);
  });

  it("needs words and a shipped order, and can be repeated only so often", async () => {
    const orderId = await shipKit();
    expect(await report(orderId, " ")).toMatchObject({ isSuccess: false, data: { errors: [{ field: "words" }] } });
    const newOrder = await fixture.order(ann, [[kit, 1]]);
    expect(await report(newOrder, "Torn")).toMatchObject({ reason: { kind: "not-shipped" } });
    const all = Array.from({ length: maxReports + 5 }, (_, at) => report(orderId, `Page ${at} is torn`));
    const answers = await Promise.all(all);
    expect(answers.filter(({ isSuccess }) => isSuccess)).toHaveLength(maxReports);
    expect((await asStaff(orderId)).reports).toHaveLength(maxReports);
  });
});

describe("a borrower's report of an arrival", () => {
  const reportArrival = (orderId: number, arrivedOn: string) =>
    fixture.call<Order>(ann, `POST Order/ReportArrival/${orderId}`, { arrivedOn });

  it("shows the latest date, also to staff, and keeps the order's version", async () => {
    const orderId = await shipKit();
    const { version } = await asStaff(orderId);
    fixture.clock.at = new Date("2026-03-11T18:00:00Z");
    for (const day of ["2026-03-06", "2026-03-09"])
      expect(await reportArrival(orderId, day)).toMatchObject({ isSuccess: true, data: { arrivedOn: day } });
    expect(await asStaff(orderId)).toMatchObject({ version, arrivedOn: "2026-03-09" });
    const days = { shipDate: "2026-03-11", returnDate: "2026-06-01" };
    await desk.save(orderId, 3, days); // shipped again
    expect((await fixture.call<Order>(ann, `GET Order/GetOrderForUser/${orderId}`)).data.arrivedOn).toBeNull();
  });

  it("fails before shipping, after today, and for an order that isn’t shipped", async () => {
    const orderId = await shipKit();
    fixture.clock.at = new Date("2026-03-11T18:00:00Z");
    for (const day of ["2026-03-01", "2026-03-12"])
      expect(await reportArrival(orderId, day)).toMatchObject({
        isSuccess: false,
        data: { errors: [{ field: "arrivedOn", reason: { kind: "arrival-day" } }] },
      });
    const newOrder = await fixture.order(ann, [[kit, 1]]);
    expect(await reportArrival(newOrder, "2026-03-11")).toMatchObject({ reason: { kind: "not-shipped" } });
    await desk.save(orderId, 4);
    expect(await reportArrival(orderId, "2026-03-06")).toMatchObject({ reason: { kind: "order-returned" } });
  });
});
