import { describe, expect, it } from "vitest";
import * as calls from "#contract/catalog/undo-import.ts";
import { anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";

const fixture = await importsFixture();
const { db, admin } = fixture;

const listed = async (id: number) =>
  (await fixture.call(calls.getDuplicates, { params: { id }, query: { pageSize: 100 } }, admin.token)).body;
const skip = async (id: number, body: { row: number; skip: boolean }) =>
  (await fixture.call(calls.skipDuplicates, { params: { id }, body }, admin.token)).body.data.counts;

describe("a row that looks like a title of the library", () => {
  it("is listed with that title", async () => {
    const fields = { title: "The Little Café", referenceNumber: "PA0001", publisher: "Acme" };
    const { itemId } = await anItem(fixture, 3, fields);
    const { importId } = await fixture.check("Title,Publisher,Copies\nlittle cafe!,,1\nLittle Café,Other,1");
    const known = { itemId, title: "The Little Café", language: "", referenceNumber: "PA0001" };
    expect(await listed(importId)).toMatchObject({
      data: [{ row: 2, title: "little cafe!", isSkipped: false, known: { ...known, language: expect.any(String) } }],
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
