import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { addOwnPhoto, getOwnPhoto, maxPhotosPerDay, removeOwnPhoto, reportProblem } from "#contract/orders/way-back.ts";
import { getOrder, getOrderForUser, updateOrder } from "#contract/orders/orders.ts";
import { checkOutAll } from "#contract/desk/packing.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";
import { inTransaction } from "#server/platform/database.ts";
import { placeOrder } from "./place-order.ts";
import { cleanUpPhotos } from "./reports.ts";

const fixture = await testApp();
const { db } = fixture;
const clerk = await anAdmin(fixture, { role: "clerk" });
const volunteer = await anAdmin(fixture, { role: "volunteer" });
type Reader = Awaited<ReturnType<typeof aBorrower>>;

async function anOrder({ borrowerId }: Reader): Promise<number> {
  const { itemId } = await anItem(fixture);
  const input = { borrowerId, cartKey: crypto.randomUUID(), lines: [{ itemId, quantity: 1 }] };
  return inTransaction(db, (tx) => placeOrder(tx, { ...input, at: new Date("2026-03-01T18:00:00Z") }));
}

/** A borrower and their order, which has shipped. */
async function shipped(reader?: Reader) {
  const ann = reader ?? (await aBorrower(fixture));
  const orderId = await anOrder(ann);
  await fixture.call(checkOutAll, { params: { orderId } }, clerk.token);
  const days = { shipDate: "2026-03-02", returnDate: "2036-04-01" };
  const body = { orderId, statusId: 3, trackingNumber: "", orderNote: "", ...days };
  expect((await fixture.call(updateOrder, { body }, clerk.token)).body.isSuccess).toBe(true);
  return { ann, orderId };
}
type Parcel = Awaited<ReturnType<typeof shipped>>;

const add = async ({ ann, orderId }: Parcel, upload?: Blob) =>
  fixture.call(addOwnPhoto, { params: { orderId }, upload: upload ?? (await aPicture()) }, ann.token);
const added = async (parcel: Parcel) => (await add(parcel)).body.data.photoId;
const report = ({ ann, orderId }: Parcel, words: string, photoIds: number[] = []) =>
  fixture.call(reportProblem, { params: { orderId }, body: { words, photoIds } }, ann.token);
const see = (photoId: number, token?: string, size: "small" | "large" = "large") =>
  fixture.call(getOwnPhoto, { params: { photoId, size } }, token);
const asStaff = async ({ orderId }: Parcel) =>
  (await fixture.call(getOrder, { params: { id: orderId } }, clerk.token)).body.data;
/** Which of these photos are still there. */
async function kept(photoIds: readonly number[]): Promise<number[]> {
  const rows = db.selectFrom("borrower_photos").select("photo_id").where("photo_id", "in", photoIds);
  return (await rows.orderBy("photo_id").execute()).map(({ photo_id }) => photo_id);
}

