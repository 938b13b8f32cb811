import { describe, expect, it } from "vitest";
import { clausesOf, wordsOf } from "./searched-words.rules.ts";

/** A search in short: quotes around what is quoted, a minus before what is excluded, and slashes between alternatives. */
const inShort = (text: string) =>
  clausesOf(text).map((clause) =>
    clause
      .map(({ words, isQuoted, isExcluded }) => {
        const joined = words.join(" ");
        return `${isExcluded ? "-" : ""}${isQuoted ? `"${joined}"` : joined}`;
      })
      .join(" / "),
  );

describe("a search in its parts", () => {
  it("has plain words without accents, with digits and inner dashes", () => {
    expect(inShort("Vídeo grades 6-8 e-Cigarette women's")).toEqual([
      "video",
      "grades",
      "6 8",
      "e cigarette",
      "women s",
    ]);
  });

  it("knows an excluded word by its minus", () => {
    expect(inShort("nutrition -Video - now")).toEqual(["nutrition", "-video", "now"]);
  });

  it("leaves phrases whole, and forgets signs without a letter or digit", () => {
    expect(inShort('"Healthy eating" food/water -"junk food" % "" c++ #V97')).toEqual([
      '"healthy eating"',
      "food",
      "water",
      '-"junk food"',
      "c",
      "v97",
    ]);
  });

  it("takes alternatives as one part", () => {
    expect(inShort("books OR videos or audios tobacco or")).toEqual(["books / videos / audios", "tobacco"]);
  });

  it("keeps what was typed, to say it", () => {
    expect(clausesOf('Vapping “now” "E-cigs"').map(([piece]) => piece?.typed)).toEqual(["Vapping", "now", "E-cigs"]);
  });

  it("has a limit", () => {
    expect(clausesOf("word ".repeat(100))).toHaveLength(20);
    expect(wordsOf("")).toEqual([]);
  });
});
