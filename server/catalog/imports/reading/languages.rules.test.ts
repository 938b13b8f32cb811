import { describe, expect, it } from "vitest";
import { isSeveralLanguages, languageInText } from "./languages.rules.ts";

describe("a language in a file", () => {
  it.each([
    ["English", "en"],
    ["EN-US", "en"],
    ["Inglés", "en"],
    ["Spanish", "es"],
    ["Español", "es"],
    ["Castellano", "es"],
    ["Spanish (Latin America)", "es"],
    ["Chinese (Simplified)", "zh"],
    ["中文", "zh"],
    ["Tiếng Việt", "vi"],
    ["Tagalog", "fil"],
    ["Hmong", "hmn"],
    ["und", ""],
  ])("is understood by its code or name: %s", (text, tag) => {
    expect(languageInText(text)).toBe(tag);
    expect(isSeveralLanguages(text)).toBe(false);
  });

  it.each([
    ["Spanish/English", "es"],
    ["ENG;SPA", "es"],
    ["Bilingual (English/Spanish)", "es"],
    ["Vietnamese and Chinese", "vi"],
    ["inglés y español", "es"],
  ])("is the one that isn't English if a title has several: %s", (text, tag) => {
    expect(languageInText(text)).toBe(tag);
  });

  it.each(["Bilingual", "Klingonese", "Spanish/Klingonese", "n/a", "both", "various"])("isn't guessed: %s", (text) => {
    expect(languageInText(text)).toBeUndefined();
  });

  it.each(["Spanish/English", "ENG;SPA", "English and Spanish"])("is one of several: %s", (text) => {
    expect(isSeveralLanguages(text)).toBe(true);
  });
});
