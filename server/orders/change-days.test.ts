import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { checkStock } from "#server/catalog/copies/upkeep.ts";
import { createLog } from "#server/platform/log.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // on Monday, March 2, 2026
const { db, call } = fixture;
const clerk = await fixture.newAdmin("clerk");
const { orderOf: get, save } = fixture.desk(clerk);
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];

type Teaching = { teachFrom: string | null; teachTo: string | null };
const april = { teachFrom: "2026-04-06", teachTo: "2026-04-10" };
const may = { teachFrom: "2026-05-11", teachTo: "2026-05-15" };

async function ordered(who: Person, { itemId }: Title, days?: typeof april) {
  const query = days ? `?teachFrom=${days.teachFrom}&teachTo=${days.teachTo}` : "";
  const cart = (await call<string>(who, `POST Cart/AddItemToCart/${itemId}/1/false/${query}`)).data;
  const answer = await call(who, `POST Order/SaveOrder/0/${cart}${query}`);
  expect(answer.message).toBe("Order submitted.");
  return answer.id;
}

const changeOwn = (who: Person, orderId: number, days: Teaching) =>
  call(who, `POST Order/ChangeOwnDays/${orderId}`, days);
const change = async (orderId: number, days: Teaching, version?: number) =>
  call<StaffOrder>(clerk, `POST Order/ChangeDays/${orderId}`, {
    version: version ?? (await get(orderId)).version,
    ...days,
  });
const pack = async (orderId: number) =>
  expect((await call(clerk, `POST Order/CheckOutAll/${orderId}`)).isSuccess).toBe(true);

/** Returns the emails about changes of an order after the time to undo. */
const mailsOf = async (orderId: number) =>
  (await fixture.mails({ after: 120, about: orderId })).flatMap((mail) =>
    mail.kind === "order-changed" ? mail.letter : [],
  );

async function expectRightStock() {
  await checkStock({ db, clock: fixture.clock, log: createLog("silent") });
  const [last] = await db.selectFrom("checks").select("found").orderBy("check_id", "desc").limit(1).execute();
  expect(last?.found).toEqual([]);
}

describe("a borrower", () => {
  it("moves a New order to other dates, which frees the old ones and sends an email with the new ones", async () => {
    const title = await fixture.newTitle("Moves", 1);
    const orderId = await ordered(ann, title, april);
    const { data } = await changeOwn(ann, orderId, may);
    expect(data.days).toMatchObject({ ...may, shipBy: "2026-05-04" });
    expect(await ordered(bob, title, april)).toBeGreaterThan(0);
    await changeOwn(ann, orderId, may); // a repeat
    const [mail, ...more] = await mailsOf(orderId);
    expect([more, JSON.stringify(mail?.blocks)]).toEqual([[], expect.stringContaining("May 11, 2026 - May 15, 2026")]);
    expect(mail?.calendar).toMatchObject({
      day: "2026-05-15",
      more: [
        { uid: `order-${orderId}-leaves`, day: "2026-05-04", to: "2026-05-04" },
        { uid: `order-${orderId}-arrives`, day: "2026-05-08", to: "2026-05-08" },
        { uid: `order-${orderId}-teaching`, day: "2026-05-11", to: "2026-05-15" },
      ],
    });
    await expectRightStock();
  });

  it("can't move an order to dates for which a title isn't available, and gets the nearest dates for the whole order", async () => {
    const [full, free] = [await fixture.newTitle("Full in May", 1), await fixture.newTitle("Free in May", 1)];
    await ordered(bob, full, may);
    const cart = (await call<string>(ann, `POST Cart/AddItemToCart/${free.itemId}/1/false/`)).data;
    await call(ann, `POST Cart/AddItemToCart/${full.itemId}/1/false/${cart}`);
    const query = `teachFrom=${april.teachFrom}&teachTo=${april.teachTo}`;
    const { id: orderId } = await call(ann, `POST Order/SaveOrder/0/${cart}?${query}`);
    expect(await changeOwn(ann, orderId, may)).toMatchObject({
      isSuccess: false,
      reason: { kind: "no-room", titles: [{ id: full.itemId, left: 0, next: { from: "2026-06-02" } }] },
    });
    expect((await get(orderId)).days).toMatchObject(april);
    await expectRightStock();
  });

  it("can't move someone else's order, one that is being packed, or any without a date", async () => {
    const title = await fixture.newTitle("Stays", 1);
    const orderId = await ordered(ann, title, april);
    expect((await changeOwn(bob, orderId, may)).status).toBe(404);
    expect((await changeOwn(ann, 999_999, may)).status).toBe(404);
    for (const [days, field] of [
      [{ teachFrom: null, teachTo: null }, "teachFrom"],
      [{ teachFrom: may.teachTo, teachTo: may.teachFrom }, "teachTo"],
    ] as const)
      expect(await changeOwn(ann, orderId, days)).toMatchObject({ data: { errors: [{ field }] } });
    expect(await changeOwn(ann, orderId, { teachFrom: "2026-03-03", teachTo: null })).toMatchObject({
      reason: { kind: "teaching-days", cause: "too-soon" },
    });
    await pack(orderId);
    expect(await changeOwn(ann, orderId, may)).toMatchObject({
      message: "We’re already packing this order. Please call or email us to change its dates.",
    });
    await save(orderId, 2);
    expect(await changeOwn(ann, orderId, may)).toMatchObject({ reason: { kind: "days-fixed", cause: "not-new" } });
    expect((await get(orderId)).days).toMatchObject(april);
  });
});

