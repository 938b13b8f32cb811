import { wordList } from "#server/platform/word-list.ts";
import { plainText } from "./searched-words.rules.ts";

/** The words of English and Spanish that people use, without accents; each with its place, the most common first. */
export type CommonWords = { en: ReadonlyMap<string, number>; es: ReadonlyMap<string, number> };

let common: Promise<CommonWords> | undefined;

/** Loaded with the first search that has a word: about 100,000 words. */
export function commonWords(): Promise<CommonWords> {
  common ??= load();
  return common;
}

async function load(): Promise<CommonWords> {
  const [english, spanish] = await Promise.all([
    wordList("@zxcvbn-ts/language-en/src/commonWords.json"),
    wordList("@zxcvbn-ts/language-es-es/src/commonWords.json"),
  ]);
  return { en: placesOf(english), es: placesOf(spanish) };
}

function placesOf(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, written] of words.entries()) {
    const word = plainText(written).toLowerCase();
    if (!places.has(word)) places.set(word, place);
  }
  return places;
}

/** A word is of the language that uses it at least so many times as often: English lists have Spanish words, too. */
const moreOften = 2;

/** The language that a word is of; undefined where it is of both, or of neither. */
export function languageOfWord(word: string, { en, es }: CommonWords): "en" | "es" | undefined {
  const [english, spanish] = [en.get(word) ?? Infinity, es.get(word) ?? Infinity];
  if (english === spanish) return undefined;
  if (english >= spanish * moreOften) return "es";
  return spanish >= english * moreOften ? "en" : undefined;
}
