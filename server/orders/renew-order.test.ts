import { describe, expect, it } from "vitest";
import type { BorrowersOrder, Order, StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { writeReminders } from "./notices/reminders.ts";

const fixture = await circulationFixture();
const bob = await fixture.newBorrower("bob");
const clerk = await fixture.newAdmin("clerk");
const { orderOf, ...desk } = fixture.desk(clerk);
/** Sets the clock to noon of a day in Los Angeles. */
const on = (day: string) => (fixture.clock.at = new Date(`${day}T19:00:00Z`));

/** Returns the emails after this many seconds. */
const wait = (after = 120) => fixture.mails({ after });

let readers = 0;
/** Ships titles to a new borrower, due on April 1, and sends the email. */
async function shipTitles(copies: number, lentCopies: number, ...names: string[]) {
  on("2026-03-02");
  const who = await fixture.newBorrower(`reader${(readers += 1)}`);
  await fixture.setBorrower(who, { email_address: addressOf(who) });
  const titles = [];
  for (const name of names) titles.push(await fixture.newTitle(name, copies));
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  const order = await desk.ship(
    who,
    titles.map((title) => [title, lentCopies]),
    days,
  );
  await wait();
  return { ...order, who, titles };
}
const addressOf = ({ userId }: Person) => `reader${userId}@school.example`;

/** Ships two of three copies of a kit. */
async function shipKits() {
  const { titles, loans, ...order } = await shipTitles(3, 2, "Kit");
  const [title = { itemId: 0, copyIds: [] }, [loan = 0, other = 0]] = [titles[0], loans];
  return { ...order, title, loan, other };
}

/** Ships a kit and a book. */
async function kitAndBook() {
  const { copyIds, loans, ...order } = await shipTitles(1, 1, "Kit", "Book");
  const [[kitCopy, bookCopy], [kitLoan, bookLoan]] = [copyIds, loans];
  return { ...order, kitCopy, bookCopy, kitLoan, bookLoan };
}

const renew = (borrower: Person, orderId: number) => fixture.call<Order>(borrower, `POST Order/RenewOwn/${orderId}`);
const renewByStaff = (orderId: number) => fixture.call(clerk, `POST Order/Renew/${orderId}`);
const renewCopy = (loan: number | undefined) => fixture.call(clerk, `POST Order/RenewCopy/${loan}`);
const until = async (borrower: Person, orderId: number) => {
  const { data } = await fixture.call<BorrowersOrder>(borrower, `GET Order/GetOrderForUser/${orderId}`);
  return data.renewable?.due ?? null;
};
const undo = async (orderId: number) => {
  await fixture.undoLast(clerk, orderId);
  return { data: await orderOf(orderId) };
};
const daysOf = ({ orderItems }: StaffOrder) =>
  orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems.map(({ dueDate }) => dueDate));
const mailsOf = async (orderId: number, after = 120, kind = "due-changed") =>
  (await fixture.mails({ after, about: orderId })).flatMap((mail) => (mail.kind === kind ? mail.letter : []));
const lettersTo = async (who: Person, kind: string, after = 0) =>
  (await wait(after)).flatMap((mail) => (mail.to_address === addressOf(who) && mail.kind === kind ? mail.letter : []));
const dueDateSubjects = async (who: Person) => (await lettersTo(who, "due-changed", 120)).map(({ subject }) => subject);

