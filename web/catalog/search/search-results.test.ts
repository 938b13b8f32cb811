import { expect, it } from "vitest";
import { synonymExamples } from "./search-results.tsx";

const inEnglish = (...words: string[]) => words.map((word) => ({ word, language: "en" as const }));
const inSpanish = (...words: string[]) => words.map((word) => ({ word, language: "es" as const }));
const vaping = {
  typed: "vaping",
  words: [...inSpanish("vapeador", "vapeo"), ...inEnglish("e-cigarette", "ecigarette", "juul", "vape", "vapes")],
};

it("a search names two of its synonyms, in the reader's language, and no other spelling of a word", () => {
  expect(synonymExamples([vaping], "en")).toEqual(["e-cigarette", "juul"]);
  expect(synonymExamples([vaping], "es")).toEqual(["vapeador", "vapeo"]);
});

it("a search for several topics names a synonym of each", () => {
  const teens = { typed: "teens", words: inEnglish("adolescents", "youth") };
  expect(synonymExamples([vaping, teens], "en")).toEqual(["e-cigarette", "adolescents"]);
});

it("a search names synonyms in the other language if there are none in the reader's", () => {
  expect(synonymExamples([{ typed: "nicotine", words: inSpanish("nicotina") }], "en")).toEqual(["nicotina"]);
});
