import { describe, expect, it } from "vitest";
import { synonymExamples } from "./search-results.tsx";
import fc from "fast-check";
import { splitAtMatches } from "#web/catalog/item/item-shelf.tsx";

const inEnglish = (...words: string[]) => words.map((word) => ({ word, language: "en" as const }));
const inSpanish = (...words: string[]) => words.map((word) => ({ word, language: "es" as const }));
const vaping = {
  typed: "vaping",
  words: [...inSpanish("vapeador", "vapeo"), ...inEnglish("e-cigarette", "ecigarette", "juul", "vape", "vapes")],
};

it("a search names its first two synonyms in the reader's language, and no other spelling of a word", () => {
  expect(synonymExamples([vaping], "en")).toEqual(["e-cigarette", "juul"]);
  expect(synonymExamples([vaping], "es")).toEqual(["vapeador", "vapeo"]);
});

it("a search for several topics names a synonym of each", () => {
  const teens = { typed: "teens", words: inEnglish("adolescents", "youth") };
  expect(synonymExamples([vaping, teens], "en")).toEqual(["e-cigarette", "adolescents"]);
});

it("a search names no synonym in another language, and none that repeats the typed word", () => {
  expect(synonymExamples([{ typed: "nicotine", words: inSpanish("nicotina") }], "en")).toEqual([]);
  const diabetes = { typed: "Diabetes", words: inEnglish("type 1 diabetes", "blood sugar", "insulin") };
  expect(synonymExamples([diabetes], "en")).toEqual(["blood sugar", "insulin"]);
});

const matchesIn = (text: string, search: string) => splitAtMatches(text, search).filter((_, index) => index % 2 === 1);

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
  ])("marks the words of %j that match %j", (text, search, words) => {
    expect(matchesIn(text, search)).toEqual(words);
  });

  it("keeps the text of a title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, search) => {
        expect(splitAtMatches(text, search).join("")).toBe(text);
      }),
    );
  });
});
