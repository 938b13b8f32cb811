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
const undo = (orderId: number) => fixture.call(clerk, `POST Returns/UndoReturned/${orderId}`);
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
    expect(await orderOf(orderId)).toMatchObject({ statusId: 4, canUndoReturned: true });
    await save(orderId, 4); // saved again
    for (let time = 0; time < 2; time += 1) expect(await undo(orderId)).toMatchObject({ isSuccess: true });
    expect(await orderOf(orderId)).toMatchObject({ statusId: 3, canUndoReturned: false });
    expect(await outOf(orderId)).toEqual(title.copyIds.slice(1));
    expect(await inStock(title)).toBe(1);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("has one copy in each place, when another was checked in from there in the same millisecond", async () => {
    const title = await fixture.newTitle("At once", 2);
    const orderId = await checkedOut(title, 3);
    const set = (statusId: number) => fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId });
    await fixture.call(clerk, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
    await set(2);
    const [item] = (await orderOf(orderId)).orderItems;
    const path = `${item?.orderItemId}/inventoryId/${title.itemId}/quantity/1`;
    await fixture.call(clerk, `POST Order/AssignMultipleSKUSToOrderItem/${path}`);
    await set(4);
    expect(await undo(orderId)).toMatchObject({ isSuccess: true });
    expect(new Set(await outOf(orderId))).toEqual(new Set(title.copyIds));
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("waits for its copies again when it had not been shipped", async () => {
    const title = await fixture.newTitle("Never shipped", 2);
    const orderId = await checkedOut(title, 2);
    await save(orderId, 4);
    expect(await undo(orderId)).toMatchObject({ isSuccess: true });
    expect(await orderOf(orderId)).toMatchObject({ statusId: 2 });
    expect(await outOf(orderId)).toEqual(title.copyIds);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("stays Returned once one of its copies was lent again, or when its last copy was checked in", async () => {
    const title = await fixture.newTitle("Lent again", 1);
    const orderId = await checkedOut(title, 3);
    await save(orderId, 4);
    const other = await checkedOut(title, 3);
    const refused = { isSuccess: false, message: "This copy is not available." };
    expect(await undo(orderId)).toMatchObject(refused);
    await save(other, 4);
    expect(await undo(orderId)).toMatchObject(refused);
    expect(await undo(other)).toMatchObject({ isSuccess: true });
    fixture.clock.move(1000);
    await fixture.call(clerk, "POST Returns/CheckIn", { inventoryItemId: title.copyIds[0] });
    expect(await orderOf(other)).toMatchObject({ statusId: 4, canUndoReturned: false });
    expect(await undo(other)).toMatchObject({ isSuccess: false, reason: { kind: "return-over" } });
    expect(await undo(999_999)).toMatchObject({ status: 404 });
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("is undone once, though two desks undo it and a third lends its copies", async () => {
    for (let round = 0; round < 5; round += 1) {
      const title = await fixture.newTitle(`Race ${round}`, 1);
      const orderId = await checkedOut(title, 3);
      await save(orderId, 4);
      const other = await fixture.order(ann, [[title, 1]]);
      const lineId = (await orderOf(other)).orderItems[0]?.orderItemId;
      const assign = `POST Order/AssignSKUToOrderItem/${lineId}/InventoryItem/${title.copyIds[0]}` as const;
      const answers = await Promise.all([undo(orderId), fixture.call(clerk, assign), undo(orderId)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await outOf(orderId)).length + (await outOf(other)).length).toBe(1);
    }
    expect(await stockDisagreements(db)).toEqual([]);
  });
});
