import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { search } from "../search.ts";

const { db } = await testDatabase();

type Planted = { title: string; description?: string; author?: string; grades?: number; language?: string };
const planted: Planted[] = [
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
  { title: "Newts at night" },
  { title: "Amphibians of the west" },
  ...Array.from({ length: 10 }, (_, number) => ({ title: `Reptiles, part ${number}` })),
  { title: "Geckos on the wall" },
  { title: "Moles underground" },
  { title: "Moles y topos", language: "es" },
  { title: "Hares in the field", grades: 32 },
  { title: "Hares at school", grades: 0b10 },
  ...Array.from({ length: 5 }, (_, number) => ({ title: `Rabbits ${number}`, grades: 0b10 })),
  { title: "Rabbits on a farm", grades: 32 },
];
beforeAll(async () => {
  const entries = [
    { words: "amphibians, anfibios", broader: "vertebrates" },
    { words: "newts, tritones", broader: "amphibians" },
    { words: "reptiles, reptilian", broader: "" },
    { words: "geckos, gecko", broader: "reptiles" },
  ];
  await db.insertInto("thesaurus_entries").values(entries).execute();
  const items = planted.map(({ title, description = "Plain.", author = "", grades = 63, language = "en" }, place) => ({
    title,
    description,
    author,
    language,
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

async function saidOf(searchString: string) {
  const asked = { searchString, categoryId: 0, subjectId: 0, gradeId: 0, inStockOnly: false, outOfStockOnly: false };
  const { understood } = await search(db, { ...asked, page: 1, pageSize: 18 }, async () => {});
  return { also: understood?.also ?? [], filters: understood?.filters.map(({ name }) => name) ?? [] };
}

describe("few titles with all words", () => {
  it("are followed by those with one of them, which is said, and counted on every page", async () => {
    const all = ["Frogs in winter", "Frogs and what they eat"];
    const some = ["Frogs of the pond", "Winter clothes", "Winter sports", "Winter walks"];
    const [total, leftOut] = [6, ["winter", "frogs"]];
    expect(await answerTo("winter frogs")).toEqual({ titles: [...all, ...some], total, leftOut });
    expect(await answerTo("winter frogs", 2, 2)).toEqual({ titles: some.slice(0, 2), total, leftOut });
  });

  it("are followed by none where somebody insists on the words, or excludes them", async () => {
    expect((await answerTo('"winter" "frogs"')).titles).toEqual(["Frogs in winter", "Frogs and what they eat"]);
    expect((await answerTo('"raw milk" home')).titles).toEqual(["Raw milk at home"]);
    expect((await answerTo("winter frogs -pond -clothes -sports -walks")).titles).toEqual([
      "Frogs in winter",
      "Frogs and what they eat",
    ]);
  });

  it("are followed by none where the words are somebody's name", async () => {
    expect(await answerTo("fanny gentle")).toEqual({ titles: ["A life of nursing"], total: 1, leftOut: [] });
  });

  it("are needed: what nothing has stays nothing", async () => {
    expect((await answerTo("frogs badgers")).titles).toEqual([]);
  });
});

describe("few titles of a subject", () => {
  it("are followed by those of narrower words, which are said", async () => {
    expect((await answerTo("amphibians")).titles).toEqual(["Amphibians of the west", "Newts at night"]);
    expect((await saidOf("amphibians")).also).toEqual([{ typed: "amphibians", words: ["newts"] }]);
  });

  it("are followed by none where there are ten", async () => {
    expect((await answerTo("reptiles")).titles).not.toContain("Geckos on the wall");
    expect((await saidOf("reptiles")).also).toEqual([]);
  });
});

describe("few titles in a language or for a grade", () => {
  it("come before the others, which is said", async () => {
    expect(await answerTo("moles en español")).toMatchObject({
      titles: ["Moles y topos", "Moles underground"],
      leftOut: ["español"],
    });
    expect((await answerTo("hares grade 3")).titles).toEqual(["Hares at school", "Hares in the field"]);
    expect((await saidOf("hares grade 3")).filters).toEqual([]);
  });

  it("are alone where there are five", async () => {
    expect((await answerTo("rabbits grade 3")).titles).not.toContain("Rabbits on a farm");
    expect((await saidOf("rabbits grade 3")).filters).toHaveLength(1);
  });
});

it("a word counts less in a long description, and a title for adults alone less than one for everybody", async () => {
  expect((await answerTo("mice")).titles).toEqual(["Stoats", "Owls"]);
  expect((await answerTo("badgers")).titles).toEqual(["Badgers, for everybody", "Badgers, for adults"]);
});
