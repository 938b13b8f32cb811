import { describe, expect, it } from "vitest";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const get = desk.orderOf;
const ann = await fixture.newBorrower("ann");

const undo = (orderId: number) => fixture.undoLast(clerk, orderId);
const save = (orderId: number, statusId: number, more: object = {}) => {
  fixture.clock.move(1000);
  return desk.save(orderId, statusId, more);
};

/** Orders and packs two of a title's three copies. */
async function packOrder(borrower = ann) {
  const title = await fixture.newTitle("Food Is Fun", 3);
  const orderId = await fixture.order(borrower, [[title, 2]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  return { orderId, title };
}

/** Returns the kinds of email about an order after this many seconds. */
const mailsOf = async (orderId: number, after = 0) =>
  (await fixture.mails({ after, about: orderId })).flatMap(({ kind }) => (kind === "order-received" ? [] : kind));

describe("the undo of a status", () => {
  it("restores the dates and the tracking number, keeps the note, and is logged", async () => {
    const { orderId, title } = await packOrder();
    await save(orderId, 2);
    const before = await get(orderId);
    await save(orderId, 3, { trackingNumber: "1Z999AA10123456784", orderNote: "Two boxes" });
    expect(await get(orderId)).toMatchObject({ statusId: 3, shipDate: "2026-03-02", undo: { of: "status" } });
    await undo(orderId);
    expect(await get(orderId)).toMatchObject({
      statusId: 2,
      trackingNumber: "",
      shipDate: null,
      returnDate: null,
      hasShipped: false,
      orderNote: "Two boxes",
      orderItems: before.orderItems,
      undo: null,
    });
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 1, requested: 0, checked_out: 2 });
    const entries = await db
      .selectFrom("activity_log")
      .select(["call", "changes"])
      .where("subject_id", "=", orderId)
      .orderBy("entry_id", "desc")
      .limit(2)
      .execute();
    expect(entries).toMatchObject([
      {
        call: "POST Order/Undo/{eventId}",
        changes: expect.arrayContaining([{ field: "Status", before: "Shipped", after: "Processing" }]),
      },
      { call: "POST Order/UpdateOrder/" },
    ]);
    expect(await mailsOf(orderId, 600)).toEqual([]);
  });

  it("fails once something else changed, and says what", async () => {
    const { orderId } = await packOrder();
    await save(orderId, 3);
    const { undo: ship } = await get(orderId);
    await save(orderId, 3, { trackingNumber: "1Z999AA10123456784" });
    expect(await desk.undo(ship?.eventId)).toMatchObject({
      isSuccess: false,
      message: "clerk has changed its tracking number since then, so this can’t be undone. Edit the order instead.",
    });
    expect(await get(orderId)).toMatchObject({ statusId: 3, undo: null });
  });

  it("happens once when two people undo at the same time", async () => {
    const { orderId } = await packOrder();
    await save(orderId, 2);
    const answers = await Promise.all([undo(orderId), undo(orderId)]);
    for (const answer of answers) expect(answer).toMatchObject({ isSuccess: true });
    const events = db.selectFrom("order_events").select("event_id").where("order_id", "=", orderId);
    expect(await events.where("call", "=", "POST Order/Undo/{eventId}").execute()).toHaveLength(1);
    expect(await get(orderId)).toMatchObject({ statusId: 1 });
  });

  it("requires a clerk, and volunteers can undo only what they can change", async () => {
    const volunteer = await fixture.newAdmin("volunteer", "volunteer");
    const { orderId } = await packOrder();
    await save(orderId, 2);
    expect((await fixture.undoLast(volunteer, orderId)).status).toBe(403);
    expect((await call(volunteer, "POST Order/Undo/999999")).status).toBe(404);
    expect(await get(orderId)).toMatchObject({ statusId: 2 });
  });
});

let readers = 0;

/** Ships an order of two copies to a new borrower, and returns the loan and the copy of the first. */
async function shipOrder() {
  readers += 1;
  const who = await fixture.newBorrower(`reader${readers}`);
  const { orderId, title } = await packOrder(who);
  await save(orderId, 3);
  const [loan] = (await get(orderId)).orderItems[0]?.orderInventoryItems ?? [];
  return {
    who,
    orderId,
    title,
    orderInventoryItemId: loan?.orderInventoryItemId,
    copyId: loan?.inventoryItem.inventoryItemId,
  };
}

