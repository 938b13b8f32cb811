import type { Database } from "#server/platform/database.ts";
import {
  consonantsOf,
  doubledElsewhere,
  errorsBetween,
  maxErrors,
  oneErrorFrom,
  soundInSpanish,
} from "./spelling.rules.ts";
import { filterWords } from "./filter-words.rules.ts";
import { littleWords } from "./searched-words.rules.ts";
import { usesOf, wordsAmong, wordsLike } from "./terms.queries.ts";

/** Returns the most likely correction of a mistyped word; undefined if no word of the titles is close enough. */
export async function correctWord(
  db: Database,
  word: string,
  isExpected: (candidate: string) => boolean,
  isSpanish: (candidate: string) => boolean,
): Promise<string | undefined> {
  const max = maxErrors(word);
  if (max === 0) return undefined;
  const mistyped = { word, isExpected, isSpanish };
  const variants = new Set([...oneErrorFrom(word), ...doubledElsewhere(word)]);
  const near = await bestOf(db, mistyped, [
    ...new Set([...(await wordsAmong(db, [...variants])), ...knownWords.filter((each) => variants.has(each))]),
  ]);
  if (near !== undefined || max === 1) return near;
  const similar = [...new Set([...(await wordsLike(db, word)), ...knownWords])];
  return bestOf(
    db,
    mistyped,
    similar.filter((candidate) => errorsBetween(word, candidate) === 2),
  );
}

const maxCompared = 12;

/** Shared first letters that make a correction likelier: "nutrional" is "nutritional" rather than "national". */
const prefixLength = 4;

/** Words that query parsing knows, whether or not titles have them. */
const knownWords = [...new Set([...filterWords, ...littleWords()])].filter((word) => !word.includes(" "));

type Mistyped = { word: string; isExpected: (candidate: string) => boolean; isSpanish: (candidate: string) => boolean };

/**
 * Picks the best of equally close words: one with the same first letter, one with the same prefix, sound, or consonants,
 * one of the expected language, and then the one in the most titles.
 */
async function bestOf(
  db: Database,
  { word, isExpected, isSpanish }: Mistyped,
  near: readonly string[],
): Promise<string | undefined> {
  if (near.length === 0) return undefined;
  const sound = soundInSpanish(word);
  const soundsAlike = (candidate: string) =>
    (isSpanish(candidate) && soundInSpanish(candidate) === sound) || consonantsOf(candidate) === consonantsOf(word);
  const likely = (candidate: string) =>
    6 * Number(candidate[0] === word[0]) +
    2 * Number(candidate.startsWith(word.slice(0, prefixLength))) +
    2 * Number(soundsAlike(candidate)) +
    Number(isExpected(candidate));
  const likeliest = near.toSorted((a, b) => likely(b) - likely(a)).slice(0, maxCompared);
  const uses = await usesOf(db, likeliest);
  const used = likeliest.filter((candidate) => uses.has(candidate) || knownWords.includes(candidate));
  return used.toSorted((a, b) => likely(b) - likely(a) || (uses.get(b) ?? 0) - (uses.get(a) ?? 0))[0];
}

/** Splits a compound into two words as a phrase, "e cigarette" for "ecigarette"; undefined if no title has it. */
export async function splitWord(db: Database, word: string): Promise<string | undefined> {
  if (word.length < 5) return undefined;
  const parts = Array.from({ length: word.length - 3 }, (_, at) => `${word.slice(0, at + 1)} ${word.slice(at + 1)}`);
  const uses = await usesOf(db, parts);
  return parts.filter((each) => uses.has(each)).toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0))[0];
}
