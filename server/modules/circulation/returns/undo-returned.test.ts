import { describe, expect, it } from "vitest";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "../../stock/stock.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");

/** Ann's order of all copies of a title, checked out, in this status. */
async function checkedOut(title: Title, statusId: number) {
  const orderId = await fixture.order(ann, [[title, title.copyIds.length]]);
  const { orderItems } = await orderOf(orderId);
  const path = `${orderItems[0]?.orderItemId}/inventoryId/${title.itemId}/quantity/${title.copyIds.length}`;
  await fixture.call(clerk, `POST Order/AssignMultipleSKUSToOrderItem/${path}`);
  await save(orderId, statusId);
  return orderId;
}
const save = (orderId: number, statusId: number) => {
  fixture.clock.move(1000);
  return fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId });
};
const orderOf = async (orderId: number) => (await fixture.call(clerk, `GET Order/Get/${orderId}`)).data;
const undo = (orderId: number) => fixture.undoLast(clerk, orderId);
const outOf = async (orderId: number) =>
  (await orderOf(orderId)).orderItems.flatMap(({ orderInventoryItems }) =>
    orderInventoryItems.map(({ inventoryItem }) => inventoryItem.inventoryItemId),
  );
const inStock = async ({ itemId }: Title) =>
  (await db.selectFrom("items").select("in_stock").where("item_id", "=", itemId).executeTakeFirstOrThrow()).in_stock;

describe("an order that was set to Returned by mistake", () => {
  it("has its status and the copies that were out again, and those that came back stay back", async () => {
    const title = await fixture.newTitle("Mistaken", 3);
    const orderId = await checkedOut(title, 3);
    fixture.clock.move(1000);
    await fixture.call(clerk, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
    await save(orderId, 4);
    expect(await orderOf(orderId)).toMatchObject({ statusId: 4, undo: { of: "status" } });
    await save(orderId, 4); // saved again
    for (let time = 0; time < 2; time += 1) expect(await undo(orderId)).toMatchObject({ isSuccess: true });
    expect(await orderOf(orderId)).toMatchObject({ statusId: 3, undo: null });
    expect(await outOf(orderId)).toEqual(title.copyIds.slice(1));
    expect(await inStock(title)).toBe(1);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});
