import { describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { search } from "./search.ts";

const { db } = await testDatabase();

// every title says the word that is looked for; what is filed differs
const titles = Array.from({ length: 60 }, (_, place) => ({
  title: `Zinc ${String(place).padStart(2, "0")}${place % 20 === 7 ? " for preschool" : ""}`,
  description: place % 11 === 0 ? "Comes with a book about copper." : "Plain.",
  tags: "",
  reference_number: `N${place}`,
  category_id: (place % 3) + 1,
  subject_id: 1,
  grade_mask: [63, 1, 6, 24, 32][place % 5] ?? 63,
  language: place % 4 === 0 ? "es" : "en",
  active_copies: 1,
}));
await db.insertInto("items").values(titles).execute();

const byText = (one: string, other: string) => (one < other ? -1 : 1);
const none = {
  categoryId: 0,
  subjectId: 0,
  gradeId: 0,
  inStockOnly: false,
  outOfStockOnly: false,
  page: 1,
  pageSize: 100,
};
async function answerTo(searchString: string, more: Partial<typeof none> = {}) {
  const found = await search(db, { ...none, searchString, ...more }, async () => {});
  const { searchInStockResults: list, understood } = found;
  const skus: string[] = [];
  for (const item of Symbol.asyncIterator in list ? [] : list) skus.push(item.referenceNumber);
  return {
    total: found.inStockTotal,
    skus: skus.toSorted(byText),
    chips: understood?.filters.map(({ name, without }) => `${name} - ${without}`),
    leftOut: understood?.leftOut,
  };
}
const filed = (fits: (title: (typeof titles)[number]) => boolean) =>
  titles.flatMap((title) => (fits(title) ? [title.reference_number] : [])).toSorted(byText);

describe("words of a search that are what titles are filed under", () => {
  it.each([
    ["zinc video", "Video - zinc", 2],
    ["libros zinc", "Book - zinc", 1],
    ["DVDs on zinc", "Video - on zinc", 2],
    ["zinc audiobooks", "Audio - zinc", 3],
  ])("%s is for a format", async (text, chip, category) => {
    const { skus, chips } = await answerTo(text);
    expect(chips).toEqual([chip]);
    expect(skus).toEqual(filed((title) => title.category_id === category));
  });

  it.each([
    ["zinc grades 6-8", 8],
    ["7th grade zinc", 8],
    ["zinc middle school", 8],
    ["zinc kindergarten", 2],
    ["zinc K-2", 2],
    ["zinc sexto grado", 8],
    ["zinc preparatoria", 16],
    ["elementary zinc", 6],
  ])("%s is for grades, and for all of them", async (text, mask) => {
    const { skus, chips } = await answerTo(text);
    expect(chips).toHaveLength(1);
    expect(skus).toEqual(filed((title) => (title.grade_mask & mask) !== 0));
  });

  it("a title that says its grade is for that, too", async () => {
    expect((await answerTo("preschool zinc")).skus).toEqual(
      filed(({ grade_mask, title }) => (grade_mask & 1) !== 0 || title.includes("preschool")),
    );
  });

  it("a language is one after “in”, before a format, and at the end", async () => {
    const inSpanish = filed((title) => title.language === "es");
    for (const text of ["zinc in Spanish", "zinc en español", "Spanish books zinc or copper", "zinc spanish"])
      expect(
        (await answerTo(text)).skus.every((sku) => inSpanish.includes(sku)),
        text,
      ).toBe(true);
    expect((await answerTo("Spanish zinc")).chips).toBeUndefined();
  });

  it("several narrow it together, and alone they list all", async () => {
    expect(await answerTo("zinc video grade 7")).toMatchObject({
      chips: ["Video - zinc grade 7", "Grades 6-8 - zinc video"],
    });
    expect((await answerTo("video")).skus).toEqual(filed((title) => title.category_id === 2));
  });

  it("a chosen filter stays, and the word is looked for", async () => {
    expect(await answerTo("zinc video", { categoryId: 1 })).toMatchObject({ total: 20, chips: [] });
    expect((await answerTo("zinc book", { categoryId: 3 })).skus).toEqual(filed((title) => title.category_id === 3));
  });

  it("where nothing has the format, the nearest is shown, and said", async () => {
    expect(await answerTo("copper audio")).toMatchObject({ chips: ["Audio - copper"], total: 2 });
    expect(await answerTo('"zinc 01" audio')).toMatchObject({ chips: [], leftOut: ["audio"], skus: ["N1"] });
  });

  it("in quotes a format is a word of the title", async () => {
    expect(await answerTo('"book"')).toMatchObject({ total: 6, chips: undefined });
  });
});
