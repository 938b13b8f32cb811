import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { search } from "../search.ts";

const { db } = await testDatabase();

const planted: { title: string; description?: string; author?: string; grades?: number }[] = [
  { title: "Frogs in winter" },
  { title: "Frogs and what they eat", description: "Also in winter." },
  { title: "Frogs of the pond" },
  { title: "Winter walks" },
  { title: "Winter clothes" },
  { title: "Winter sports" },
  { title: "A life of nursing", author: "Fanny Gentle" },
  { title: "Fanny goes to school" },
  { title: "Raw milk at home" },
  { title: "Raw carrots at home" },
  { title: "Owls", description: `A word on mice. ${"And much about owls. ".repeat(60)}` },
  { title: "Stoats", description: "What they do to mice." },
  { title: "Badgers, for adults", grades: 32 },
  { title: "Badgers, for everybody" },
];
beforeAll(async () => {
  const items = planted.map(({ title, description = "Plain.", author = "", grades = 63 }, place) => ({
    title,
    description,
    author,
    language: "en",
    tags: "",
    reference_number: `F${place}`,
    category_id: 1,
    subject_id: 1,
    grade_mask: grades,
    active_copies: 1,
  }));
  await db.insertInto("items").values(items).execute();
});

async function answerTo(searchString: string, page = 1, pageSize = 18) {
  const asked = { searchString, categoryId: 0, subjectId: 0, gradeId: 0, inStockOnly: false, outOfStockOnly: false };
  const answer = await search(db, { ...asked, page, pageSize }, async () => {});
  const list = answer.searchInStockResults;
  const titles: string[] = [];
  for (const item of Symbol.asyncIterator in list ? [] : list) titles.push(item.title);
  return { titles, total: answer.inStockTotal, leftOut: answer.understood?.leftOut ?? [] };
}

describe("few titles with all words", () => {
  it("are followed by those with the rarest word, which is said, and counted on every page", async () => {
    const [all, some] = [["Frogs in winter", "Frogs and what they eat"], ["Frogs of the pond"]];
    expect(await answerTo("winter frogs")).toEqual({ titles: [...all, ...some], total: 3, leftOut: ["winter"] });
    expect(await answerTo("winter frogs", 2, 2)).toEqual({ titles: some, total: 3, leftOut: ["winter"] });
  });

  it("are followed by none where somebody insists on the words, or excludes them", async () => {
    expect((await answerTo('"winter" "frogs"')).titles).toEqual(["Frogs in winter", "Frogs and what they eat"]);
    expect((await answerTo('"raw milk" home')).titles).toEqual(["Raw milk at home"]);
    expect((await answerTo("winter frogs -pond")).titles).toEqual(["Frogs in winter", "Frogs and what they eat"]);
  });

  it("are followed by none where the words are somebody's name", async () => {
    expect(await answerTo("fanny gentle")).toEqual({ titles: ["A life of nursing"], total: 1, leftOut: [] });
  });

  it("are needed: what nothing has stays nothing", async () => {
    expect((await answerTo("frogs badgers")).titles).toEqual([]);
  });
});

it("a word counts less in a long description, and a title for adults alone less than one for everybody", async () => {
  expect((await answerTo("mice")).titles).toEqual(["Stoats", "Owls"]);
  expect((await answerTo("badgers")).titles).toEqual(["Badgers, for everybody", "Badgers, for adults"]);
});