type Shipped = Awaited<ReturnType<typeof shipOrder>>;
const checkIn = ({ copyId }: Shipped) => desk.checkIn(copyId);
const lose = ({ orderInventoryItemId }: Shipped) => desk.openClaim(orderInventoryItemId, "lost");
const transfer = async ({ orderId, who }: Shipped) => {
  const to = await fixture.newBorrower(`colleague${orderId}`);
  await call(clerk, `POST Borrowers/TransferLoans/${who.borrowerId}`, { toBorrowerId: to.borrowerId });
};
const pay = async (order: Shipped) => {
  await desk.settle((await lose(order)).data.claimId, "paid");
};
const lendAgain = async ({ title }: Shipped) => {
  const orderId = await fixture.order(ann, [[title, 2]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
};

describe("the undo of one step", () => {
  it.each([
    ["a check-in", checkIn, { statusId: 3, pastAssignments: [] }],
    ["a lost copy", lose, { claims: [{ outcome: "undone" }], pastAssignments: [] }],
    ["a settlement", pay, { claims: [{ outcome: null, undoEventId: expect.any(Number) }] }],
    ["a transfer", transfer, { handovers: [{}, {}] }],
  ])("restores the order once when two people undo %s at the same time", async (_name, step, state) => {
    const order = await shipOrder();
    await step(order);
    const answers = await Promise.all([undo(order.orderId), undo(order.orderId)]);
    for (const answer of answers) expect(answer).toMatchObject({ isSuccess: true, orderIds: [order.orderId] });
    const events = db.selectFrom("order_events").select("event_id").where("order_id", "=", order.orderId);
    expect(await events.where("call", "=", "POST Order/Undo/{eventId}").execute()).toHaveLength(1);
    expect(await get(order.orderId)).toMatchObject(state);
    expect((await get(order.orderId)).orderItems[0]?.orderInventoryItems).toHaveLength(step === pay ? 1 : 2);
  });

  it.each([
    ["a check-in", "copy-not-available", checkIn, lendAgain],
    ["a lost copy", "claim-over", lose, checkIn],
    ["a settlement", "claim-over", pay, checkIn],
    ["a transfer", "nothing-to-take-back", transfer, ({ orderId }: Shipped) => save(orderId, 4)],
  ])("fails for %s (%s) after something else changed", async (_name, kind, step, change) => {
    const order = await shipOrder();
    await step(order);
    const events = db.selectFrom("order_events").select("event_id").where("order_id", "=", order.orderId);
    const { event_id: eventId } = await events.orderBy("event_id", "desc").executeTakeFirstOrThrow();
    await change(order);
    const before = await get(order.orderId);
    expect(await desk.undo(eventId)).toMatchObject({ isSuccess: false, reason: { kind } });
    expect(await get(order.orderId)).toEqual(before);
  });

  it("puts one copy of a Returned order back on loan", async () => {
    const order = await shipOrder();
    await save(order.orderId, 4);
    const past = (await get(order.orderId)).pastAssignments;
    expect(new Set(past.map(({ undoEventId }) => undoEventId)).size).toBe(1);
    const path = `Order/Undo/${past[0]?.undoEventId}?orderInventoryItemId=${order.orderInventoryItemId}`;
    for (let time = 0; time < 2; time += 1)
      expect(await call(clerk, `POST ${path}`)).toMatchObject({ isSuccess: true });
    expect(await get(order.orderId)).toMatchObject({ statusId: 3, pastAssignments: [{ reason: "returned" }] });
    expect((await call(order.who, `POST ${path}`)).status).toBe(404);
  });

  it("takes a copy off its order after a check-out, until it has shipped", async () => {
    const title = await fixture.newTitle("Food Is Fun", 1);
    const orderId = await fixture.order(ann, [[title, 1]]);
    await desk.packCopy(orderId, title.copyIds[0]);
    await undo(orderId);
    expect((await get(orderId)).orderItems[0]?.orderInventoryItems).toEqual([]);
    await desk.packCopy(orderId, title.copyIds[0]);
    await save(orderId, 3);
    const checkOuts = db.selectFrom("order_events").select("event_id").where("order_id", "=", orderId);
    const [, second] = await checkOuts.where("call", "like", "POST Order/AssignSKU%").orderBy("event_id").execute();
    expect(await desk.undo(second?.event_id)).toMatchObject({
      isSuccess: false,
      reason: { kind: "not-changeable" },
    });
  });
});

describe("the email about a check-in", () => {
  it("gets a correction if the check-in is undone after it went out", async () => {
    const order = await shipOrder();
    expect(await mailsOf(order.orderId, 121)).toEqual(["order-shipped"]);
    await checkIn(order);
    expect(await mailsOf(order.orderId, 601)).toEqual(["order-shipped", "order-returned"]);
    await undo(order.orderId);
    expect(await mailsOf(order.orderId, 121)).toEqual(["order-shipped", "order-returned", "order-changed"]);
  });

  it("still goes out if the order is set to Returned afterward and that is undone", async () => {
    const order = await shipOrder();
    expect(await mailsOf(order.orderId, 121)).toEqual(["order-shipped"]);
    await checkIn(order);
    await save(order.orderId, 4);
    await undo(order.orderId);
    expect(await mailsOf(order.orderId, 601)).toEqual(["order-shipped", "order-returned"]);
  });
});

describe("the email about shipping", () => {
  it("goes out two minutes after shipping, with the latest form", async () => {
    const { orderId } = await packOrder();
    await save(orderId, 3);
    expect(await mailsOf(orderId, 90)).toEqual([]);
    await save(orderId, 3, { trackingNumber: "1Z999AA10123456784" });
    expect(await mailsOf(orderId, 31)).toEqual(["order-shipped"]);
    expect(JSON.stringify((await fixture.mails({ about: orderId })).at(-1))).toContain("1Z999AA10123456784");
  });

  it("goes out once if shipping is undone and repeated", async () => {
    const { orderId } = await packOrder();
    for (let time = 0; time < 2; time += 1) {
      await save(orderId, 3);
      await undo(orderId);
    }
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
    await undo(orderId);
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
  });

  it("gets a correction if shipping is undone later, and goes out again when the order ships", async () => {
    const { orderId } = await packOrder();
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
    await undo(orderId);
    expect(await mailsOf(orderId, 90)).toEqual(["order-shipped"]);
    expect(await mailsOf(orderId, 31)).toEqual(["order-shipped", "order-changed"]);
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped", "order-changed", "order-shipped"]);
  });

  it("is scheduled again when Undo makes the order Shipped again", async () => {
    const [back, returned] = [await packOrder(), await packOrder()];
    for (const { orderId } of [back, returned]) await save(orderId, 3);
    await save(back.orderId, 2);
    await save(returned.orderId, 4);
    expect(await mailsOf(back.orderId, 121)).toEqual([]);
    expect(await mailsOf(returned.orderId, 60)).toEqual([]);
    await undo(back.orderId);
    await undo(returned.orderId);
    for (const { orderId } of [back, returned]) expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
  });

  it("is scheduled again when the last copy's check-in or loss is undone", async () => {
    for (const step of [checkIn, lose]) {
      const order = await shipOrder();
      const loans = (await get(order.orderId)).orderItems[0]?.orderInventoryItems ?? [];
      for (const { orderInventoryItemId, inventoryItem } of loans)
        await step({ ...order, orderInventoryItemId, copyId: inventoryItem.inventoryItemId });
      await mailsOf(order.orderId, 121); // not written, because the order is Returned
      await undo(order.orderId);
      expect(await mailsOf(order.orderId, 121)).toContain("order-shipped");
    }
  });

  it("doesn't go out again if it went out before", async () => {
    const { orderId } = await packOrder();
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
    fixture.clock.move(5 * 86_400_000);
    await save(orderId, 2, { shipDate: "2026-03-02" });
    await undo(orderId);
    await save(orderId, 4, { shipDate: "2026-03-02" });
    await undo(orderId);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
    await call(clerk, `POST Order/Renew/${orderId}`);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped", "due-changed"]);
    const { shipDate, returnDate } = await get(orderId);
    await save(orderId, 4, { shipDate, returnDate });
    await undo(orderId);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped", "due-changed"]);
  });
});
