import { expect, it } from "vitest";
import { stockDisagreements } from "#server/modules/stock/stock.queries.ts";
import { circulationHouse } from "#server/test/circulation-house.ts";

const house = await circulationHouse();
const { db } = house;

it("names a title whose stored counts are not what its rows add up to, and no other", async () => {
  const [ann, admin] = [await house.newBorrower("ann"), await house.newAdmin("clerk")];
  const [right, wrong] = [await house.newTitle("Right", 3), await house.newTitle("Wrong", 3)];
  const orderId = await house.order(ann, [
    [right, 2],
    [wrong, 2],
  ]);
  const { data } = await house.call(admin, `GET Order/Get/${orderId}`);
  for (const { orderItemId, inventory } of data.orderItems) {
    await house.call(
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
