import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tagsOf, tagText } from "./tags-field.tsx";

describe("parsing tags", () => {
  it("splits on commas and drops empty tags", () => {
    expect(tagsOf(" nutrition,,  food   groups , ")).toEqual(["nutrition", "food groups"]);
    expect(tagsOf("")).toEqual([]);
  });

  it("keeps the first spelling of each tag", () => {
    expect(tagsOf("HIV, hiv, Hiv prevention")).toEqual(["HIV", "Hiv prevention"]);
  });

  it("also splits on line breaks", () => {
    expect(tagsOf("sleep\nstress\r\n")).toEqual(["sleep", "stress"]);
  });

  it("gives the same tags after storing and parsing them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(tagsOf(tagText(tagsOf(text)))).toEqual(tagsOf(text));
      }),
    );
  });
});
