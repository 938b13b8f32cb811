import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as calls from "#contract/imports/alike.ts";
import { placeOrder } from "#server/modules/circulation/public.ts";
import { stockDisagreements } from "#server/modules/stock/stock.queries.ts";
import { inTransaction } from "#server/platform/database.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";

const fixture = await importsFixture();
const { db, admin } = fixture;

const many = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`);
const listOf = (titles: readonly string[], prefix?: string) =>
  ["Title,SKU,Copies", ...titles.map((title, at) => `${title},${prefix ? `${prefix}${100 + at}` : ""},2`)].join("\n");
const pairsOf = async (id: number, page = 1) =>
  (await fixture.call(calls.getAlike, { params: { id }, query: { page, pageSize: 100 } }, admin.token)).body;
const choose = async (id: number, row: number, choice: calls.AlikeChoice) =>
  (await fixture.call(calls.chooseAlike, { params: { id }, body: { row, choice } }, admin.token)).body;
const settle = async (id: number, row: number, choice: calls.AlikeChoice) =>
  (await fixture.call(calls.settleAlike, { params: { id }, body: { row, choice } }, admin.token)).body;
const saved = async (id: number) => {
  await fixture.save(id);
  await fixture.work();
  return fixture.show(id);
};
/** How many copies each title has that begins so, and that the rest is untouched. */
const copiesOf = async (word: string) => {
  const rows = await db
    .selectFrom("items")
    .leftJoin("copies", "copies.item_id", "items.item_id")
    .select(["items.item_id", "active_copies"])
    .select((eb) => eb.fn.count<string>("copy_id").as("copies"))
    .where("title", "like", `${word}%`)
    .groupBy("items.item_id")
    .execute();
  return {
    titles: rows.length,
    copies: rows.map(({ copies }) => Number(copies)),
    active: rows.map((row) => row.active_copies),
  };
};
const all = (count: number, copies: number) => ({
  titles: count,
  copies: Array.from({ length: count }, () => copies),
  active: Array.from({ length: count }, () => copies),
});

describe("an import of 237 titles that are there", () => {
  it("is merged title by title: their copies are added, and no title is", async () => {
    await fixture.bringIn(listOf(many(237, "Shelf"), "S"));
    const { importId, counts } = await fixture.check(listOf(many(237, "The SHELF:")));
    expect(counts).toMatchObject({ added: 237, alike: 237, merged: 0, copies: 474 });
    for (const page of [1, 2, 3]) {
      const { data, total } = await pairsOf(importId, page);
      expect(total).toBe(237);
      for (const { row } of data) await choose(importId, row, "merge");
    }
    expect((await fixture.show(importId)).counts).toMatchObject({ added: 0, merged: 237, copies: 474 });
    expect(await saved(importId)).toMatchObject({
      state: "saved",
      counts: { added: 0, merged: 237, copies: 474, alike: 0 },
    });
    expect(await copiesOf("Shelf")).toEqual(all(237, 4));
    expect(await copiesOf("The SHELF")).toEqual(all(0, 0));
    expect(await stockDisagreements(db)).toEqual([]);
    expect(await fixture.undo(importId)).toMatchObject({
      undone: { removed: 0, restored: 237, copies: 474, kept: 0 },
      canBeUndone: false,
    });
    expect(await copiesOf("Shelf")).toEqual(all(237, 2));
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("and was saved is merged afterwards, a hundred at a time, and undone whole", async () => {
    await fixture.bringIn(listOf(many(237, "Late"), "L"));
    const { importId, counts } = await fixture.bringIn(listOf(many(237, "Late")));
    expect(counts).toMatchObject({ added: 237, alike: 237 });
    const left = [
      await settle(importId, 0, "merge"),
      await settle(importId, 0, "merge"),
      await settle(importId, 0, "merge"),
    ];
    expect(left.map((each) => each.left)).toEqual([137, 37, 0]);
    expect(left.at(-1)?.data.counts).toMatchObject({ added: 0, merged: 237, copies: 474, alike: 0 });
    expect(await copiesOf("Late")).toEqual(all(237, 4));
    expect(await stockDisagreements(db)).toEqual([]);
    expect(await fixture.undo(importId)).toMatchObject({ undone: { restored: 237, copies: 474, kept: 0 } });
    expect(await copiesOf("Late")).toEqual(all(237, 2));
  });
});

describe("a row that looks like a title", () => {
  it("stands next to it, field by field", async () => {
    const { itemId } = await anItem(fixture, 3, {
      title: "The Little Café",
      referenceNumber: "PA0001",
      publisher: "Acme",
    });
    const { importId } = await fixture.check("Title,Publisher,Copies\nlittle cafe!,,1\nLittle Café,Other,1");
    const { data, total } = await pairsOf(importId);
    expect([total, data]).toEqual([
      1,
      [
        expect.objectContaining({
          row: 2,
          choice: null,
          given: expect.objectContaining({ itemId: null, title: "little cafe!", publisher: "", copies: 1 }),
          known: expect.objectContaining({ itemId, title: "The Little Café", publisher: "Acme", copies: 3 }),
        }),
      ],
    ]);
  });

  it("is new when that title is archived", async () => {
    const { itemId } = await anItem(fixture, 0, { title: "Put away" });
    await db.updateTable("items").set({ archived_at: new Date() }).where("item_id", "=", itemId).execute();
    expect((await fixture.check(listOf(["Put away"]))).counts).toMatchObject({ added: 1, alike: 0 });
  });

  it("is skipped, merged, or added as chosen; what was chosen is not asked again", async () => {
    for (const title of ["Ask one", "Ask two", "Ask three", "Ask four"]) await anItem(fixture, 1, { title });
    const { importId } = await fixture.check(listOf(["Ask one", "Ask two", "Ask three", "Ask four"]));
    await choose(importId, 0, "merge");
    await choose(importId, 2, "skip");
    await choose(importId, 4, "new");
    await choose(importId, 5, "new");
    expect((await pairsOf(importId)).data.map(({ choice }) => choice)).toEqual(["skip", "merge", "new", "new"]);
    expect(await saved(importId)).toMatchObject({ counts: { added: 2, merged: 1, skipped: 1, copies: 6, alike: 0 } });
    expect((await pairsOf(importId)).total).toBe(0);
  });

  it("brings the copies of several rows to one title, each with its own SKU and state, and they go together", async () => {
    await anItem(fixture, 1, { title: "Both", referenceNumber: "BO0001" });
    const file = 'Title,SKU,Copies,Copy details\nBoth,,2,"2: SKU BOX, lost"\nBoth,,1,';
    const { importId } = await fixture.check(file);
    await choose(importId, 0, "merge");
    await saved(importId);
    const copies = db
      .selectFrom("copies")
      .innerJoin("items", "items.item_id", "copies.item_id")
      .select(["copy_number", "sku_number", "inactive_reason"])
      .where("title", "=", "Both")
      .orderBy("copy_number");
    const first = { copy_number: 1, sku_number: "BO0001", inactive_reason: null };
    expect(await copies.execute()).toEqual([
      first,
      { ...first, copy_number: 2 },
      { copy_number: 3, sku_number: "BOX", inactive_reason: "lost" },
      { ...first, copy_number: 4 },
    ]);
    expect(await fixture.undo(importId)).toMatchObject({ undone: { restored: 2, copies: 3, kept: 0 } });
    expect(await copies.execute()).toEqual([first]);
  });

  it("is a conflict when its title is gone before the save", async () => {
    const { itemId } = await anItem(fixture, 0, { title: "Gone soon" });
    const { importId } = await fixture.check(listOf(["Gone soon"]));
    await choose(importId, 0, "merge");
    await db.deleteFrom("items").where("item_id", "=", itemId).execute();
    expect(await saved(importId)).toMatchObject({
      state: "checked",
      counts: { merged: 0, faulty: 1, copies: 0 },
      faults: [{ row: 2, message: "The title that this row looks like is no longer in the library." }],
    });
  });
});

describe("a saved title that looks like another", () => {
  it("stays when somebody ordered it, and says so; others are removed or kept", async () => {
    for (const title of ["Kept one", "Kept two", "Kept three"]) await anItem(fixture, 1, { title });
    const { importId } = await fixture.bringIn(listOf(["Kept one", "Kept two", "Kept three"], "KE"));
    const { borrowerId } = await aBorrower(fixture);
    const ordered = await db
      .selectFrom("items")
      .select("item_id")
      .where("reference_number", "=", "KE100")
      .executeTakeFirstOrThrow();
    const lines = [{ itemId: ordered.item_id, quantity: 1 }];
    const cartKey = randomBytes(16).toString("hex");
    await inTransaction(db, (tx) => placeOrder(tx, { borrowerId, cartKey, at: new Date(), lines }));
    expect(await settle(importId, 3, "skip")).toMatchObject({ data: { counts: { added: 2, copies: 4, alike: 2 } } });
    expect(await settle(importId, 4, "new")).toMatchObject({ data: { counts: { added: 2, alike: 1 } } });
    expect(await settle(importId, 0, "merge")).toMatchObject({ left: 0, data: { counts: { added: 2, merged: 0 } } });
    expect((await pairsOf(importId)).data).toMatchObject([{ row: 2, kept: "ordered" }]);
    expect((await copiesOf("Kept")).titles).toBe(5);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});
