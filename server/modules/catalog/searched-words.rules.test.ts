import { describe, expect, it } from "vitest";
import { splitSearch } from "./searched-words.rules.ts";

const word = (text: string, isExcluded = false) => ({ word: text, isExcluded });

describe("a search as words", () => {
  it("has plain words in lower case, with digits and inner dashes", () => {
    expect(splitSearch("Video grades 6-8 e-cigarette")).toEqual({
      words: ["video", "grades", "6-8", "e-cigarette"].map((text) => word(text)),
      others: [],
    });
  });

  it("knows an excluded word by its minus", () => {
    expect(splitSearch("nutrition -Video")).toEqual({ words: [word("nutrition"), word("video", true)], others: [] });
  });

  it("leaves phrases whole, and forgets signs without a letter or digit", () => {
    const text = '"healthy eating" video -"junk food" % "" c++';
    expect(splitSearch(text)).toEqual({ words: [word("video")], others: ['"healthy eating"', '-"junk food"', "c++"] });
  });

  it("takes nothing out of alternatives", () => {
    expect(splitSearch("books OR videos")).toEqual({ words: [], others: ["books", "OR", "videos"] });
  });
});
