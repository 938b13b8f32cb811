import { describe, expect, it } from "vitest";
import type { BorrowersOrder, Order, StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");

/** Returns the subjects of a borrower's emails about due dates after this many seconds. */
async function dueDateSubjects({ address }: { address: string }, after = 120) {
  const mails = (await fixture.mails({ after })).filter((mail) => mail.to_address === address);
  return mails.flatMap((mail) => (mail.kind === "due-changed" ? mail.letter.subject : []));
}

let readers = 0;
/** Ships two copies of a title to a new borrower, due on April 1, and sends the email. */
async function shipped() {
  fixture.clock.at = new Date("2026-03-02T19:00:00Z");
  const name = `undoer${(readers += 1)}`;
  const who = await fixture.newBorrower(name);
  const address = `${name}@school.example`;
  await db.updateTable("borrowers").set({ email_address: address }).where("user_id", "=", who.userId).execute();
  const title = await fixture.newTitle("Kit", 2);
  const orderId = await fixture.order(who, [[title, 2]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
  await dueDateSubjects({ address });
  const [loan = 0, other = 0] =
    (await staffOrder(orderId)).orderItems[0]?.orderInventoryItems.map(
      ({ orderInventoryItemId }) => orderInventoryItemId,
    ) ?? [];
  return { who, address, title, orderId, loan, other };
}
const staffOrder = async (orderId: number) => (await call<StaffOrder>(clerk, `GET Order/Get/${orderId}`)).data;
const undo = async (orderId: number) => {
  await fixture.undoLast(clerk, orderId);
  return { data: await staffOrder(orderId) };
};
const renew = (orderId: number) => call(clerk, `POST Order/Renew/${orderId}`);
const renewCopy = (loan: number) => call(clerk, `POST Order/RenewCopy/${loan}`);
const daysOf = ({ orderItems }: StaffOrder) =>
  orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems.map(({ dueDate }) => dueDate));

describe("undoing a renewal", () => {
  it("before the email means no email goes out, and the activity log has both", async () => {
    const { orderId, address } = await shipped();
    await renew(orderId);
    expect(await staffOrder(orderId)).toMatchObject({ returnDate: "2026-05-01", undo: { of: "renewal" } });
    expect((await undo(orderId)).data).toMatchObject({ returnDate: "2026-04-01", undo: null });
    expect(await dueDateSubjects({ address })).toEqual([]);
    const entries = db.selectFrom("activity_log").select(["call", "changes"]).where("subject_id", "=", orderId);
    expect(await entries.orderBy("entry_id", "desc").limit(2).execute()).toMatchObject([
      {
        call: "POST Order/Undo/{eventId}",
        changes: [{ field: "Return date", before: "2026-05-01", after: "2026-04-01" }],
      },
      { call: "POST Order/Renew/{orderId}" },
    ]);
  });

  it("after the email sends another with the previous due date", async () => {
    const { orderId, address } = await shipped();
    await renew(orderId);
    expect(await dueDateSubjects({ address })).toHaveLength(1);
    await undo(orderId);
    expect((await dueDateSubjects({ address })).at(-1)).toBe(`Your order #${orderId} is now due Apr 1, 2026`);
  });

  it("of one copy makes only that copy due with its order again", async () => {
    const { orderId, loan, address } = await shipped();
    await renewCopy(loan);
    expect(daysOf((await undo(orderId)).data)).toEqual([null, null]);
    expect(await dueDateSubjects({ address })).toEqual([]);
    await renewCopy(loan);
    expect(await dueDateSubjects({ address })).toEqual([`Part of your order #${orderId} is now due May 1, 2026`]);
    await undo(orderId);
    expect((await dueDateSubjects({ address })).at(-1)).toBe(`Your order #${orderId} is now due Apr 1, 2026`);
  });

  it("of one copy restores that copy's own earlier due date, and the order keeps its copies' dates", async () => {
    const { orderId, loan, other, address } = await shipped();
    await renewCopy(loan);
    fixture.clock.move(1000);
    await renewCopy(loan);
    await undo(orderId);
    expect(daysOf(await staffOrder(orderId))).toEqual(["2026-05-01", null]);
    expect(await dueDateSubjects({ address })).toEqual([`Part of your order #${orderId} is now due May 1, 2026`]);
    await renewCopy(other);
    fixture.clock.move(1000);
    await renewCopy(other);
    await renew(orderId);
    await undo(orderId);
    const kept = await staffOrder(orderId);
    expect(kept.returnDate).toBe("2026-05-01"); // the earliest due date
    expect(daysOf(kept)).toEqual([null, "2026-05-31"]);
  });
});

describe("a borrower’s own renewal", () => {
  const renewOwn = (who: Person, orderId: number) => call<Order>(who, `POST Order/RenewOwn/${orderId}`);
  const undoOwn = (who: Person, orderId: number) => fixture.undoLast(who, orderId);
  const secondsOf = async (who: Person, orderId: number) =>
    (await call<BorrowersOrder>(who, `GET Order/GetOrderForUser/${orderId}`)).data.undo?.seconds ?? null;
  const final = { isSuccess: false, reason: { kind: "cancel-final" } };

  it("can be undone by them for two minutes, and repeated", async () => {
    const { who, orderId, address } = await shipped();
    expect(await secondsOf(who, orderId)).toBeNull();
    await renewOwn(who, orderId);
    fixture.clock.move(30_000);
    expect(await secondsOf(who, orderId)).toBe(90);
    expect(await undoOwn(who, orderId)).toMatchObject({ isSuccess: true });
    expect(await staffOrder(orderId)).toMatchObject({ returnDate: "2026-04-01" });
    expect((await undoOwn(who, orderId)).isSuccess).toBe(true); // a repeat
    expect(await dueDateSubjects({ address })).toEqual([]);
    expect((await renewOwn(who, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
    fixture.clock.move(121_000);
    expect(await secondsOf(who, orderId)).toBeNull();
    expect(await undoOwn(who, orderId)).toMatchObject(final);
    expect((await staffOrder(orderId)).returnDate).toBe("2026-05-01");
  });

  it("can be undone by staff later, and the borrower can renew again", async () => {
    const { who, orderId } = await shipped();
    await renewOwn(who, orderId);
    fixture.clock.move(600_000);
    expect((await undo(orderId)).data).toMatchObject({ returnDate: "2026-04-01" });
    expect((await renewOwn(who, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
  });

  it("isn't one by staff or someone else, which they can't undo", async () => {
    const { who, orderId } = await shipped();
    await renew(orderId);
    expect(await secondsOf(who, orderId)).toBeNull();
    expect(await undoOwn(who, orderId)).toMatchObject(final);
    expect((await undoOwn(await fixture.newBorrower("stranger"), orderId)).status).toBe(404);
    expect((await staffOrder(orderId)).returnDate).toBe("2026-05-01");
  });
});
