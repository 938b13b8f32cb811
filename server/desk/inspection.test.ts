import { describe, expect, it } from "vitest";
import type { MoveOutcome, WaitingCopy } from "#contract/desk/returns.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");

/** Lends a copy of a title, and checks it in with this condition. */
async function returnIn(title: Title, condition: string, note = "") {
  const orderId = await fixture.order(ann, [[title, 1]]);
  const { data } = await fixture.call(clerk, `GET Order/Get/${orderId}`);
  const lineId = data.orderItems[0]?.orderItemId;
  await fixture.call(clerk, `POST Order/AssignSKUToOrderItem/${lineId}/InventoryItem/${title.copyIds[0]}`);
  await fixture.call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3 });
  fixture.clock.move(60_000);
  const body = { inventoryItemId: title.copyIds[0] };
  const { data: back } = await fixture.call<{ returnId: number; eventId: number }>(clerk, "POST Returns/CheckIn", body);
  await fixture.call(clerk, `POST Returns/ChangeCondition/${back.returnId}`, { condition, note });
  return { orderId, ...back };
}
const waiting = async (query = "") =>
  (await fixture.call<WaitingCopy[]>(clerk, `GET Inspection/GetCopies${query}`)).data.map(({ title }) => title);
const move = (title: Title, from: string, to: string) =>
  fixture.call(clerk, `POST Inspection/Move/${title.copyIds[0]}`, { from, to });
const inStock = async ({ itemId }: Title) =>
  (await db.selectFrom("items").select("in_stock").where("item_id", "=", itemId).executeTakeFirstOrThrow()).in_stock;

describe("inspection", () => {
  it("lists copies returned damaged or incomplete, longest wait first, with their condition", async () => {
    const [torn, cards, fine] = [
      await fixture.newTitle("Torn", 1),
      await fixture.newTitle("No cards", 1),
      await fixture.newTitle("Fine", 1),
    ];
    const { orderId } = await returnIn(torn, "damaged", "Page 12.");
    await returnIn(cards, "parts missing");
    await returnIn(fine, "worn");
    const { data, total } = await fixture.call<WaitingCopy[]>(clerk, "GET Inspection/GetCopies?pageSize=1");
    expect(total).toBe(2);
    expect(data).toMatchObject([
      { title: "Torn", condition: "damaged", note: "Page 12.", orderId, schoolName: "Oak Grove Elementary" },
    ]);
    expect(await waiting("?page=2&pageSize=1")).toEqual(["No cards"]);
    expect(await inStock(torn)).toBe(0);
    expect(await fixture.call(clerk, "GET Inspection/GetCopies?state=lost")).toMatchObject({ status: 400 });
    for (const title of [torn, cards]) await move(title, "inspection", "retired");
    expect(await waiting()).toEqual([]);
  });

  it("shows which parts of a kit are missing", async () => {
    const kit = await fixture.newTitle("Kit", 1);
    await db.updateTable("items").set({ parts: "1 DVD @ 24.50; 30 cards" }).where("item_id", "=", kit.itemId).execute();
    const { returnId } = await returnIn(kit, "parts missing", "No box.");
    const missingParts = "3 cards; 1 DVD";
    const body = { condition: "parts missing", note: "No box.", missingParts };
    await fixture.call(clerk, `POST Returns/ChangeCondition/${returnId}`, body);
    const { data } = await fixture.call<WaitingCopy[]>(clerk, "GET Inspection/GetCopies");
    expect(data).toMatchObject([{ title: "Kit", note: "No box.", missingParts: "3 cards; 1 DVD @ 24.50" }]);
    await move(kit, "inspection", "retired");
  });

  it("moves a copy to its shelf, to repair, or out of the collection, and back", async () => {
    const title = await fixture.newTitle("Moved", 1);
    await returnIn(title, "damaged");
    expect(await move(title, "inspection", "repair")).toMatchObject({ isSuccess: true });
    expect([await waiting(), await waiting("?state=repair")]).toEqual([[], ["Moved"]]);
    await move(title, "repair", "shelf");
    expect(await inStock(title)).toBe(1);
    await move(title, "shelf", "inspection"); // undone
    expect([await waiting(), await inStock(title)]).toEqual([["Moved"], 0]);
    await move(title, "inspection", "retired");
    expect(await waiting()).toEqual([]);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("ends when the check-in is undone, or the copy turns out to be fine", async () => {
    const title = await fixture.newTitle("Undone", 1);
    const { returnId, eventId } = await returnIn(title, "damaged");
    await fixture.call(clerk, `POST Returns/ChangeCondition/${returnId}`, { condition: "good" });
    expect([await waiting(), await inStock(title)]).toEqual([[], 1]);
    await fixture.call(clerk, `POST Returns/ChangeCondition/${returnId}`, { condition: "damaged" });
    await fixture.call(clerk, `POST Order/Undo/${eventId}`);
    expect(await waiting()).toEqual([]);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("a move of many copies", () => {
  const moveMany = async (inventoryItemIds: number[], from: string, to: string) =>
    fixture.call<MoveOutcome[]>(clerk, "POST Inspection/MoveMany", { inventoryItemIds, from, to });
  const outcomes = async (ids: number[], from: string, to: string) =>
    (await moveMany(ids, from, to)).data.map(({ inventoryItemId, refusal }) => [inventoryItemId, refusal?.reason.kind]);

  it("moves each copy once, logs each, and reports the copies that are no longer there", async () => {
    const kit = await fixture.newTitle("Many", 3);
    const [a = 0, b = 0, c = 0] = kit.copyIds;
    await moveMany([a, b], "shelf", "inspection");
    expect(await inStock(kit)).toBe(1);
    const entries = async () =>
      (await db.selectFrom("activity_log").select("call").where("subject_id", "=", kit.itemId).execute()).filter(
        ({ call }) => call === "POST Inspection/MoveMany",
      ).length;
    expect(await entries()).toBe(2);
    expect(await outcomes([a, c, b, a, 999_999], "inspection", "shelf")).toEqual([
      [a, undefined],
      [c, "copy-moved"],
      [b, undefined],
      [999_999, "invalid"],
    ]);
    expect([await inStock(kit), await entries()]).toEqual([3, 4]);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});