describe("a borrower", () => {
  it("renews an order once, and gets an email with the new due date and the current loans", async () => {
    const { who, title, orderId } = await shipKits();
    on("2026-03-20");
    await desk.checkIn(title.copyIds[0]);
    expect(await until(who, orderId)).toBe("2026-05-01");
    expect((await renew(who, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
    expect(await until(who, orderId)).toBeNull();
    expect(await renew(who, orderId)).toMatchObject({ isSuccess: false, reason: { kind: "renewals-used" } });
    const [mail, ...more] = await mailsOf(orderId);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: `New date for order #${orderId}: mail it back by Apr 24, 2026`,
      blocks: [
        {
          text: "The due date of your order has changed. Please mail these items back by Apr 24, 2026 so that they reach us by May 1, 2026:",
        },
        { is: "list", items: ["Kit"] },
        {},
        {},
      ],
      calendar: {
        uid: `order-${orderId}-due`,
        day: "2026-04-24",
        summary: `Mail library order #${orderId} back`,
        description: "So that it reaches us by May 1, 2026:\nKit",
      },
    });
  });

  it("renews up to a week after the due date, counted from that day", async () => {
    const [late, tooLate] = [await shipKits(), await shipKits()];
    on("2026-04-08");
    expect((await renew(late.who, late.orderId)).data).toMatchObject({ returnDate: "2026-05-08" });
    on("2026-04-09");
    expect(await until(tooLate.who, tooLate.orderId)).toBeNull();
    expect(await renew(tooLate.who, tooLate.orderId)).toMatchObject({
      isSuccess: false,
      message: "This order is too far overdue to renew. Please send it back, or contact us.",
    });
  });

  it("can't renew an awaited title, an order that hasn't shipped, or someone else’s order", async () => {
    const { who, title, orderId } = await shipKits();
    const waitingOrder = await fixture.order(bob, [[title, 1]]);
    expect(await until(who, orderId)).toBe("2026-05-01"); // the copy on the shelf is enough
    const shelf = await fixture.call<{ inventoryItems: { inventoryItemId: number }[] }>(
      clerk,
      `GET Inventory/Get/${title.itemId}`,
    );
    const inventoryItems = shelf.data.inventoryItems.map((copy) => ({
      ...copy,
      isInactive: copy.inventoryItemId === title.copyIds[2],
    }));
    await fixture.call(clerk, `POST Inventory/UpdateInventory/${title.itemId}`, { ...shelf.data, inventoryItems });
    expect(await until(who, orderId)).toBeNull();
    expect(await renew(who, orderId)).toMatchObject({ isSuccess: false, reason: { kind: "renewal-awaited" } });
    expect(await renew(bob, waitingOrder)).toMatchObject({ isSuccess: false, reason: { kind: "renewal-not-out" } });
    expect(await renew(bob, orderId)).toMatchObject({ status: 404 });
  });
});

describe("a clerk", () => {
  it("can correct a due date for two minutes, after which one email has the latest, or none goes out if it is unchanged", async () => {
    const { orderId } = await shipKits();
    const form = { orderId, statusId: 3, shipDate: "2026-03-02" };
    await renewByStaff(orderId);
    expect(await mailsOf(orderId, 60)).toEqual([]);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-04-15" });
    expect((await mailsOf(orderId)).map(({ calendar }) => calendar?.day)).toEqual(["2026-04-08"]);
    fixture.clock.move(1000); // the same email is written once per moment
    await renewByStaff(orderId);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-04-15" }); // reverted
    expect(await mailsOf(orderId)).toHaveLength(1);
    await renewByStaff(orderId);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, statusId: 4, returnDate: "2026-05-15" });
    expect(await mailsOf(orderId)).toHaveLength(1); // everything is returned
  });

  it("corrects the due date of a just-shipped order, and only the email about shipping goes out", async () => {
    const title = await fixture.newTitle("Just left", 1);
    const orderId = await fixture.order(bob, [[title, 1]]);
    await desk.save(orderId, 3);
    await renewByStaff(orderId);
    expect(await mailsOf(orderId)).toEqual([]);
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-05-01" });
    const mails = await mailsOf(orderId, 0, "order-shipped");
    expect(mails.map(({ calendar }) => calendar?.day)).toEqual(["2026-04-24"]);
  });

  it("renews a shipped order any number of times, and also emails a due date changed in the form", async () => {
    const { who, orderId } = await shipKits();
    await renew(who, orderId);
    await wait();
    for (const day of ["2026-05-31", "2026-06-30"]) {
      fixture.clock.move(1000);
      const { data } = await renewByStaff(orderId);
      expect(data).toMatchObject({ returnDate: day, changedByName: "clerk" });
      await wait();
    }
    fixture.clock.move(1000);
    const form = { orderId, statusId: 3, shipDate: "2026-03-02", returnDate: "2026-06-15" };
    await fixture.call(clerk, "POST Order/UpdateOrder/", form);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, orderNote: "Called." });
    expect((await mailsOf(orderId)).map(({ calendar }) => calendar?.day)).toEqual([
      "2026-04-24",
      "2026-05-25",
      "2026-06-23",
      "2026-06-08",
    ]);
    await desk.save(orderId, 4);
    expect(await renewByStaff(orderId)).toMatchObject({
      isSuccess: false,
      message: "Only an order that has shipped can be renewed.",
    });
  });
});

