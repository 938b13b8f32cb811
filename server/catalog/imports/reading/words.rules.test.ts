import { expect, it } from "vitest";
import { WordCount, wordKey } from "#server/platform/tables/words.rules.ts";
import { shortenedTitle, withMeaning } from "./names.rules.ts";
import { fileFields } from "./file-fields.rules.ts";

it("a long title is shortened between two words, without trailing punctuation", () => {
  expect(shortenedTitle("Washing hands, step by step", 16)).toBe("Washing hands…");
  expect(shortenedTitle("Washing hands step by step", 14)).toBe("Washing hands…");
  expect(shortenedTitle("Washing hands step by step", 13)).toBe("Washing…");
  expect(shortenedTitle("Ab supercalifragilistic", 10)).toBe("Ab superc…");
  expect(shortenedTitle(`${"x".repeat(8)}😀😀`, 10)).toBe("xxxxxxxx…");
  for (const maxLength of [20, 40, 60])
    expect(
      shortenedTitle("A long title of many words that says what it is about, and more", maxLength).length,
    ).toBeLessThanOrEqual(maxLength);
});

it("the key of a word is the same however it is typed", () => {
  expect(wordKey("subject", " Health  & Safety ")).toBe(wordKey("subject", "health and safety"));
  expect(wordKey("subject", "Health")).not.toBe(wordKey("category", "Health"));
});

it("a match replaces only the whole word in a cell", () => {
  expect(withMeaning("Primary, Primary school; K-2", "Primary", "Grades K-2")).toBe("Grades K-2, Primary school, K-2");
  expect(withMeaning("Safety, at home", "Safety, at home", "Safety")).toBe("Safety");
  expect(withMeaning("n/a; K-2", "n/a", "")).toBe(" K-2");
});

it("unknown words are counted by row, the most frequent first", () => {
  const count = new WordCount();
  count.add([{ field: "subject", word: "Wellness", value: null }]);
  count.add([
    { field: "subject", word: "Home", value: "Safety" },
    { field: "grade", word: "Primary", value: null },
  ]);
  count.add([{ field: "subject", word: "home", value: "Safety" }]);
  expect(count.mostFrequent(2)).toEqual([
    { field: "subject", word: "Home", value: "Safety", rows: 2, choices: [] },
    { field: "subject", word: "Wellness", value: null, rows: 1, choices: [] },
  ]);
});

it.each([
  ["2019", "2019"],
  ["c2019.", "2019"],
  ["ca. 1998-2001", "1998"],
  ["20199", "20199"],
  ["19", "19"],
])("a cell with “%s” is parsed as the year %s", (cell, year) => {
  expect(fileFields.publishedYear.read(cell, { categories: [], subjects: [], grades: [] })).toBe(year);
});
