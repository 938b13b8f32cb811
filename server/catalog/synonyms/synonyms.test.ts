import { describe, expect, it } from "vitest";
import type { SearchResults } from "#contract/catalog/catalog.ts";
import { getInventoryBySearchParams } from "#contract/catalog/catalog.ts";
import { getSynonymGroups, getSynonymGroup, removeSynonymGroup, saveSynonymGroup } from "#contract/catalog/synonyms.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";

const fixture = await testApp();
const { db } = fixture;
const { token } = await anAdmin(fixture);
const other = callsTo(await fixture.another());
const title = await anItem(fixture, 1, { title: "Hula hoops at noon", referenceNumber: "HOOP" });

type Lists = { words: string; alsoTyped?: string; broader?: string; entryId?: number; version?: number };
const save = async (lists: Lists) =>
  (await fixture.call(saveSynonymGroup, { body: { alsoTyped: "", broader: "", ...lists } }, token)).body;
const remove = async (id: number, version: number) =>
  (await fixture.call(removeSynonymGroup, { params: { id }, body: { version } }, token)).body;
const titlesFor = async (searchString: string, instance: Pick<typeof other, "call"> = fixture) => {
  const { body } = await instance.call(getInventoryBySearchParams, { query: { searchString } });
  const { searchInStockResults: list }: SearchResults = body.data;
  return list.map(({ inventoryId }) => inventoryId);
};
const listed = async (searchString: string, page = 1) =>
  (await fixture.call(getSynonymGroups, { query: { searchString, page, pageSize: 10 } }, token)).body;
const activityOf = (id: number) =>
  db.selectFrom("activity_log").select(["call", "changes"]).where("kind", "=", "synonyms").where("subject_id", "=", id);

describe("a synonym entry", () => {
  it("applies to the next search of every instance when it is added, changed, and removed", async () => {
    expect(await titlesFor("ula ula", other)).toEqual([]);
    const { id } = await save({ words: "hula hoop, ula ula" });
    expect(await titlesFor("ula ula", other)).toEqual([title.itemId]);
    await save({ entryId: id, version: 1, words: "hula hoop, aro" });
    expect([await titlesFor("ula ula", other), await titlesFor("aro", other)]).toEqual([[], [title.itemId]]);
    await remove(id, 2);
    expect([await titlesFor("aro", other), await titlesFor("aro")]).toEqual([[], []]);
    expect((await fixture.call(getSynonymGroup, { params: { id } }, token)).status).toBe(404);
    expect((await activityOf(id).orderBy("entry_id").execute()).map((entry) => entry.call)).toEqual([
      "POST Synonyms/SaveEntry",
      "POST Synonyms/SaveEntry",
      "POST Synonyms/RemoveEntry/{id}",
    ]);
  });

  it("is normalized, and shows which of its words titles and other entries have", async () => {
    const { data } = await save({ words: " hula   hoop\naro ;, ", alsoTyped: "joints", broader: "growing up" });
    expect(data).toMatchObject({ words: "hula hoop, aro", alsoTyped: "joints", broader: "growing up", version: 1 });
    expect(data.uses).toEqual([
      { word: "hula hoop", titles: 1 },
      { word: "aro", titles: 0 },
      { word: "growing up", titles: null },
    ]);
    expect(data.elsewhere.map(({ word }) => word)).toEqual(["joints", "joints"]);
    await remove(data.entryId, 1);
  });
});

it("every installed synonym entry can be saved as is", async () => {
  const entries = await db.selectFrom("synonym_groups").selectAll().orderBy("entry_id").execute();
  const refusals: string[] = [];
  for (const { entry_id: entryId, words, also_typed: alsoTyped, broader, version } of entries) {
    const saved = await save({ entryId, words, alsoTyped, broader, version });
    if (!saved.isSuccess) refusals.push(`${words}: ${saved.message}`);
  }
  expect(refusals).toEqual([]);
  const changed = await db
    .selectFrom("activity_log")
    .where("kind", "=", "synonyms")
    .where("subject_id", "<=", 560)
    .execute();
  expect(changed).toEqual([]);
});

describe("the list of synonyms", () => {
  it("has pages, and finds entries by a part of any word, with or without accents", async () => {
    const { data, total } = await listed("");
    expect([data.length, total]).toEqual([10, 560]);
    expect((await listed("", 999)).total).toBe(560);
    const words = async (text: string) => (await listed(text)).data.map((entry) => entry.words.split(",")[0]);
    expect(await words("juul")).toEqual(["vaping"]);
    expect(await words("electronico")).toEqual(["vaping"]);
    expect(await words("m30")).toEqual(["fentanyl"]);
    expect(await words("%")).toEqual([]);
  });
});
