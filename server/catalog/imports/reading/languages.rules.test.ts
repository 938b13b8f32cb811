import { describe, expect, it } from "vitest";
import { isSeveralLanguages, languageInText } from "./languages.rules.ts";

describe("a language in a file", () => {
  it.each([
    ["English", "en"],
    ["en", "en"],
    ["eng", "en"],
    ["EN-US", "en"],
    ["Inglés", "en"],
    ["English only", "en"],
    ["Spanish", "es"],
    ["SPA", "es"],
    ["Español", "es"],
    ["espanol", "es"],
    ["Castellano", "es"],
    ["Spanish (Latin America)", "es"],
    ["Spanish language", "es"],
    ["Chinese (Simplified)", "zh"],
    ["zh-Hans", "zh"],
    ["中文", "zh"],
    ["Mandarin", "zh"],
    ["Tiếng Việt", "vi"],
    ["Tagalog", "fil"],
    ["Farsi", "fa"],
    ["Hmong", "hmn"],
    ["Italian", "it"],
    ["und", ""],
  ])("is understood by its code or name: %s", (text, tag) => {
    expect(languageInText(text)).toBe(tag);
    expect(isSeveralLanguages(text)).toBe(false);
  });

  it.each([
    ["Spanish/English", "es"],
    ["English & Spanish", "es"],
    ["ENG;SPA", "es"],
    ["English, Spanish", "es"],
    ["Bilingual (English/Spanish)", "es"],
    ["Bilingual: English and Spanish", "es"],
    ["English-Spanish bilingual", "es"],
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
