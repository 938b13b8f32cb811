import { describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { plant, searchFor } from "#server/test/planted-titles.ts";

const { db } = await testDatabase();

// every title has the searched word; its category, grades, and language differ
const titles = Array.from({ length: 60 }, (_, place) => ({
  title: `Zinc ${String(place).padStart(2, "0")}${place % 20 === 7 ? " for preschool" : ""}`,
  description: place % 11 === 0 ? "Comes with a book about copper." : "Plain.",
  reference_number: `N${place}`,
  category_id: (place % 3) + 1,
  grade_mask: [63, 1, 6, 24, 32][place % 5] ?? 63,
  language: place % 4 === 0 ? "es" : "en",
}));
await plant(db, titles);

const byText = (a: string, b: string) => (a < b ? -1 : 1);
async function answerTo(searchString: string, chosen: { categoryId?: number } = {}) {
  const { items, total, parsedQuery } = await searchFor(db, searchString, chosen);
  return {
    total,
    skus: items.map(({ referenceNumber }) => referenceNumber).toSorted(byText),
    chips: parsedQuery?.filters.map(({ name, without }) => `${name} - ${without}`),
    missingFormat: parsedQuery?.missingFormat,
  };
}
const skusWhere = (fits: (title: (typeof titles)[number]) => boolean) =>
  titles.flatMap((title) => (fits(title) ? [title.reference_number] : [])).toSorted(byText);

describe("filter words of a search", () => {
  it.each([
    ["zinc video", "Video - zinc", 2],
    ["libros zinc", "Book - zinc", 1],
    ["DVDs on zinc", "Video - zinc", 2],
    ["zinc audiobooks", "Audio - zinc", 3],
  ])("filter by a format: %s", async (text, chip, category) => {
    const { skus, chips } = await answerTo(text);
    expect(chips).toEqual([chip]);
    expect(skus).toEqual(skusWhere((title) => title.category_id === category));
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
  ])("filter by grades, including titles for all grades: %s", async (text, mask) => {
    const { skus, chips } = await answerTo(text);
    expect(chips).toHaveLength(1);
    expect(skus).toEqual(skusWhere((title) => (title.grade_mask & mask) !== 0));
  });

  it("filter by a language after “in”, before a format, and at the end", async () => {
    const inSpanish = skusWhere((title) => title.language === "es");
    for (const text of ["zinc in Spanish", "zinc en español", "Spanish books zinc or copper", "zinc spanish"])
      expect(
        (await answerTo(text)).skus.every((sku) => inSpanish.includes(sku)),
        text,
      ).toBe(true);
    expect((await answerTo("Spanish zinc")).chips).toEqual([]);
  });

  it.each([
    "zinc for 7th grade",
    "for 7th grade zinc",
    "7th grade lessons on zinc",
    "zinc in Spanish",
    "a zinc video in English",
  ])("leave no “for” or “in” behind when they are removed: %s", async (text) => {
    expect((await answerTo(text)).chips?.join(" ")).not.toMatch(/(?:- |\b)(?:for|in|on|a)$|- (?:for|in|on|a) /);
  });

  it("are combined, and list all matching titles without other words", async () => {
    expect(await answerTo("zinc video grade 7")).toMatchObject({
      chips: ["Video - zinc grade 7", "Grades 6-8 - zinc video"],
    });
    expect((await answerTo("video")).skus).toEqual(skusWhere((title) => title.category_id === 2));
  });

  it("are searched for as words if a filter is already chosen", async () => {
    expect(await answerTo("zinc video", { categoryId: 1 })).toMatchObject({ total: 20, chips: [] });
    expect((await answerTo("zinc book", { categoryId: 3 })).skus).toEqual(
      skusWhere((title) => title.category_id === 3),
    );
  });

  it("are left out with a note if no title has the format", async () => {
    expect(await answerTo("copper audio")).toMatchObject({ chips: ["Audio - copper"], total: 2 });
    expect(await answerTo('"zinc 01" audio')).toMatchObject({ chips: [], missingFormat: "Audio", skus: ["N1"] });
  });
});