describe("one copy of an order", () => {
  it("can be renewed alone, with an email about this copy, while the order keeps its due date", async () => {
    const { orderId, who, kitLoan } = await kitAndBook();
    const { data } = await renewCopy(kitLoan);
    expect(data).toMatchObject({ returnDate: "2026-04-01", changedByName: "clerk" });
    expect(daysOf(data)).toEqual(["2026-05-01", null]);
    const { data: own } = await fixture.call<BorrowersOrder>(who, `GET Order/GetOrderForUser/${orderId}`);
    expect(own).toMatchObject({
      back: { mailBackBy: "2026-03-25", due: "2026-04-01" },
      copiesBack: [{ orderInventoryItemId: kitLoan, mailBackBy: "2026-04-24", due: "2026-05-01" }],
    });
    await wait();
    fixture.clock.move(1000);
    expect(daysOf((await renewCopy(kitLoan)).data)).toEqual(["2026-05-31", null]);
    await wait();
    const [first, second] = await lettersTo(who, "due-changed");
    expect(first).toMatchObject({
      subject: `New date for part of order #${orderId}: mail it back by Apr 24, 2026`,
      blocks: [{}, { is: "list", items: ["Kit"] }, {}, {}],
      calendar: { uid: `order-${orderId}-copy-${kitLoan}-due`, day: "2026-04-24" },
    });
    expect(second).toMatchObject({ calendar: { day: "2026-05-25" } });
    expect(second?.calendar?.sequence).toBeGreaterThan(first?.calendar?.sequence ?? NaN);

    await renewCopy(kitLoan);
    const form = { orderId, statusId: 3, shipDate: "2026-03-02", returnDate: "2026-04-15" };
    await fixture.call(clerk, "POST Order/UpdateOrder/", form); // the whole order, within the two minutes
    await wait();
    expect((await lettersTo(who, "due-changed")).slice(2)).toMatchObject([{ calendar: { day: "2026-04-08" } }]);
  });

  it("sets the order's due date once the other copies are returned, lost, or on loan again", async () => {
    const { orderId, kitCopy, bookCopy, kitLoan, bookLoan } = await kitAndBook();
    await renewCopy(kitLoan);
    on("2026-04-03");
    const { eventId, daysLate } = (await desk.checkIn(bookCopy)).data;
    expect(daysLate).toBe(2);
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-05-01" });
    await desk.undo(eventId);
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-04-01" });
    await desk.openClaim(bookLoan, "lost");
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-05-01", statusId: 3 });
    expect((await desk.checkIn(kitCopy)).data).toMatchObject({ daysLate: 0 });
  });

  it("gets reminders by its own due date, not as overdue with the others", async () => {
    const { who, bookCopy, kitLoan } = await kitAndBook();
    await renewCopy(kitLoan);
    on("2026-04-02");
    await writeReminders(fixture);
    const [digest, ...more] = await lettersTo(who, "overdue");
    expect(more).toEqual([]);
    expect(digest?.blocks.filter(({ is }) => is === "list")).toEqual([{ is: "list", items: ["Book"] }]);
    on("2026-04-21");
    await writeReminders(fixture);
    const soon = await lettersTo(who, "due-soon");
    expect(soon.at(-1)?.blocks).toContainEqual({ is: "list", items: ["Kit"] });
    await desk.checkIn(bookCopy);
    on("2026-05-02");
    await writeReminders(fixture);
    const last = (await lettersTo(who, "overdue")).at(-1);
    expect(last?.blocks.filter(({ is }) => is === "list")).toEqual([{ is: "list", items: ["Kit"] }]);
  });

  it("is due with its order again when staff change that date, and never earlier when the order is renewed", async () => {
    const { orderId, kitLoan } = await kitAndBook();
    await renewCopy(kitLoan);
    fixture.clock.move(1000);
    await renewCopy(kitLoan);
    const order = (await renewByStaff(orderId)).data;
    expect(order).toMatchObject({ returnDate: "2026-05-01" });
    expect(daysOf(order)).toEqual(["2026-05-31", null]);
    const form = { orderId, statusId: 3, shipDate: "2026-03-02" };
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-05-01", orderNote: "Called." });
    expect(daysOf(await orderOf(orderId))).toEqual(["2026-05-31", null]);
    await fixture.call(clerk, "POST Order/UpdateOrder/", { ...form, returnDate: "2026-04-15" });
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-04-15" });
    expect(daysOf(await orderOf(orderId))).toEqual([null, null]);
  });
});

