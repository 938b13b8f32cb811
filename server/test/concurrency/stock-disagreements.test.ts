import { expect, it } from "vitest";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db } = fixture;

it("stock check names a title whose stored counts differ from its rows, and no other", async () => {
  const [ann, admin] = [await fixture.newBorrower("ann"), await fixture.newAdmin("clerk")];
  const [right, wrong] = [await fixture.newTitle("Right", 3), await fixture.newTitle("Wrong", 3)];
  const orderId = await fixture.order(ann, [
    [right, 2],
    [wrong, 2],
  ]);
  const { data } = await fixture.call(admin, `GET Order/Get/${orderId}`);
  for (const { orderItemId, inventory } of data.orderItems) {
    await fixture.call(
      admin,
      `POST Order/AssignMultipleSKUSToOrderItem/${orderItemId}/inventoryId/${inventory.inventoryId}/quantity/2`,
    );
  }
  expect(await stockDisagreements(db)).toEqual([]);

  await db.updateTable("items").set({ checked_out: 1 }).where("item_id", "=", wrong.itemId).execute();
  expect(await stockDisagreements(db)).toEqual([
    {
      item_id: wrong.itemId,
      stored: "3 active, 1 out, 0 requested, 0 short",
      counted: "3 active, 2 out, 0 requested, 0 short",
      rows: expect.arrayContaining([expect.stringContaining(`copy 1 with order #${orderId}`)]),
    },
  ]);
  await db.updateTable("items").set({ checked_out: 2 }).where("item_id", "=", wrong.itemId).execute();
  expect(await stockDisagreements(db)).toEqual([]);

  await db
    .updateTable("copies")
    .set({ is_inactive: true })
    .where("copy_id", "=", right.copyIds[2] ?? 0)
    .execute();
  expect(await stockDisagreements(db)).toMatchObject([{ item_id: right.itemId }]);
});
