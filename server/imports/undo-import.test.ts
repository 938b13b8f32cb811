import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { addItemToCart } from "#contract/orders/cart.ts";
import { updateInventory } from "#contract/catalog/catalog.ts";
import { getDuplicates, getKeptRecords, skipDuplicates, undoImport } from "#contract/imports/undo-import.ts";
import { recountStock, stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { inTransaction } from "#server/platform/database.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { aBorrower, anItem, anOrder } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";
import { letPass } from "#server/test/run-jobs.ts";

const fixture = await importsFixture();
const { db, admin, titleOf } = fixture;
const borrower = await aBorrower(fixture);
afterEach(killChildren);

const listOf = (titles: readonly string[], prefix?: string, copies = 2) =>
  [
    "Title,SKU,Copies",
    ...titles.map((title, at) => `${title},${prefix === undefined ? "" : `${prefix}${100 + at}`},${copies}`),
  ].join("\n");
const many = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`);

const idOf = async (sku: string) => (await titleOf(sku))?.item_id ?? 0;
const copiesOf = async (sku: string) =>
  db
    .selectFrom("copies")
    .select(["copy_number", "sku_number", "is_inactive", "inactive_reason"])
    .where("item_id", "=", await idOf(sku))
    .orderBy("copy_number")
    .execute();
const state = async () => ({
  items: await db.selectFrom("items").select(["item_id", "title", "version"]).orderBy("item_id").execute(),
  copies: await db.selectFrom("copies").select(["copy_id", "item_id"]).orderBy("copy_id").execute(),
});
const keptOf = async (id: number) => {
  const { body } = await fixture.call(getKeptRecords, { params: { id }, query: {} }, admin.token);
  return Object.fromEntries(body.data.map(({ mark, reason }) => [mark, reason]));
};
const order = (itemId: number, quantity = 1) => anOrder(fixture, borrower.borrowerId, [[itemId, quantity]]);
const activityOf = (importId: number) =>
  db
    .selectFrom("activity_log")
    .select(["changes"])
    .where("subject_id", "=", importId)
    .where("call", "=", "POST Import/Undo/{id}")
    .execute();

describe("undoing an import", () => {
  it("removes all of its 237 duplicates", async () => {
    await fixture.bringIn(listOf(many(237, "Shelf"), "S"));
    const before = await state();
    const { importId } = await fixture.bringIn(listOf(many(237, "Shelf")));
    expect((await state()).items.length).toBe(before.items.length + 237);
    const undone = await fixture.undo(importId);
    expect(undone).toMatchObject({
      state: "undone",
      progress: 100,
      canBeUndone: false,
      undone: { removed: 237, restored: 0, copies: 474, kept: 0 },
    });
    expect(await state()).toEqual(before);
    expect(JSON.stringify(await activityOf(importId))).toContain("237");
  });

  it("keeps titles used since, with reasons, and removes them once they are unused", async () => {
    const { importId } = await fixture.bringIn(listOf(many(8, "Used"), "U"));
    const [cart, ordered, edited, labeled, more, lost] = await Promise.all(
      ["U100", "U101", "U102", "U103", "U104", "U105"].map(idOf),
    );
    await fixture.call(
      addItemToCart,
      { params: { inventoryId: cart ?? 0, requestedQty: "1", isQuickAdd: true } },
      borrower.token,
    );
    await order(ordered ?? 0);
    const body = {
      title: "Better",
      referenceNumber: "U102",
      description: "d",
      categoryId: 1,
      subjectId: 1,
      gradeId: 1,
    };
    await fixture.call(updateInventory, { params: { id: edited ?? 0 }, body: { ...body, tags: "" } }, admin.token);
    const copies = (itemId = 0) => db.updateTable("copies").where("item_id", "=", itemId).where("copy_number", "=", 1);
    await copies(labeled).set({ label_printed_at: new Date() }).execute();
    await db
      .insertInto("copies")
      .values({ item_id: more ?? 0, copy_number: 3, sku_number: "U104" })
      .execute();
    await copies(lost).set({ is_inactive: true, inactive_reason: "lost" }).execute();
    await inTransaction(db, (tx) => recountStock(tx, [more ?? 0, lost ?? 0]));
    await db.executeQuery(CompiledQuery.raw("create table seen (copy_id integer references copies)"));
    await db.executeQuery(
      CompiledQuery.raw(
        "insert into seen select copy_id from copies join items using (item_id) where title = 'Used 6'",
      ),
    );

    const undone = await fixture.undo(importId);
    expect(undone).toMatchObject({ state: "undone", canBeUndone: true, undone: { removed: 1, copies: 2, kept: 7 } });
    expect(await keptOf(importId)).toEqual({
      U100: "in-cart",
      U101: "ordered",
      U102: "edited",
      U103: "labeled",
      U104: "copies-added",
      U105: "copies-changed",
      U106: "used",
    });
    await db.deleteFrom("cart_lines").execute();
    await db.executeQuery(CompiledQuery.raw("drop table seen"));
    expect(await fixture.undo(importId)).toMatchObject({ undone: { removed: 3, copies: 6, kept: 5 } });
    expect([await titleOf("U100"), await titleOf("U106")]).toEqual([undefined, undefined]);
  });

  it("restores titles that the import changed, with their copies, even while they are ordered", async () => {
    const { itemId } = await anItem(fixture, 2, { referenceNumber: "CH0001", title: "As it was", tags: "old" });
    await order(itemId, 2);
    const [before, copies] = [await titleOf("CH0001"), await copiesOf("CH0001")];
    const file = 'Title,SKU,Tags,Copies,Copy details\nAs it is,CH0001,new,5,"2: SKU CHX, lost; 5: inactive"';
    const { importId } = await fixture.bringIn(file, { existing: "update" });
    expect(await titleOf("CH0001")).toMatchObject({ title: "As it is", active_copies: 3 });
    expect(await fixture.undo(importId)).toMatchObject({ undone: { removed: 0, restored: 1, copies: 3, kept: 0 } });
    const after = { ...(await titleOf("CH0001")), updated_at: before?.updated_at, changed_by: null };
    expect(after).toEqual({ ...before, version: (before?.version ?? 0) + 2 });
    expect(await copiesOf("CH0001")).toEqual(copies);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("lets the previous import be undone, too", async () => {
    const first = await fixture.bringIn("Title,SKU\nFirst,FI0001");
    const second = await fixture.bringIn("Title,SKU\nSecond,FI0001", { existing: "update" });
    expect(await fixture.undo(first.importId)).toMatchObject({ undone: { removed: 0, kept: 1 } });
    expect(await fixture.undo(second.importId)).toMatchObject({ undone: { restored: 1, kept: 0 } });
    expect(await titleOf("FI0001")).toMatchObject({ title: "First" });
    expect(await fixture.undo(first.importId)).toMatchObject({ undone: { removed: 1, kept: 0 } });
    expect(await titleOf("FI0001")).toBeUndefined();
  });

  it("requires a saved import", async () => {
    const { importId } = await fixture.check("Title\nNot saved");
    const { answer } = await fixture.undo(importId);
    expect(answer).toMatchObject({ isSuccess: false, reason: { kind: "import-not-ready", state: "checked" } });
  });
});

/** Counts titles of the killed undo that have lost only some of their copies. */
const halfTitles = async () => {
  const copies = await db
    .selectFrom("items")
    .leftJoin("copies", "copies.item_id", "items.item_id")
    .select((eb) => eb.fn.count<string>("copy_id").as("copies"))
    .where("title", "like", "Killed %")
    .groupBy("items.item_id")
    .execute();
  return copies.filter((title) => Number(title.copies) !== 3).length;
};

describe("an undo whose process is killed", { timeout: 120_000 }, () => {
  it("is finished by another process, without repeated or partial work", async () => {
    const { importId } = await fixture.bringIn(listOf(many(800, "Killed"), "K", 3));
    const transaction = await db.startTransaction().execute(); // so that it can't end before it is killed
    await transaction.executeQuery(CompiledQuery.raw("set local idle_in_transaction_session_timeout = 0"));
    await transaction.selectFrom("items").select("item_id").where("title", "=", "Killed 799").forKeyShare().execute();
    await fixture.call(undoImport, { params: { id: importId } }, admin.token);
    const child = startChild("server/test/children/undoing.ts", { CONNECTION: JSON.stringify(fixture.connection) });
    const halves: number[] = [];
    await vi.waitUntil(
      async () => {
        halves.push(await halfTitles());
        return ((await fixture.show(importId)).undone?.removed ?? 0) > 0;
      },
      { timeout: 60_000, interval: 5 },
    );
    expect(Math.max(...halves)).toBe(0);
    child.kill("SIGKILL");
    await child.exited;
    const titlesLeft = () => db.selectFrom("items").select("item_id").where("title", "like", "Killed %").execute();
    const { undone } = await fixture.show(importId);
    expect((await titlesLeft()).length).toBe(800 - (undone?.removed ?? 0));
    expect(undone?.copies).toBe((undone?.removed ?? 0) * 3);
    await transaction.rollback().execute();
    await letPass(db, 60, importId);
    await fixture.work();
    expect(await fixture.show(importId)).toMatchObject({
      state: "undone",
      undone: { removed: 800, copies: 2400, kept: 0 },
    });
    expect(await titlesLeft()).toEqual([]);
    expect(await activityOf(importId)).toHaveLength(1);
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

const listed = async (id: number) =>
  (await fixture.call(getDuplicates, { params: { id }, query: { pageSize: 100 } }, admin.token)).body;
const skip = async (id: number, body: { row: number; skip: boolean }) =>
  (await fixture.call(skipDuplicates, { params: { id }, body }, admin.token)).body.data.counts;

describe("a row that looks like a title of the library", () => {
  it("is listed with that title", async () => {
    const fields = { title: "The Little Café", referenceNumber: "PA0001", publisher: "Acme" };
    const { itemId } = await anItem(fixture, 3, fields);
    const { importId } = await fixture.check("Title,Publisher,Copies\nlittle cafe!,,1\nLittle Café,Other,1");
    const known = { id: itemId, name: "The Little Café", language: "", mark: "PA0001" };
    expect(await listed(importId)).toMatchObject({
      data: [{ row: 2, name: "little cafe!", isSkipped: false, known: { ...known, language: expect.any(String) } }],
      total: 1,
    });
  });

  it("is new when that title is archived", async () => {
    const { itemId } = await anItem(fixture, 0, { title: "Put away" });
    await db.updateTable("items").set({ archived_at: new Date() }).where("item_id", "=", itemId).execute();
    expect((await fixture.check("Title\nPut away")).counts).toMatchObject({ added: 1, duplicates: 0 });
  });

  it("is added unless it is skipped, and can be added after all", async () => {
    for (const title of ["Ask one", "Ask two", "Ask three"]) await anItem(fixture, 1, { title });
    const { importId } = await fixture.check("Title,Copies\nAsk one,2\nAsk two,2\nAsk three,2");
    expect(await skip(importId, { row: 0, skip: true })).toMatchObject({
      added: 0,
      skipped: 3,
      copies: 0,
      duplicates: 3,
    });
    expect(await skip(importId, { row: 3, skip: false })).toMatchObject({ added: 1, skipped: 2, copies: 2 });
    expect((await listed(importId)).data.map(({ isSkipped }) => isSkipped)).toEqual([true, false, true]);
    await fixture.save(importId);
    await fixture.work();
    expect(await fixture.show(importId)).toMatchObject({ state: "saved", counts: { added: 1, skipped: 2, copies: 2 } });
  });
});