describe("a photo that a borrower adds to an order", () => {
  it("is on the report that it was sent with, for staff too", async () => {
    const parcel = await shipped();
    const [one, two] = [await added(parcel), await added(parcel)];
    const { body } = await report(parcel, "Torn", [one, two]);
    expect(body.data.reports).toMatchObject([{ words: "Torn", photoIds: [one, two] }]);
    expect((await asStaff(parcel)).reports).toMatchObject([{ words: "Torn", photoIds: [one, two] }]);
  });

  it("is kept in less than a megabyte, however much is in it", async () => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 90 };
    const wide = sharp({ create: { width: 1280, height: 2000, channels: 3, background: "teal", noise } });
    const bytes = await wide.jpeg({ quality: 70 }).toBuffer();
    const parcel = await shipped();
    const { body } = await add(parcel, new File([Uint8Array.from(bytes)], "noise.jpg"));
    const rows = await db
      .selectFrom("borrower_photos")
      .select("large")
      .where("photo_id", "=", body.data.photoId)
      .execute();
    expect(bytes.length).toBeGreaterThan(1_000_000);
    expect(rows[0]?.large.length).toBeLessThan(1_000_000);
  });

  it("is seen by staff and by who added it, and by nobody else", async () => {
    const parcel = await shipped();
    const photoId = await added(parcel);
    expect((await see(photoId, volunteer.token)).status).toBe(404); // not sent yet
    await report(parcel, "Torn", [photoId]);
    const stranger = await aBorrower(fixture);
    for (const [token, status] of [
      [parcel.ann.token, 200],
      [volunteer.token, 200],
      [stranger.token, 404],
    ] as const)
      expect((await see(photoId, token)).status).toBe(status);
    expect((await fixture.app.inject({ url: `/media/${photoId}` })).statusCode).toBe(404);
    const { headers } = await see(photoId, parcel.ann.token);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
  });

  it("is not shown to a colleague who was given the order", async () => {
    const parcel = await shipped();
    const photoId = await added(parcel);
    await report(parcel, "Torn", [photoId]);
    const bob = await aBorrower(fixture);
    await db
      .updateTable("orders")
      .set({ borrower_id: bob.borrowerId })
      .where("order_id", "=", parcel.orderId)
      .execute();
    const order = await fixture.call(getOrderForUser, { params: { orderId: parcel.orderId } }, bob.token);
    expect(order.body.data).toMatchObject({ reports: [{ words: "Torn", photoIds: [] }] });
    expect((await see(photoId, bob.token)).status).toBe(404);
    expect((await asStaff(parcel)).reports).toMatchObject([{ photoIds: [photoId] }]);
  });

  it("is one of twenty in a day over all orders, though all are sent at once", async () => {
    const parcel = await shipped();
    const parcels = [parcel];
    for (let more = 0; more < 5; more += 1) parcels.push(await shipped(parcel.ann));
    await db
      .insertInto("borrower_photos")
      .values(
        Array.from({ length: maxPhotosPerDay - 2 }, () => ({
          order_id: parcel.orderId,
          borrower_id: parcel.ann.borrowerId,
          added_at: fixture.clock.now(),
          large: Buffer.from("photo"),
          small: Buffer.from("photo"),
        })),
      )
      .execute();
    const answers = await Promise.all([...parcels, ...parcels].map((to) => add(to)));
    expect(answers.filter(({ body }) => body.isSuccess)).toHaveLength(2);
    expect(answers.flatMap(({ body }) => body.reason ?? [])).toEqual(
      Array.from({ length: 10 }, () => ({ kind: "photos-of-day" })),
    );
  });
});

describe("what is sent with photos", () => {
  it("has three at most, each its own of this order and not sent before, or nothing is saved", async () => {
    const parcel = await shipped();
    const [one, two, three, four] = [
      await added(parcel),
      await added(parcel),
      await added(parcel),
      await added(parcel),
    ];
    expect((await report(parcel, "Torn", [one, two, three, four])).status).toBe(400);
    const others = await added(await shipped());
    const elsewhere = await added(await shipped(parcel.ann));
    await report(parcel, "Wet", [four]);
    for (const wrong of [others, elsewhere, four, 999_999]) {
      const { body } = await report(parcel, "Torn", [one, wrong]);
      expect(body).toMatchObject({
        isSuccess: false,
        data: { errors: [{ field: "photoIds", reason: { kind: "photo-gone" } }] },
      });
    }
    expect((await asStaff(parcel)).reports).toMatchObject([{ words: "Wet", photoIds: [four] }]);
    expect((await report(parcel, "Torn", [one, two])).body.isSuccess).toBe(true);
  });

  it("counts once though it is sent twice, and again with another photo", async () => {
    const parcel = await shipped();
    const [one, two] = [await added(parcel), await added(parcel)];
    for (let time = 0; time < 2; time += 1) expect((await report(parcel, "Torn", [one])).body.isSuccess).toBe(true);
    expect((await asStaff(parcel)).reports).toMatchObject([{ photoIds: [one] }]);
    await report(parcel, "Torn", [two]);
    expect((await asStaff(parcel)).reports).toMatchObject([{ photoIds: [one] }, { photoIds: [two] }]);
  });
});

describe("a photo goes", () => {
  it("by hand until it is sent, and then no longer", async () => {
    const parcel = await shipped();
    const [one, two] = [await added(parcel), await added(parcel)];
    const remove = (photoId: number) => fixture.call(removeOwnPhoto, { params: { photoId } }, parcel.ann.token);
    expect((await remove(one)).status).toBe(200);
    expect((await remove(one)).status).toBe(404);
    await report(parcel, "Torn", [two]);
    expect((await remove(two)).status).toBe(404);
    expect(await kept([one, two])).toEqual([two]);
  });

  it("after a day when it was not sent", async () => {
    const parcel = await shipped();
    const [sent, unsent] = [await added(parcel), await added(parcel)];
    await report(parcel, "Torn", [sent]);
    await cleanUpPhotos(db, fixture.clock);
    expect(await kept([sent, unsent])).toHaveLength(2);
    fixture.clock.move(25 * 3_600_000);
    await cleanUpPhotos(db, fixture.clock);
    expect(await kept([sent, unsent])).toEqual([sent]);
  });
});
