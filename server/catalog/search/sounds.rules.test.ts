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
])("%s sounds like %s", (typed, meant) => {
  expect(soundInSpanish(typed)).toBe(soundInSpanish(meant));
});

it.each([
  ["casa", "caja"],
  ["gato", "jato"],
  ["guerra", "jerra"],
  ["chico", "cico"],
  ["nutrision", "nutrition"],
])("%s does not sound like %s", (one, other) => {
  expect(soundInSpanish(one)).not.toBe(soundInSpanish(other));
});

it("words that differ in vowels and in doubled letters have the same consonants", () => {
  expect(["teath", "helth", "aleergy", "self"].map(consonantsOf)).toEqual(["tth", "hlth", "lrg", "slf"]);
});
