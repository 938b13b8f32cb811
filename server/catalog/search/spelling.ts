import type { Database } from "#server/platform/database.ts";
import {
  consonantsOf,
  doubledElsewhere,
  errorsBetween,
  errorsIn,
  oneErrorFrom,
  soundInSpanish,
} from "./spelling.rules.ts";
import { filterWords } from "./filter-words.rules.ts";
import { littleWords } from "./searched-words.rules.ts";
import { usesOf, wordsAmong, wordsLike } from "./terms.queries.ts";

/** The word of the titles that a mistyped one most likely means; undefined when none is near enough. */
export async function correctWord(
  db: Database,
  word: string,
  isExpected: (other: string) => boolean,
  isSpanish: (other: string) => boolean,
): Promise<string | undefined> {
  const most = errorsIn(word);
  if (most === 0) return undefined;
  const mistyped = { word, isExpected, isSpanish };
  const made = new Set([...oneErrorFrom(word), ...doubledElsewhere(word)]);
  const near = await bestOf(db, mistyped, [
    ...new Set([...(await wordsAmong(db, [...made])), ...readWords.filter((each) => made.has(each))]),
  ]);
  if (near !== undefined || most === 1) return near;
  const alike = [...new Set([...(await wordsLike(db, word)), ...readWords])];
  return bestOf(
    db,
    mistyped,
    alike.filter((other) => errorsBetween(word, other) === 2),
  );
}

const maxCompared = 12;

/** Letters that words share which begin alike: "nutrional" is rather "nutritional" than "national". */
const beginning = 4;

/** Words that a search is read by, whether or not titles have them. */
const readWords = [...new Set([...filterWords, ...littleWords()])].filter((word) => !word.includes(" "));

type Mistyped = { word: string; isExpected: (other: string) => boolean; isSpanish: (other: string) => boolean };

/**
 * Of words that are equally near, one with the same first letter, one that begins alike or sounds the same in its language or differs
 * in vowels, one of the expected language, and then the one of most titles.
 */
async function bestOf(
  db: Database,
  { word, isExpected, isSpanish }: Mistyped,
  near: readonly string[],
): Promise<string | undefined> {
  if (near.length === 0) return undefined;
  const sound = soundInSpanish(word);
  const soundsAlike = (other: string) =>
    (isSpanish(other) && soundInSpanish(other) === sound) || consonantsOf(other) === consonantsOf(word);
  const likely = (other: string) =>
    6 * Number(other[0] === word[0]) +
    2 * Number(other.startsWith(word.slice(0, beginning))) +
    2 * Number(soundsAlike(other)) +
    Number(isExpected(other));
  const some = near.toSorted((one, other) => likely(other) - likely(one)).slice(0, maxCompared);
  const uses = await usesOf(db, some);
  const used = some.filter((other) => uses.has(other) || readWords.includes(other));
  return used.toSorted((one, other) => likely(other) - likely(one) || (uses.get(other) ?? 0) - (uses.get(one) ?? 0))[0];
}

/** The two words that a compound joins, "e cigarette" of "ecigarette", as one phrase; undefined when titles have none. */
export async function splitWord(db: Database, word: string): Promise<string | undefined> {
  if (word.length < 5) return undefined;
  const parts = Array.from({ length: word.length - 3 }, (_, at) => `${word.slice(0, at + 1)} ${word.slice(at + 1)}`);
  const uses = await usesOf(db, parts);
  return parts
    .filter((each) => uses.has(each))
    .toSorted((one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0))[0];
}
