import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tagsOf, tagText } from "./tags-field.tsx";

describe("tags", () => {
  it("are separated by commas, without empty ones", () => {
    expect(tagsOf(" nutrition,,  food   groups , ")).toEqual(["nutrition", "food groups"]);
    expect(tagsOf("")).toEqual([]);
  });

  it("are unique, as written first", () => {
    expect(tagsOf("HIV, hiv, Hiv prevention")).toEqual(["HIV", "Hiv prevention"]);
  });

  it("may be pasted one per line too", () => {
    expect(tagsOf("sleep\nstress\r\n")).toEqual(["sleep", "stress"]);
  });

  it("are the same after they were stored", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(tagsOf(tagText(tagsOf(text)))).toEqual(tagsOf(text));
      }),
    );
  });
});
