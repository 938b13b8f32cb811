import { expect, it } from "vitest";
import { shortenedTitle, withMeaning, WordCount, wordKey } from "./names.rules.ts";

it("shortens a title between two words, without what is left of a sentence", () => {
  expect(shortenedTitle("Washing hands, step by step", 16)).toBe("Washing hands…");
  expect(shortenedTitle("Washing hands step by step", 14)).toBe("Washing hands…");
  expect(shortenedTitle("Washing hands step by step", 13)).toBe("Washing…");
  expect(shortenedTitle("Ab supercalifragilistic", 10)).toBe("Ab superc…");
  expect(shortenedTitle(`${"x".repeat(8)}😀😀`, 10)).toBe("xxxxxxxx…");
  for (const most of [20, 40, 60])
    expect(
      shortenedTitle("A long title of many words that says what it is about, and more", most).length,
    ).toBeLessThanOrEqual(most);
});

it("knows a word however it is typed", () => {
  expect(wordKey("subject", " Health  & Safety ")).toBe(wordKey("subject", "health and safety"));
  expect(wordKey("subject", "Health")).not.toBe(wordKey("category", "Health"));
});

it("replaces a word of several, and only the whole word", () => {
  expect(withMeaning("Primary, Primary school; K-2", "Primary", "Grades K-2")).toBe("Grades K-2, Primary school, K-2");
  expect(withMeaning("Safety, at home", "Safety, at home", "Safety")).toBe("Safety");
  expect(withMeaning("n/a; K-2", "n/a", "")).toBe(" K-2");
});

it("counts the rows of each word, the most frequent first", () => {
  const count = new WordCount();
  count.add([{ field: "subject", word: "Wellness", value: null }]);
  count.add([
    { field: "subject", word: "Home", value: "Safety" },
    { field: "grade", word: "Primary", value: null },
  ]);
  count.add([{ field: "subject", word: "home", value: "Safety" }]);
  expect(count.most(2)).toEqual([
    { field: "subject", word: "Home", value: "Safety", rows: 2 },
    { field: "subject", word: "Wellness", value: null, rows: 1 },
  ]);
});