describe("staff", () => {
  it("set dates on an order without any, which frees its stock, and the email waits in case of an undo", async () => {
    const title = await fixture.newTitle("By phone", 1);
    const orderId = await ordered(ann, title);
    expect(await fixture.inStock(title)).toBe(0);
    expect((await change(orderId, may)).data.days).toMatchObject(may);
    expect(await fixture.inStock(title)).toBe(1);
    const [mail] = await mailsOf(orderId);
    expect(mail?.preview).toBe("Your order has new dates.");
    await expectRightStock();
  });

  it("change titles before the borrower changes the dates, and the emails have the titles and the latest dates once", async () => {
    const [title, more] = [await fixture.newTitle("First", 2), await fixture.newTitle("More", 1)];
    const orderId = await ordered(ann, title, april);
    const { version } = await get(orderId);
    const lines = [title, more].map(({ itemId }) => ({ inventoryId: itemId, quantity: 1 }));
    await call(clerk, `POST Order/ChangeLines/${orderId}`, { version, lines });
    await changeOwn(ann, orderId, may);
    const previews = (await mailsOf(orderId)).map(({ preview }) => preview);
    expect(previews).toHaveLength(2);
    expect(previews).toEqual(
      expect.arrayContaining(["Here’s your order after your change.", "The library changed the items in it."]),
    );
  });

  it("move an order and back within the grace period, and no email goes out", async () => {
    const title = await fixture.newTitle("There and back", 1);
    const orderId = await ordered(ann, title, april);
    await change(orderId, may);
    await change(orderId, april);
    expect(await mailsOf(orderId)).toEqual([]);
  });

  it("can't move a stale, packed, or shipped order", async () => {
    const title = await fixture.newTitle("Changed by two", 1);
    const orderId = await ordered(ann, title, april);
    const { version } = await get(orderId);
    await change(orderId, may);
    expect(await change(orderId, april, version)).toMatchObject({ reason: { kind: "stale", what: "order" } });
    await pack(orderId);
    expect(await change(orderId, april)).toMatchObject({ reason: { kind: "days-fixed", cause: "packed" } });
    await save(orderId, 3);
    expect(await change(orderId, april)).toMatchObject({ reason: { kind: "days-fixed", cause: "not-waiting" } });
  });
});
