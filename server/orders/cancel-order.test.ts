import { describe, expect, it } from "vitest";
import type { BorrowersOrder, Order, StaffOrder } from "#contract/orders/orders.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const { orderOf: get, pack, save: setStatus } = fixture.desk(clerk);
const ann = await fixture.newBorrower("ann");
const bob = await fixture.newBorrower("bob");

const allOnTheShelf = (copies: number) => ({ in_stock: copies, requested: 0, checked_out: 0, shortfall: 0 });
const cancel = (orderId: number, more: object = {}) =>
  call<StaffOrder>(clerk, `POST Order/Cancel/${orderId}`, { reason: "The school asked", ...more });
const undo = (orderId: number) => fixture.undoLast(clerk, orderId);
const cancelOwn = (borrower: Person, orderId: number, body: object = {}) =>
  call<Order>(borrower, `POST Order/CancelOwn/${orderId}`, body);

/** Orders two of a title's three copies, and packs some. */
async function anOrder(packedCount = 0, borrower = ann) {
  const title = await fixture.newTitle("Food Is Fun", 3);
  const orderId = await fixture.order(borrower, [[title, 2]]);
  if (packedCount > 0) await pack(orderId, packedCount);
  fixture.clock.move(1000);
  return { orderId, title };
}

const mailsOf = async (orderId: number, after = 0) =>
  (await fixture.mails({ after, about: orderId })).flatMap((mail) =>
    mail.kind === "order-canceled" ? mail.letter : [],
  );

describe("an order that staff cancel with a reason", () => {
  it("closes, and its copies go back in stock", async () => {
    const { orderId, title } = await anOrder(1);
    const { data } = await cancel(orderId);
    expect(data).toMatchObject({
      statusId: 5,
      statusName: "Canceled",
      hasShipped: false,
      cancellation: { at: fixture.clock.at.toISOString(), reason: "The school asked" },
    });
    expect(data.orderItems[0]?.orderInventoryItems).toEqual([]);
    expect(await fixture.stockOf(title)).toMatchObject(allOnTheShelf(3));
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("can't be canceled by the order form, which has only the specification's four statuses", async () => {
    const { orderId } = await anOrder();
    expect((await setStatus(orderId, 5)).isSuccess).toBe(false);
  });
});

describe("the undo of a cancellation", () => {
  it("restores the order with its copies, and sends no email", async () => {
    const { orderId, title } = await anOrder(2);
    await setStatus(orderId, 2);
    const before = await get(orderId);
    await cancel(orderId);
    await undo(orderId);
    expect(await get(orderId)).toMatchObject({ statusId: 2, cancellation: null, orderItems: before.orderItems });
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 1, requested: 0, checked_out: 2, shortfall: 0 });
    expect((await undo(orderId)).isSuccess).toBe(true); // a repeat changes nothing
    expect(await mailsOf(orderId, 120)).toEqual([]);
  });
});

describe("a borrower", () => {
  it("cancels a New order and gets the email two minutes later", async () => {
    const { orderId, title } = await anOrder();
    const { data } = await cancelOwn(ann, orderId, { reason: "Wrong titles" });
    expect(data).toMatchObject({ statusName: "Canceled", cancellation: { reason: "Wrong titles" } });
    expect(await fixture.stockOf(title)).toMatchObject(allOnTheShelf(3));
    expect(await mailsOf(orderId, 110)).toEqual([]);
    const [mail, ...more] = await mailsOf(orderId, 10);
    expect(more).toEqual([]);
    expect(mail?.blocks).toContainEqual({ is: "facts", facts: [{ name: "Order", value: `#${orderId}` }] });
    expect(mail?.blocks).toContainEqual({ is: "quote", text: "Wrong titles" });
  });

  it("can't cancel an order that is being packed", async () => {
    const { orderId } = await anOrder();
    await setStatus(orderId, 2);
    expect(await cancelOwn(ann, orderId)).toMatchObject({ isSuccess: false, reason: { kind: "cancel-too-late" } });
    expect((await get(orderId)).statusId).toBe(2);
  });
});

describe("a borrower’s Undo", () => {
  const undoOwn = (borrower: Person, orderId: number) => fixture.undoLast(borrower, orderId);
  const final = { isSuccess: false, reason: { kind: "cancel-final" } };

  it("restores the order, even if clicked twice, and sends no email", async () => {
    const { orderId, title } = await anOrder();
    await cancelOwn(ann, orderId);
    fixture.clock.move(110_000);
    const answers = await Promise.all([undoOwn(ann, orderId), undoOwn(ann, orderId)]);
    answers.push(await undoOwn(ann, orderId));
    for (const answer of answers) expect(answer).toMatchObject({ isSuccess: true, orderIds: [orderId] });
    expect(await get(orderId)).toMatchObject({ statusId: 1, cancellation: null });
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 1, requested: 2, checked_out: 0, shortfall: 0 });
    expect(await mailsOf(orderId, 120)).toEqual([]);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("appears only for the order's borrower, and only as long as it works", async () => {
    const secondsOffered = async (user: Person, orderId: number) =>
      (await call<BorrowersOrder>(user, `GET Order/GetOrderForUser/${orderId}`)).data.undo?.seconds ?? null;
    const { orderId } = await anOrder();
    expect(await secondsOffered(ann, orderId)).toBeNull();
    await cancelOwn(ann, orderId);
    fixture.clock.move(50_000);
    expect(await secondsOffered(ann, orderId)).toBe(70);
    expect(await secondsOffered(clerk, orderId)).toBeNull();
    fixture.clock.move(70_000);
    expect(await secondsOffered(ann, orderId)).toBeNull();

    const byStaff = await anOrder();
    await cancel(byStaff.orderId);
    expect(await secondsOffered(ann, byStaff.orderId)).toBeNull();

    const emailed = await anOrder();
    await cancelOwn(ann, emailed.orderId);
    await mailsOf(emailed.orderId, 120);
    expect(await secondsOffered(ann, emailed.orderId)).toBeNull();
  });

  it("fails after two minutes, and for someone else’s order", async () => {
    const { orderId, title } = await anOrder();
    await cancelOwn(ann, orderId);
    expect((await undoOwn(bob, orderId)).status).toBe(404);
    fixture.clock.move(121_000);
    expect(await undoOwn(ann, orderId)).toMatchObject(final);
    expect(await fixture.stockOf(title)).toMatchObject(allOnTheShelf(3));
    expect(await mailsOf(orderId, 120)).toHaveLength(1);
  });

  it("can't revert a cancellation by staff, or change an order that isn't canceled", async () => {
    const { orderId } = await anOrder();
    await cancel(orderId);
    expect(await undoOwn(ann, orderId)).toMatchObject(final);
    expect((await get(orderId)).statusId).toBe(5);
    // nor one that staff canceled again
    const again = await anOrder();
    await cancelOwn(ann, again.orderId);
    await setStatus(again.orderId, 1);
    await cancel(again.orderId);
    expect(await undoOwn(ann, again.orderId)).toMatchObject(final);
    const packedOrder = await anOrder(1);
    await setStatus(packedOrder.orderId, 2);
    expect(await undoOwn(ann, packedOrder.orderId)).toMatchObject(final);
    expect((await get(packedOrder.orderId)).statusId).toBe(2);
  });

  it("fails once the email about the cancellation has gone out", async () => {
    const { orderId } = await anOrder();
    await cancelOwn(ann, orderId);
    expect(await mailsOf(orderId, 120)).toHaveLength(1); // the clock of the job is ahead
    expect(await undoOwn(ann, orderId)).toMatchObject(final);
    expect((await get(orderId)).statusId).toBe(5);
  });
});
