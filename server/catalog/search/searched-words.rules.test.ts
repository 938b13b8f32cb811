import { describe, expect, it } from "vitest";
import { clausesOf, wordsOf } from "./searched-words.rules.ts";

/** Formats a search with quotes around phrases, a minus before excluded words, and slashes between alternatives. */
const inShort = (text: string) =>
  clausesOf(text).map((clause) =>
    clause
      .map(({ words, isQuoted, isExcluded }) => {
        const joined = words.join(" ");
        return `${isExcluded ? "-" : ""}${isQuoted ? `"${joined}"` : joined}`;
      })
      .join(" / "),
  );

describe("query parsing", () => {
  it("splits a search into plain words without accents, with digits and inner dashes", () => {
    expect(inShort("Vídeo grades 6-8 e-Cigarette women's")).toEqual([
      "video",
      "grades",
      "6 8",
      "e cigarette",
      "women s",
    ]);
  });

  it("recognizes an excluded word by its minus", () => {
    expect(inShort("nutrition -Video - now")).toEqual(["nutrition", "-video", "now"]);
  });

  it("keeps phrases whole, and drops tokens without a letter or digit", () => {
    expect(inShort('"Healthy eating" food/water -"junk food" % "" c++ #V97')).toEqual([
      '"healthy eating"',
      "food",
      "water",
      '-"junk food"',
      "c",
      "v97",
    ]);
  });

  it("joins alternatives in one clause", () => {
    expect(inShort("books OR videos or audios tobacco or")).toEqual(["books / videos / audios", "tobacco"]);
  });

  it("keeps the text as typed for display", () => {
    expect(clausesOf('Vapping “now” "E-cigs"').map(([piece]) => piece?.typed)).toEqual(["Vapping", "now", "E-cigs"]);
  });

  it("limits the number of clauses", () => {
    expect(clausesOf("word ".repeat(100))).toHaveLength(20);
    expect(wordsOf("")).toEqual([]);
  });
});
