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

/** Returns a borrower with a shipped order. */
async function shipOrder(reader?: Reader) {
  const ann = reader ?? (await aBorrower(fixture));
  const orderId = await anOrder(ann);
  await fixture.call(checkOutAll, { params: { orderId } }, clerk.token);
  const days = { shipDate: "2026-03-02", returnDate: "2036-04-01" };
  const body = { orderId, statusId: 3, trackingNumber: "", orderNote: "", ...days };
  expect((await fixture.call(updateOrder, { body }, clerk.token)).body.isSuccess).toBe(true);
  return { ann, orderId };
}
type Loan = Awaited<ReturnType<typeof shipOrder>>;

const add = async ({ ann, orderId }: Loan, upload?: Blob) =>
  fixture.call(addOwnPhoto, { params: { orderId }, upload: upload ?? (await aPicture()) }, ann.token);
const addId = async (loan: Loan) => (await add(loan)).body.data.photoId;
const report = ({ ann, orderId }: Loan, words: string, photoIds: number[] = []) =>
  fixture.call(reportProblem, { params: { orderId }, body: { words, photoIds } }, ann.token);
const see = (photoId: number, token?: string, size: "small" | "large" = "large") =>
  fixture.call(getOwnPhoto, { params: { photoId, size } }, token);
const asStaff = async ({ orderId }: Loan) =>
  (await fixture.call(getOrder, { params: { id: orderId } }, clerk.token)).body.data;
/** Returns the remaining photos. */
async function remaining(photoIds: readonly number[]): Promise<number[]> {
  const rows = db.selectFrom("borrower_photos").select("photo_id").where("photo_id", "in", photoIds);
  return (await rows.orderBy("photo_id").execute()).map(({ photo_id }) => photo_id);
}

describe("a borrower's photo", () => {
  it("appears in its report, for staff too", async () => {
    const loan = await shipOrder();
    const [one, two] = [await addId(loan), await addId(loan)];
    const { body } = await report(loan, "Torn", [one, two]);
    expect(body.data.reports).toMatchObject([{ words: "Torn", photoIds: [one, two] }]);
    expect((await asStaff(loan)).reports).toMatchObject([{ words: "Torn", photoIds: [one, two] }]);
  });

  it("takes less than a megabyte, however detailed it is", async () => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 90 };
    const wide = sharp({ create: { width: 1280, height: 2000, channels: 3, background: "teal", noise } });
    const bytes = await wide.jpeg({ quality: 70 }).toBuffer();
    const loan = await shipOrder();
    const { body } = await add(loan, new File([Uint8Array.from(bytes)], "noise.jpg"));
    const rows = await db
      .selectFrom("borrower_photos")
      .select("large")
      .where("photo_id", "=", body.data.photoId)
      .execute();
    expect(bytes.length).toBeGreaterThan(1_000_000);
    expect(rows[0]?.large.length).toBeLessThan(1_000_000);
  });

  it("is visible only to staff and the borrower who added it", async () => {
    const loan = await shipOrder();
    const photoId = await addId(loan);
    expect((await see(photoId, volunteer.token)).status).toBe(404); // not in a report yet
    await report(loan, "Torn", [photoId]);
    const stranger = await aBorrower(fixture);
    for (const [token, status] of [
      [loan.ann.token, 200],
      [volunteer.token, 200],
      [stranger.token, 404],
    ] as const)
      expect((await see(photoId, token)).status).toBe(status);
    expect((await fixture.app.inject({ url: `/media/${photoId}` })).statusCode).toBe(404);
    const { headers } = await see(photoId, loan.ann.token);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
  });

  it("is visible to a volunteer only while the order is open", async () => {
    const loan = await shipOrder();
    const photoId = await addId(loan);
    await report(loan, "Torn", [photoId]);
    expect((await see(photoId, volunteer.token)).status).toBe(200);
    const days = { shipDate: "2026-03-02", returnDate: "2036-04-01" };
    const body = { orderId: loan.orderId, statusId: 4, trackingNumber: "", orderNote: "", ...days };
    expect((await fixture.call(updateOrder, { body }, clerk.token)).body.isSuccess).toBe(true);
    expect((await see(photoId, volunteer.token)).status).toBe(404);
    expect((await see(photoId, clerk.token)).status).toBe(200);
  });

  it("is hidden from a colleague who took over the order", async () => {
    const loan = await shipOrder();
    const photoId = await addId(loan);
    await report(loan, "Torn", [photoId]);
    const bob = await aBorrower(fixture);
    await db.updateTable("orders").set({ borrower_id: bob.borrowerId }).where("order_id", "=", loan.orderId).execute();
    const order = await fixture.call(getOrderForUser, { params: { orderId: loan.orderId } }, bob.token);
    expect(order.body.data).toMatchObject({ reports: [{ words: "Torn", photoIds: [] }] });
    expect((await see(photoId, bob.token)).status).toBe(404);
    expect((await asStaff(loan)).reports).toMatchObject([{ photoIds: [photoId] }]);
  });

  it("counts toward twenty a day over all orders, even when several are added at once", async () => {
    const loan = await shipOrder();
    const loans = [loan];
    for (let more = 0; more < 5; more += 1) loans.push(await shipOrder(loan.ann));
    await db
      .insertInto("borrower_photos")
      .values(
        Array.from({ length: maxPhotosPerDay - 2 }, () => ({
          order_id: loan.orderId,
          borrower_id: loan.ann.borrowerId,
          added_at: fixture.clock.now(),
          large: Buffer.from("photo"),
          small: Buffer.from("photo"),
        })),
      )
      .execute();
    const answers = await Promise.all([...loans, ...loans].map((to) => add(to)));
    expect(answers.filter(({ body }) => body.isSuccess)).toHaveLength(2);
    expect(answers.flatMap(({ body }) => body.reason ?? [])).toEqual(
      Array.from({ length: 10 }, () => ({ kind: "photos-of-day" })),
    );
  });
});

