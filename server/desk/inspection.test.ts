import { describe, expect, it } from "vitest";
import type { MoveOutcome, WaitingCopy } from "#contract/desk/returns.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);

/** Lends a copy of a title, and checks it in with this condition. */
async function returnIn(title: Title, condition: string, note = "") {
  const { orderId } = await desk.ship(ann, [[title, 1]]);
  fixture.clock.move(60_000);
  const { data } = await desk.checkIn(title.copyIds[0]);
  await desk.judge(data.returnId, condition, { note });
  return { ...data, orderId };
}
const waiting = async (query = "") =>
  (await fixture.call<WaitingCopy[]>(clerk, `GET Inspection/GetCopies${query}`)).data.map(({ title }) => title);
const move = (title: Title, from: string, to: string) =>
  fixture.call(clerk, `POST Inspection/Move/${title.copyIds[0]}`, { from, to });

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
    expect(await fixture.inStock(torn)).toBe(0);
    expect(await fixture.call(clerk, "GET Inspection/GetCopies?state=lost")).toMatchObject({ status: 400 });
    for (const title of [torn, cards]) await move(title, "inspection", "retired");
    expect(await waiting()).toEqual([]);
  });

  it("shows the missing parts of a kit", async () => {
    const kit = await fixture.newTitle("Kit", 1);
    await fixture.setTitle(kit, { parts: "1 DVD @ 24.50; 30 cards" });
    const { returnId } = await returnIn(kit, "parts missing", "No box.");
    await desk.judge(returnId, "parts missing", { note: "No box.", missingParts: "3 cards; 1 DVD" });
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
    expect(await fixture.inStock(title)).toBe(1);
    await move(title, "shelf", "inspection"); // undone
    expect([await waiting(), await fixture.inStock(title)]).toEqual([["Moved"], 0]);
    await move(title, "inspection", "retired");
    expect(await waiting()).toEqual([]);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("ends when the check-in is undone, or the copy turns out to be fine", async () => {
    const title = await fixture.newTitle("Undone", 1);
    const { returnId, eventId } = await returnIn(title, "damaged");
    await desk.judge(returnId, "good");
    expect([await waiting(), await fixture.inStock(title)]).toEqual([[], 1]);
    await desk.judge(returnId, "damaged");
    await desk.undo(eventId);
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
    expect(await fixture.inStock(kit)).toBe(1);
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
    expect([await fixture.inStock(kit), await entries()]).toEqual([3, 4]);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});
