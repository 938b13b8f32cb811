import { expect } from "vitest";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { type Letter, letterText } from "#server/platform/mail/letter/letter.ts";

/** A letterhead of a library without a postal address. */
export const letterhead = {
  siteName: "The Library",
  email: "help@example.org",
  publicUrl: "https://library.example.org",
  postalAddress: "",
};

/** Expects a Spanish letter to say everything the English one does, with no English left except `names`. */
export function expectBothLanguages(english: Letter, spanish: Letter, names: readonly string[] = []): void {
  expect(spanish.blocks.map(({ is }) => is)).toEqual(english.blocks.map(({ is }) => is));
  const [englishWords, spanishWords] = [wordsOf(english, names), wordsOf(spanish, names)];
  expect(spanishWords).toHaveLength(englishWords.length);
  expect(spanishWords.filter((words) => englishWords.includes(words))).toEqual([]);
  const footOf = (letter: Letter) => letterText(letter, letterhead).split("-- ")[1];
  expect(footOf(spanish)).not.toBe(footOf(english));
  expect(spanish.calendar?.day).toBe(english.calendar?.day);
  expect(letterHtml(spanish, letterhead)).toContain('<html lang="es">');
  expect(letterHtml(english, letterhead)).toContain('<html lang="en">');
  // its links continue in its language
  const buttons = spanish.blocks.filter(({ is }) => is === "button");
  expect(letterText(spanish, letterhead).match(/\?lang=es(?:#[\w-]+)?$/gm) ?? []).toHaveLength(buttons.length);
  expect(letterText(english, letterhead)).not.toContain("lang=");
}

/** Returns a letter's texts without the untranslated parts: numbers, names, and values of facts. */
function wordsOf({ subject, preview, heading, blocks, calendar }: Letter, names: readonly string[]): string[] {
  const texts = blocks.flatMap((block) => {
    if (block.is === "facts") return block.facts.map(({ name }) => name);
    if (block.is === "list") return [];
    return ["label" in block ? block.label : block.text];
  });
  return [subject, preview, heading, ...texts, ...(calendar ? [calendar.summary] : [])]
    .map((text) => names.reduce((rest, name) => rest.replaceAll(name, ""), text))
    .map((text) => text.replaceAll(/#|n\.º|\d/g, "").trim())
    .filter((text) => text !== "");
}
