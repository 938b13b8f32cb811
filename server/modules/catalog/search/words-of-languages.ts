import { plainText } from "./plain-text.rules.ts";

/** The words of English and Spanish that people use, without accents. */
export type CommonWords = { en: ReadonlySet<string>; es: ReadonlySet<string> };

let common: Promise<CommonWords> | undefined;

/** Loaded with the first search that has a word: about 100,000 words. */
export function commonWords(): Promise<CommonWords> {
  common ??= load();
  return common;
}

async function load(): Promise<CommonWords> {
  const [english, spanish] = await Promise.all([import("@zxcvbn-ts/language-en"), import("@zxcvbn-ts/language-es-es")]);
  const plain = (words: readonly (string | number)[]) =>
    new Set(words.map((word) => plainText(String(word)).toLowerCase()));
  return { en: plain(english.dictionary["commonWords-en"]), es: plain(spanish.dictionary["commonWords-es-es"]) };
}
