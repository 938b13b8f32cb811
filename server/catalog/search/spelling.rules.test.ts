import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorsBetween, maxErrors, oneErrorFrom, soundInSpanish } from "./spelling.rules.ts";

describe("spelling correction", () => {
  it("allows no errors in short words, one from four letters, and two from eight", () => {
    expect(["sex", "vape", "vapping", "nutrtion"].map(maxErrors)).toEqual([0, 1, 1, 2]);
  });

  it("counts extra, missing, wrong, and swapped letters as errors", () => {
    expect(errorsBetween("vapping", "vaping")).toBe(1);
    expect(errorsBetween("nutrtion", "nutrition")).toBe(1);
    expect(errorsBetween("fentynal", "fentanyl")).toBe(2);
    expect(errorsBetween("saftey", "safety")).toBe(1);
    expect(errorsBetween("recess", "recent")).toBe(2);
    expect(errorsBetween("", "abc")).toBe(3);
  });

  it("lists all words that are one error away", () => {
    const word = fc.stringMatching(/^[a-d]{4,7}$/);
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(oneErrorFrom(a).has(b)).toBe(errorsBetween(a, b) === 1);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ["nutrision", "nutricion"],
  ["baca", "vaca"],
  ["ogar", "hogar"],
  ["cabesa", "cabeza"],
  ["yuvia", "lluvia"],
  ["jente", "gente"],
  ["kien", "quien"],
])("in Spanish, %s sounds like %s", (typed, correct) => {
  expect(soundInSpanish(typed)).toBe(soundInSpanish(correct));
});

it.each([
  ["casa", "caja"],
  ["gato", "jato"],
  ["guerra", "jerra"],
  ["chico", "cico"],
  ["nutrision", "nutrition"],
])("in Spanish, %s doesn't sound like %s", (a, b) => {
  expect(soundInSpanish(a)).not.toBe(soundInSpanish(b));
});
