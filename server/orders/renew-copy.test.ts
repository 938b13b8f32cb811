import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { writeReminders } from "./notices/reminders.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const clerk = await fixture.newAdmin("clerk");
/** Sets the clock to noon of a day in Los Angeles. */
const on = (day: string) => (fixture.clock.at = new Date(`${day}T19:00:00Z`));

/** Returns the emails after this many seconds. */
const wait = (after = 120) => fixture.mails({ after });

let readers = 0;
/** Ships an order of a kit and a book to a new borrower, due on April 1. */
async function shipped() {
  on("2026-03-02");
  const name = `reader${(readers += 1)}`;
  const reader = await fixture.newBorrower(name);
  const address = `${name}@school.example`;
  await db.updateTable("borrowers").set({ email_address: address }).where("user_id", "=", reader.userId).execute();
  const [kit, book] = [await fixture.newTitle("Kit", 1), await fixture.newTitle("Book", 1)];
  const orderId = await fixture.order(reader, [
    [kit, 1],
    [book, 1],
  ]);
  await fixture.call(clerk, `POST Order/CheckOutAll/${orderId}`);
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
  await wait();
  const { orderItems } = await orderOf(orderId);
  const [kitLoan, bookLoan] = orderItems.map((line) => line.orderInventoryItems[0]?.orderInventoryItemId);
  return { orderId, reader, address, kit, book, kitLoan, bookLoan };
}
const orderOf = async (orderId: number) => (await fixture.call<StaffOrder>(clerk, `GET Order/Get/${orderId}`)).data;
const renew = (loanId: number | undefined, who = clerk) => fixture.call(who, `POST Order/RenewCopy/${loanId}`);
const checkIn = async (copyId: number | undefined) =>
  (
    await fixture.call<{ eventId: number; daysLate: number }>(clerk, "POST Returns/CheckIn", {
      inventoryItemId: copyId,
    })
  ).data;
const ownDays = (order: StaffOrder) =>
  order.orderItems.map(({ orderInventoryItems }) => orderInventoryItems[0]?.dueDate ?? null);
const lettersTo = async (address: string, kind: string) =>
  (await fixture.mails()).flatMap((mail) => (mail.to_address === address && mail.kind === kind ? mail.letter : []));

describe("one copy of an order", () => {
  it("is renewed alone, with an email about this copy, while the order keeps its due date", async () => {
    const { orderId, address, kitLoan } = await shipped();
    const { data } = await renew(kitLoan);
    expect(data).toMatchObject({ returnDate: "2026-04-01", changedByName: "clerk" });
    expect(ownDays(data)).toEqual(["2026-05-01", null]);
    await wait();
    fixture.clock.move(1000);
    expect(ownDays((await renew(kitLoan)).data)).toEqual(["2026-05-31", null]);
    await wait();
    const [first, second] = await lettersTo(address, "due-changed");
    expect(first).toMatchObject({
      subject: `Part of your order #${orderId} is now due May 1, 2026`,
      blocks: [{}, { is: "list", items: ["Kit"] }, {}, {}],
      calendar: { uid: `order-${orderId}-copy-${kitLoan}-due`, day: "2026-05-01" },
    });
    expect(second).toMatchObject({ calendar: { day: "2026-05-31" } });

    await renew(kitLoan);
    const form = { orderId, statusId: 3, shipDate: "2026-03-02", returnDate: "2026-04-15" };
    await fixture.call(clerk, "POST Order/UpdateOrder/", form); // the whole order, within the two minutes
    await wait();
    expect((await lettersTo(address, "due-changed")).slice(2)).toMatchObject([{ calendar: { day: "2026-04-15" } }]);
  });

  it("sets the order's due date once the other copies are returned, lost, or on loan again", async () => {
    const { orderId, kit, book, kitLoan, bookLoan } = await shipped();
    await renew(kitLoan);
    on("2026-04-03");
    const { eventId, daysLate } = await checkIn(book.copyIds[0]);
    expect(daysLate).toBe(2);
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-05-01" });
    await fixture.call(clerk, `POST Order/Undo/${eventId}`);
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-04-01" });
    await fixture.call(clerk, "POST Claims/Open", { orderInventoryItemId: bookLoan, kind: "lost" });
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-05-01", statusId: 3 });
    expect(await checkIn(kit.copyIds[0])).toMatchObject({ daysLate: 0 });
  });

  it("gets reminders by its own due date, not as overdue with the others", async () => {
    const { address, book, kitLoan } = await shipped();
    await renew(kitLoan);
    on("2026-04-02");
    await writeReminders(fixture);
    const [digest, ...more] = await lettersTo(address, "overdue");
    expect(more).toEqual([]);
    expect(digest?.blocks.filter(({ is }) => is === "list")).toEqual([{ is: "list", items: ["Book"] }]);
    on("2026-04-24");
    await writeReminders(fixture);
    const soon = await lettersTo(address, "due-soon");
    expect(soon.at(-1)?.blocks).toContainEqual({ is: "list", items: ["Kit"] });
    await checkIn(book.copyIds[0]);
    on("2026-05-02");
    await writeReminders(fixture);
    const last = (await lettersTo(address, "overdue")).at(-1);
    expect(last?.blocks.filter(({ is }) => is === "list")).toEqual([{ is: "list", items: ["Kit"] }]);
  });

  it("is due with its order again when staff change that date, and never earlier when the order is renewed", async () => {
    const { orderId, kitLoan } = await shipped();
    await renew(kitLoan);
    fixture.clock.move(1000);
    await renew(kitLoan);
    const renewed = (await fixture.call(clerk, `POST Order/Renew/${orderId}`)).data;
    expect(renewed).toMatchObject({ returnDate: "2026-05-01" });
    expect(ownDays(renewed)).toEqual(["2026-05-31", null]);
    const form = { orderId, statusId: 3, shipDate: "2026-03-02" };
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-05-01", orderNote: "Called." });
    expect(ownDays(await orderOf(orderId))).toEqual(["2026-05-31", null]);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-04-15" });
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-04-15" });
    expect(ownDays(await orderOf(orderId))).toEqual([null, null]);
  });

  it("can't be renewed after it is returned or before it ships", async () => {
    const { kit, kitLoan, orderId } = await shipped();
    await checkIn(kit.copyIds[0]);
    expect(await renew(kitLoan)).toMatchObject({ isSuccess: false, reason: { kind: "copy-not-out" } });
    await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2 });
    expect(await renew(kitLoan)).toMatchObject({ isSuccess: false, reason: { kind: "renewal-not-out" } });
    expect(await renew(999_999)).toMatchObject({ status: 404 });
  });
});