describe("undoing a renewal", () => {
  it("before the email prevents it, and the activity log has both", async () => {
    const { orderId, who } = await shipKits();
    await renewByStaff(orderId);
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-05-01", undo: { of: "renewal" } });
    expect((await undo(orderId)).data).toMatchObject({ returnDate: "2026-04-01", undo: null });
    expect(await dueDateSubjects(who)).toEqual([]);
    const entries = fixture.db.selectFrom("activity_log").select(["call", "changes"]).where("subject_id", "=", orderId);
    expect(await entries.orderBy("entry_id", "desc").limit(2).execute()).toMatchObject([
      {
        call: "POST Order/Undo/{eventId}",
        changes: [{ field: "Return date", before: "2026-05-01", after: "2026-04-01" }],
      },
      { call: "POST Order/Renew/{orderId}" },
    ]);
  });

  it("after the email sends another with the previous due date", async () => {
    const { orderId, who } = await shipKits();
    await renewByStaff(orderId);
    expect(await dueDateSubjects(who)).toHaveLength(1);
    await undo(orderId);
    expect((await dueDateSubjects(who)).at(-1)).toBe(`New date for order #${orderId}: mail it back by Mar 25, 2026`);
  });

  it("of one copy makes only that copy due with its order again", async () => {
    const { orderId, loan, who } = await shipKits();
    await renewCopy(loan);
    expect(daysOf((await undo(orderId)).data)).toEqual([null, null]);
    expect(await dueDateSubjects(who)).toEqual([]);
    await renewCopy(loan);
    expect(await dueDateSubjects(who)).toEqual([
      `New date for part of order #${orderId}: mail it back by Apr 24, 2026`,
    ]);
    await undo(orderId);
    expect((await dueDateSubjects(who)).at(-1)).toBe(`New date for order #${orderId}: mail it back by Mar 25, 2026`);
  });

  it("of one copy restores that copy's own earlier due date, and the order keeps its copies' dates", async () => {
    const { orderId, loan, other, who } = await shipKits();
    await renewCopy(loan);
    fixture.clock.move(1000);
    await renewCopy(loan);
    await undo(orderId);
    expect(daysOf(await orderOf(orderId))).toEqual(["2026-05-01", null]);
    expect(await dueDateSubjects(who)).toEqual([
      `New date for part of order #${orderId}: mail it back by Apr 24, 2026`,
    ]);
    await renewCopy(other);
    fixture.clock.move(1000);
    await renewCopy(other);
    await renewByStaff(orderId);
    await undo(orderId);
    const order = await orderOf(orderId);
    expect(order.returnDate).toBe("2026-05-01"); // the earliest due date
    expect(daysOf(order)).toEqual([null, "2026-05-31"]);
  });
});

describe("a borrower’s own renewal", () => {
  const undoOwn = (borrower: Person, orderId: number) => fixture.undoLast(borrower, orderId);
  const secondsOf = async (borrower: Person, orderId: number) =>
    (await fixture.call<BorrowersOrder>(borrower, `GET Order/GetOrderForUser/${orderId}`)).data.undo?.seconds ?? null;
  const final = { isSuccess: false, reason: { kind: "cancel-final" } };

  it("can be undone by the borrower for two minutes, and repeated", async () => {
    const { who, orderId } = await shipKits();
    expect(await secondsOf(who, orderId)).toBeNull();
    await renew(who, orderId);
    fixture.clock.move(30_000);
    expect(await secondsOf(who, orderId)).toBe(90);
    expect(await undoOwn(who, orderId)).toMatchObject({ isSuccess: true });
    expect(await orderOf(orderId)).toMatchObject({ returnDate: "2026-04-01" });
    expect((await undoOwn(who, orderId)).isSuccess).toBe(true); // a repeat
    expect(await dueDateSubjects(who)).toEqual([]);
    expect((await renew(who, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
    fixture.clock.move(121_000);
    expect(await secondsOf(who, orderId)).toBeNull();
    expect(await undoOwn(who, orderId)).toMatchObject(final);
    expect((await orderOf(orderId)).returnDate).toBe("2026-05-01");
  });

  it("can be undone by staff later, and the borrower can renew again", async () => {
    const { who, orderId } = await shipKits();
    await renew(who, orderId);
    fixture.clock.move(600_000);
    expect((await undo(orderId)).data).toMatchObject({ returnDate: "2026-04-01" });
    expect((await renew(who, orderId)).data).toMatchObject({ returnDate: "2026-05-01" });
  });

  it("gives the borrower no undo of staff renewals, and strangers none at all", async () => {
    const { who, orderId } = await shipKits();
    await renewByStaff(orderId);
    expect(await secondsOf(who, orderId)).toBeNull();
    expect(await undoOwn(who, orderId)).toMatchObject(final);
    expect((await undoOwn(await fixture.newBorrower("stranger"), orderId)).status).toBe(404);
    expect((await orderOf(orderId)).returnDate).toBe("2026-05-01");
  });
});
