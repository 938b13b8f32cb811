import { describe, expect, it } from "vitest";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const ann = await fixture.newBorrower("ann");

const get = async (orderId: number) => (await call(clerk, `GET Order/Get/${orderId}`)).data;
const undo = (orderId: number) => fixture.undoLast(clerk, orderId);
const save = (orderId: number, statusId: number, more: object = {}) => {
  fixture.clock.move(1000);
  return call(clerk, "POST Order/UpdateOrder/", { orderId, statusId, ...more });
};

/** Orders and packs two of a title's three copies. */
async function packed() {
  const title = await fixture.newTitle("Food Is Fun", 3);
  const orderId = await fixture.order(ann, [[title, 2]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  return { orderId, title };
}

const stockOf = ({ itemId }: Title) =>
  db
    .selectFrom("items")
    .select(["in_stock", "requested", "checked_out"])
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();

/** Returns the kinds of email about an order after this many seconds. */
const mailsOf = async (orderId: number, after = 0) =>
  (await fixture.mails({ after, about: orderId })).flatMap(({ kind }) => (kind === "order-received" ? [] : kind));

describe("undoing a status", () => {
  it("restores the dates and the tracking number, keeps the note, and is logged", async () => {
    const { orderId, title } = await packed();
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
    expect(await stockOf(title)).toEqual({ in_stock: 1, requested: 0, checked_out: 2 });
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

  it("is refused once something else changed, with a sentence that says what", async () => {
    const { orderId } = await packed();
    await save(orderId, 3);
    const { undo: ship } = await get(orderId);
    await save(orderId, 3, { trackingNumber: "1Z999AA10123456784" });
    expect(await call(clerk, `POST Order/Undo/${ship?.eventId}`)).toMatchObject({
      isSuccess: false,
      message: "clerk has changed its tracking number since then, so this can’t be undone. Edit the order instead.",
    });
    expect(await get(orderId)).toMatchObject({ statusId: 3, undo: null });
  });

  it("happens once when two people undo at the same time", async () => {
    const { orderId } = await packed();
    await save(orderId, 2);
    const answers = await Promise.all([undo(orderId), undo(orderId)]);
    for (const answer of answers) expect(answer).toMatchObject({ isSuccess: true });
    const undone = db.selectFrom("order_events").select("event_id").where("order_id", "=", orderId);
    expect(await undone.where("call", "=", "POST Order/Undo/{eventId}").execute()).toHaveLength(1);
    expect(await get(orderId)).toMatchObject({ statusId: 1 });
  });

  it("takes a clerk, while volunteers can undo the changes they can make", async () => {
    const volunteer = await fixture.newAdmin("volunteer", "volunteer");
    const { orderId } = await packed();
    await save(orderId, 2);
    expect((await fixture.undoLast(volunteer, orderId)).status).toBe(403);
    expect((await call(volunteer, "POST Order/Undo/999999")).status).toBe(404);
    expect(await get(orderId)).toMatchObject({ statusId: 2 });
  });
});

describe("the email about shipping", () => {
  it("goes out two minutes after shipping, with the latest form", async () => {
    const { orderId } = await packed();
    await save(orderId, 3);
    expect(await mailsOf(orderId, 90)).toEqual([]);
    await save(orderId, 3, { trackingNumber: "1Z999AA10123456784" });
    expect(await mailsOf(orderId, 31)).toEqual(["order-shipped"]);
    expect(JSON.stringify((await fixture.mails({ about: orderId })).at(-1))).toContain("1Z999AA10123456784");
  });

  it("goes out once if shipping is undone and repeated", async () => {
    const { orderId } = await packed();
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

  it("is corrected if shipping is undone later, and goes out again when the order ships", async () => {
    const { orderId } = await packed();
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
    await undo(orderId);
    expect(await mailsOf(orderId, 90)).toEqual(["order-shipped"]);
    expect(await mailsOf(orderId, 31)).toEqual(["order-shipped", "order-changed"]);
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped", "order-changed", "order-shipped"]);
  });

  it("is scheduled again when Undo makes the order Shipped again", async () => {
    const [back, returned] = [await packed(), await packed()];
    for (const { orderId } of [back, returned]) await save(orderId, 3);
    await save(back.orderId, 2);
    await save(returned.orderId, 4);
    expect(await mailsOf(back.orderId, 121)).toEqual([]);
    expect(await mailsOf(returned.orderId, 60)).toEqual([]);
    await undo(back.orderId);
    await undo(returned.orderId);
    for (const { orderId } of [back, returned]) expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
  });

  it("doesn't go out again if it went out before", async () => {
    const { orderId } = await packed();
    await save(orderId, 3);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
    fixture.clock.move(5 * 86_400_000);
    await save(orderId, 2, { shipDate: "2026-03-02" });
    await undo(orderId);
    await save(orderId, 4, { shipDate: "2026-03-02" });
    await undo(orderId);
    expect(await mailsOf(orderId, 121)).toEqual(["order-shipped"]);
  });
});
