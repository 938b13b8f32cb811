import { describe, expect, it } from "vitest";
import type { BorrowersOrder, Order, StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");

/** The subjects of what a reader was told of due days, after so many seconds. */
async function toldOfDays({ address }: { address: string }, after = 120) {
  const told = (await fixture.mails({ after })).filter((mail) => mail.to_address === address);
  return told.flatMap((mail) => (mail.kind === "due-changed" ? mail.letter.subject : []));
}

let readers = 0;
/** A shipped order of two copies of a title, due on April 1, of which its new reader was told. */
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
  await toldOfDays({ address });
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

describe("a renewal that was a mistake", () => {
  it("is undone before its borrower is told, who then gets no email; the history has both", async () => {
    const { orderId, address } = await shipped();
    await renew(orderId);
    expect(await staffOrder(orderId)).toMatchObject({ returnDate: "2026-05-01", undo: { of: "renewal" } });
    expect((await undo(orderId)).data).toMatchObject({ returnDate: "2026-04-01", undo: null });
    expect(await toldOfDays({ address })).toEqual([]);
    const entries = db.selectFrom("activity_log").select(["call", "changes"]).where("subject_id", "=", orderId);
    expect(await entries.orderBy("entry_id", "desc").limit(2).execute()).toMatchObject([
      {
        call: "POST Order/Undo/{eventId}",
        changes: [{ field: "Return date", before: "2026-05-01", after: "2026-04-01" }],
      },
      { call: "POST Order/Renew/{orderId}" },
    ]);
  });

  it("is undone after its borrower was told, who is told of the day of before", async () => {
    const { orderId, address } = await shipped();
    await renew(orderId);
    expect(await toldOfDays({ address })).toHaveLength(1);
    await undo(orderId);
    expect((await toldOfDays({ address })).at(-1)).toBe(`Your order #${orderId} is now due Apr 1, 2026`);
  });

  it("of one copy is undone without the others, and that copy is due with its order again", async () => {
    const { orderId, loan, address } = await shipped();
    await renewCopy(loan);
    expect(daysOf((await undo(orderId)).data)).toEqual([null, null]);
    expect(await toldOfDays({ address })).toEqual([]);
    await renewCopy(loan);
    expect(await toldOfDays({ address })).toEqual([`Part of your order #${orderId} is now due May 1, 2026`]);
    await undo(orderId);
    expect((await toldOfDays({ address })).at(-1)).toBe(`Your order #${orderId} is now due Apr 1, 2026`);
  });

  it("of one copy gives it the day that it had of its own before, and the order keeps the days of its copies", async () => {
    const { orderId, loan, other, address } = await shipped();
    await renewCopy(loan);
    fixture.clock.move(1000);
    await renewCopy(loan);
    await undo(orderId);
    expect(daysOf(await staffOrder(orderId))).toEqual(["2026-05-01", null]);
    expect(await toldOfDays({ address })).toEqual([`Part of your order #${orderId} is now due May 1, 2026`]);
    await renewCopy(other);
    fixture.clock.move(1000);
    await renewCopy(other);
    await renew(orderId);
    await undo(orderId);
    const kept = await staffOrder(orderId);
    expect(kept.returnDate).toBe("2026-05-01"); // what is due first
    expect(daysOf(kept)).toEqual([null, "2026-05-31"]);
  });
});

describe("a borrower’s own renewal", () => {
  const renewOwn = (who: Person, orderId: number) => call<Order>(who, `POST Order/RenewOwn/${orderId}`);
  const undoOwn = (who: Person, orderId: number) => fixture.undoLast(who, orderId);
  const secondsOf = async (who: Person, orderId: number) =>
    (await call<BorrowersOrder>(who, `GET Order/GetOrderForUser/${orderId}`)).data.undo?.seconds ?? null;
  const final = { isSuccess: false, reason: { kind: "cancel-final" } };

  it("is undone by them for two minutes, and they may renew again", async () => {
    const { who, orderId, address } = await shipped();
    expect(await secondsOf(who, orderId)).toBeNull();
    await renewOwn(who, orderId);
    fixture.clock.move(30_000);
    expect(await secondsOf(who, orderId)).toBe(90);
    expect(await undoOwn(who, orderId)).toMatchObject({ isSuccess: true });
    expect(await staffOrder(orderId)).toMatchObject({ returnDate: "2026-04-01" });
    expect((await undoOwn(who, orderId)).isSuccess).toBe(true); // pressed twice
    expect(await toldOfDays({ address })).toEqual([]);
    expect((await renewOwn(who, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
    fixture.clock.move(121_000);
    expect(await secondsOf(who, orderId)).toBeNull();
    expect(await undoOwn(who, orderId)).toMatchObject(final);
    expect((await staffOrder(orderId)).returnDate).toBe("2026-05-01");
  });

  it("is undone by staff later, and is theirs to give again", async () => {
    const { who, orderId } = await shipped();
    await renewOwn(who, orderId);
    fixture.clock.move(600_000);
    expect((await undo(orderId)).data).toMatchObject({ returnDate: "2026-04-01" });
    expect((await renewOwn(who, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
  });

  it("is not what staff renewed, or somebody else’s", async () => {
    const { who, orderId } = await shipped();
    await renew(orderId);
    expect(await secondsOf(who, orderId)).toBeNull();
    expect(await undoOwn(who, orderId)).toMatchObject(final);
    expect((await undoOwn(await fixture.newBorrower("stranger"), orderId)).status).toBe(404);
    expect((await staffOrder(orderId)).returnDate).toBe("2026-05-01");
  });
});
