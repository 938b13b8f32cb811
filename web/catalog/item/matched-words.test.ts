import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitAtMatches } from "./item-shelf.tsx";

const marked = (text: string, search: string) => splitAtMatches(text, search).filter((_, index) => index % 2 === 1);

describe("highlighting the words of a search", () => {
  it.each([
    ["Healthy eating for healthy teeth", "healthy eating", ["Healthy", "eating", "healthy"]],
    ["Talking about vapes", "vaping", ["vapes"]],
    ["El corazón sano", "CORAZON", ["corazón"]],
    ["E-cigarettes and you", "cigarette", ["cigarettes"]],
    ["Bodies and growth", "body", ["Bodies"]],
    ["The facts for the class", "the facts for", ["facts"]],
    ["Food safety", "saf", []],
    ["Food safety", "", []],
    ["HIV 101", '#101 "hiv"', ["HIV", "101"]],
  ])("marks in %j what matches %j", (text, search, words) => {
    expect(marked(text, search)).toEqual(words);
  });

  it("keeps the text of a title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, search) => {
        expect(splitAtMatches(text, search).join("")).toBe(text);
      }),
    );
  });
});
