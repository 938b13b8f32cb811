import { expect, it } from "vitest";
import { commonWords, languageOfWord } from "./words-of-languages.ts";

it("a word is of the language that uses it more, though both lists have it", async () => {
  const common = await commonWords();
  const languages = (words: string) => words.split(" ").map((word) => languageOfWord(word, common));
  expect(languages("corazon agua asma salud")).toEqual(["es", "es", "es", "es"]);
  expect(languages("asthma drug nutrition")).toEqual(["en", "en", "en"]);
  expect(languages("social mental hepatitis qqxz")).toEqual([undefined, undefined, undefined, undefined]);
});
