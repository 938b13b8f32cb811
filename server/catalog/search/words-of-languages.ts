import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as z from "zod";
import { plainText } from "./searched-words.rules.ts";

/** Common words of English and Spanish without accents, by rank, the most common first. */
export type CommonWords = { en: ReadonlyMap<string, number>; es: ReadonlyMap<string, number> };

let common: Promise<CommonWords> | undefined;

/** Loads about 100,000 words with the first search that needs them. */
export function commonWords(): Promise<CommonWords> {
  common ??= load();
  return common;
}

async function load(): Promise<CommonWords> {
  const [english, spanish] = await Promise.all([
    wordList("@zxcvbn-ts/language-en/src/commonWords.json"),
    wordList("@zxcvbn-ts/language-es-es/src/commonWords.json"),
  ]);
  return { en: ranksOf(english), es: ranksOf(spanish) };
}

function ranksOf(words: readonly string[]): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const [rank, text] of words.entries()) {
    const word = plainText(text).toLowerCase();
    if (!ranks.has(word)) ranks.set(word, rank);
  }
  return ranks;
}

/** The minimum ratio of a word's ranks in two languages, because English lists have Spanish words, too. */
const minRatio = 2;

/** Returns the language of a word; undefined if it belongs to both or neither. */
export function languageOfWord(word: string, { en, es }: CommonWords): "en" | "es" | undefined {
  const [english, spanish] = [en.get(word) ?? Infinity, es.get(word) ?? Infinity];
  if (english === spanish) return undefined;
  if (english >= spanish * minRatio) return "es";
  return spanish >= english * minRatio ? "en" : undefined;
}

/** Detects Spanish by its letters, or a language by more words in it than in the other; "" if neither has more. */
export function languageOf(text: string, words: readonly string[], common: CommonWords): "en" | "es" | "" {
  if (/[ñ¿¡áíóúé]/iu.test(text)) return "es";
  const languages = words.map((word) => languageOfWord(word, common));
  const [spanish = 0, english = 0] = ["es", "en"].map((code) => languages.filter((each) => each === code).length);
  return spanish === english ? "" : spanish > english ? "es" : "en";
}

const { resolve } = createRequire(import.meta.url);
const words = z.array(z.coerce.string());

/** Reads a word list from a package's JSON file; importing the package would keep all its lists in memory. */
async function wordList(file: string): Promise<string[]> {
  return words.parse(JSON.parse(await readFile(resolve(file), "utf8")));
}