describe("a report with photos", () => {
  it("takes at most three, each the borrower's own for this order and in no other report, or saves nothing", async () => {
    const loan = await shipOrder();
    const [one, two, three, four] = [await addId(loan), await addId(loan), await addId(loan), await addId(loan)];
    expect((await report(loan, "Torn", [one, two, three, four])).status).toBe(400);
    const others = await addId(await shipOrder());
    const elsewhere = await addId(await shipOrder(loan.ann));
    await report(loan, "Wet", [four]);
    for (const wrong of [others, elsewhere, four, 999_999]) {
      const { body } = await report(loan, "Torn", [one, wrong]);
      expect(body).toMatchObject({
        isSuccess: false,
        data: { errors: [{ field: "photoIds", reason: { kind: "photo-gone" } }] },
      });
    }
    expect((await asStaff(loan)).reports).toMatchObject([{ words: "Wet", photoIds: [four] }]);
    expect((await report(loan, "Torn", [one, two])).body.isSuccess).toBe(true);
  });

  it("counts once when repeated, and again with another photo", async () => {
    const loan = await shipOrder();
    const [one, two] = [await addId(loan), await addId(loan)];
    for (let time = 0; time < 2; time += 1) expect((await report(loan, "Torn", [one])).body.isSuccess).toBe(true);
    expect((await asStaff(loan)).reports).toMatchObject([{ photoIds: [one] }]);
    await report(loan, "Torn", [two]);
    expect((await asStaff(loan)).reports).toMatchObject([{ photoIds: [one] }, { photoIds: [two] }]);
  });
});

describe("the deletion of a borrower's photo", () => {
  it("works by hand only before it is in a report", async () => {
    const loan = await shipOrder();
    const [one, two] = [await addId(loan), await addId(loan)];
    const remove = (photoId: number) => fixture.call(removeOwnPhoto, { params: { photoId } }, loan.ann.token);
    expect((await remove(one)).status).toBe(200);
    expect((await remove(one)).status).toBe(404);
    await report(loan, "Torn", [two]);
    expect((await remove(two)).status).toBe(404);
    expect(await remaining([one, two])).toEqual([two]);
  });

  it("happens after a day if no report includes it", async () => {
    const loan = await shipOrder();
    const [reportedId, unreportedId] = [await addId(loan), await addId(loan)];
    await report(loan, "Torn", [reportedId]);
    await cleanUpPhotos(db, fixture.clock);
    expect(await remaining([reportedId, unreportedId])).toHaveLength(2);
    fixture.clock.move(25 * 3_600_000);
    await cleanUpPhotos(db, fixture.clock);
    expect(await remaining([reportedId, unreportedId])).toEqual([reportedId]);
  });
});
