import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { updateOrder } from "#contract/orders/orders.ts";
import { addPhoto, getPhoto, getPhotos, removePhoto } from "#contract/desk/returns.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";
import { inTransaction } from "#server/platform/database.ts";
import { placeOrder } from "./place-order.ts";
import { insertAssignments, lockOrderOfLine } from "./order-changes.queries.ts";

const fixture = await testApp();
const { db } = fixture;
const clerk = await anAdmin(fixture);
const reader = await aBorrower(fixture);

async function aLoan(): Promise<number> {
  const { itemId, copyIds } = await anItem(fixture);
  const input = { borrowerId: reader.borrowerId, cartKey: crypto.randomUUID(), lines: [{ itemId, quantity: 1 }] };
  return inTransaction(db, async (tx) => {
    const orderId = await placeOrder(tx, { ...input, at: new Date() });
    const lines = tx.selectFrom("order_lines").select("order_line_id").where("order_id", "=", orderId);
    const line = await lockOrderOfLine(tx, (await lines.executeTakeFirstOrThrow()).order_line_id);
    if (!line) throw new Error("There is no line.");
    await insertAssignments(tx, line, [{ copyId: copyIds[0] ?? 0, slot: 1 }], { userId: clerk.userId, at: new Date() });
    const loan = tx.selectFrom("assignments").select("assignment_id").where("order_id", "=", orderId);
    return (await loan.executeTakeFirstOrThrow()).assignment_id;
  });
}
const add = (loanId: number, upload: File) =>
  fixture.call(addPhoto, { params: { orderInventoryItemId: loanId }, upload }, clerk.token);
const list = async (loanId: number) =>
  fixture.call(getPhotos, { params: { orderInventoryItemId: loanId } }, clerk.token);
const bytesOf = (picture: string) => Buffer.from(picture.replace("data:image/webp;base64,", ""), "base64");

/** Creates a photo like a phone's: large, on its side, and with its location. */
async function phonePhoto() {
  const place = { GPSLatitude: "36/1 44/1 0/1", GPSLatitudeRef: "N" };
  const bytes = await sharp({ create: { width: 2400, height: 1600, channels: 3, background: "teal" } })
    .withExif({ IFD0: { Model: "Phone" }, IFD3: place })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  return new File([Uint8Array.from(bytes)], "photo.jpg");
}

describe("a desk photo", () => {
  it("is stored upright and smaller, as WebP, without its location and camera", async () => {
    const loanId = await aLoan();
    const { body } = await add(loanId, await phonePhoto());
    expect((await list(loanId)).body.data).toEqual([body.data]);
    const { picture } = (await fixture.call(getPhoto, { params: { id: body.data.photoId } }, clerk.token)).body.data;
    const { format, width, height, exif, orientation } = await sharp(bytesOf(picture)).metadata();
    expect({ format, width, isUpright: height > width, exif, orientation }).toEqual({
      format: "webp",
      width: 1280,
      isUpright: true,
      exif: undefined,
      orientation: undefined,
    });
  });

  it("must be a picture of a loan, and at most the sixth of several at once", async () => {
    const loanId = await aLoan();
    expect((await add(loanId, new File(["<svg/>"], "photo.jpg"))).body.isSuccess).toBe(false);
    expect(await add(999_999, await aPicture())).toMatchObject({ status: 404 });
    const pictures = await Promise.all(Array.from({ length: 8 }, () => aPicture()));
    const answers = await Promise.all(pictures.map((picture) => add(loanId, picture)));
    const refusals = answers.filter(({ body }) => !body.isSuccess);
    expect(refusals.map(({ body }) => body.reason)).toEqual([
      { kind: "photos-full", max: 6 },
      { kind: "photos-full", max: 6 },
    ]);
    expect((await list(loanId)).body.data).toHaveLength(6);
  });

  it("is open to volunteers while the order is open, and on the day when the copy comes back", async () => {
    const volunteer = await anAdmin(fixture, { role: "volunteer" });
    const loanId = await aLoan();
    const { photoId: id } = (await add(loanId, await aPicture())).body.data;
    const params = { orderInventoryItemId: loanId };
    const statuses = async ({ token }: { token: string }) => [
      (await fixture.call(getPhotos, { params }, token)).status,
      (await fixture.call(getPhoto, { params: { id } }, token)).status,
      (await fixture.call(addPhoto, { params, upload: await aPicture() }, token)).status,
    ];
    expect(await statuses(volunteer)).toEqual([200, 200, 200]);
    const { order_id: orderId } = await db
      .selectFrom("assignments")
      .select("order_id")
      .where("assignment_id", "=", loanId)
      .executeTakeFirstOrThrow();
    for (const statusId of [3, 4]) {
      const body = { orderId, statusId, trackingNumber: "", shipDate: null, returnDate: null, orderNote: "" };
      expect((await fixture.call(updateOrder, { body }, clerk.token)).body.isSuccess).toBe(true);
    }
    expect(await statuses(volunteer)).toEqual([200, 200, 200]);
    await sql`update assignments set released_at = released_at - interval '1 day' where assignment_id = ${loanId}`.execute(
      db,
    );
    expect(await statuses(volunteer)).toEqual([404, 404, 404]);
    expect((await fixture.call(removePhoto, { params: { id } }, volunteer.token)).status).toBe(404);
    expect(await statuses(clerk)).toEqual([200, 200, 200]);
  });

  it("is deleted by hand or with its loan", async () => {
    const loanId = await aLoan();
    const photos = [await add(loanId, await aPicture()), await add(loanId, await aPicture())];
    const [id = 0, other = 0] = photos.map(({ body }) => body.data.photoId);
    expect((await fixture.call(removePhoto, { params: { id } }, clerk.token)).body).toMatchObject({ isSuccess: true });
    expect(await fixture.call(getPhoto, { params: { id } }, clerk.token)).toMatchObject({ status: 404 });
    await db.deleteFrom("assignments").where("assignment_id", "=", loanId).execute();
    expect(await fixture.call(getPhoto, { params: { id: other } }, clerk.token)).toMatchObject({ status: 404 });
  });
});
