import { expect, it } from "vitest";
import { consonantsOf, soundInSpanish } from "./spelling.rules.ts";

it.each([
  ["nutrision", "nutricion"],
  ["baca", "vaca"],
  ["ogar", "hogar"],
  ["cabesa", "cabeza"],
  ["yuvia", "lluvia"],
  ["jente", "gente"],
  ["kien", "quien"],
])("in Spanish, %s sounds like %s", (typed, meant) => {
  expect(soundInSpanish(typed)).toBe(soundInSpanish(meant));
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

it("words that differ in vowels and in doubled letters have the same consonants", () => {
  expect(["teath", "helth", "aleergy", "self"].map(consonantsOf)).toEqual(["tth", "hlth", "lrg", "slf"]);
});
