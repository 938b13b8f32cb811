import type { FilterWords } from "./filter-words.rules.ts";
import type { Clause, Piece } from "./searched-words.rules.ts";
import type { ParsedQuery } from "#contract/catalog/catalog.ts";

/** A query for one way to match the typed text; `weight` is 1 for the typed words. */
export type Way = { query: string; weight: number; isPhrase: boolean };

/** Keeps the first of duplicate ways, which has the highest weight: "vape" and "vaping" have one stem. */
export const uniqueWays = (ways: readonly Way[]) =>
  ways.filter(({ query }, at) => ways.findIndex((way) => way.query === query) === at);

/** A part of a search that a title must match in one of these ways, or must not match if `isExcluded`. */
export type Requirement = {
  typed: string;
  ways: readonly Way[];
  isExcluded: boolean;
  /** Whether it's just common words, which a title doesn't need if no title has all the words. */
  isWeak: boolean;
  /** Whether it has synonyms, so that it's the topic of a search rather than a rare word next to it. */
  isTopic: boolean;
  /** Its indexes among the clauses. */
  places: readonly number[];
};

/** Builds the tsquery for titles that match a word in any of its ways. */
export const anyWay = ({ ways }: Pick<Requirement, "ways">) => `(${ways.map(({ query }) => `(${query})`).join(" | ")})`;

/** Builds the tsquery for titles with all of these. */
export const allOf = (requirements: readonly Requirement[]) =>
  requirements.map((each) => (each.isExcluded ? `!${anyWay(each)}` : anyWay(each))).join(" & ");

/** A typed word that no title has, and the word searched for instead. */
export type Correction = { typed: string; shown: string };

/** A typed word, and the synonyms that are searched for, too. */
export type Also = {
  typed: string;
  words: readonly string[];
  /** The synonym entries. */
  entries: readonly number[];
};

export type Meaning = {
  clauses: readonly Clause[];
  requirements: readonly Requirement[];
  filters: readonly FilterWords[];
  corrections: readonly Correction[];
  also: readonly Also[];
  /** The language of the search, whose titles come first. */
  language: "en" | "es";
  /** The words as a phrase that ranks higher; "" for a single word. */
  phrase: string;
};

/** The tsquery of a search, and the ranking criteria of its matches. */
export type Terms = {
  match: string;
  meaning: Meaning;
  exact: number[];
  filters: readonly FilterWords[];
  /** In a relaxed search, filters that only raise the rank. */
  preferred?: readonly FilterWords[];
  /** In a relaxed search, each part's share of the total weight. */
  coverage?: readonly { query: string; share: number }[];
  /** Words that some results don't have. */
  omittedWords?: readonly string[];
  /** Words that no title has. */
  unknownWords?: readonly string[];
  /** A format without results, which was left out. */
  missingFormat?: string;
};

/** Describes how a search was interpreted; undefined if it was taken literally. */
export function parsedOf(
  { meaning, filters, omittedWords = [], unknownWords = [], missingFormat = "" }: Terms,
  languageOf: (text: string) => "en" | "es" | "",
): ParsedQuery | undefined {
  const { clauses, corrections } = meaning;
  const also = meaning.also.flatMap(({ typed, words }) => {
    const corrected = corrections.find((correction) => correction.typed === typed)?.shown ?? typed;
    return words.length > 0
      ? [{ typed: corrected, words: words.map((word) => ({ word, language: languageOf(word) })) }]
      : [];
  });
  if ([corrections, also, filters, omittedWords, unknownWords, missingFormat].every((each) => each.length === 0))
    return undefined;
  // the search as typed keeps a format as a filter, but not a subject
  const narrows = (place: number) => filters.some(({ kind, places }) => kind !== "subject" && places.includes(place));
  const narrowing = filters.map(({ kind, id, name, places }) => ({
    kind,
    id,
    name,
    typed: textOf(clauses.filter((_, place) => places.includes(place))),
    without:
      kind === "subject"
        ? clauses.map((clause, place) => textOf([clause], places.includes(place))).join(" ")
        : textWithout(meaning, places),
  }));
  return {
    corrections: [...corrections],
    also,
    filters: narrowing,
    omittedWords: [...omittedWords],
    unknownWords: [...unknownWords],
    missingFormat,
    literalQuery: clauses.map((clause, place) => textOf([clause], !narrows(place))).join(" "),
  };
}

/** Returns the typed text without some words, and without a "for" or "in" left over at the beginning or end. */
function textWithout({ clauses, requirements, filters }: Meaning, places: readonly number[]): string {
  const meant = new Set([...requirements, ...filters].flatMap((each) => each.places));
  const left = [...clauses.keys()].filter((place) => !places.includes(place));
  const [first = 0, last = -1] = [left.find((place) => meant.has(place)), left.findLast((place) => meant.has(place))];
  return textOf(clauses.filter((_, place) => left.includes(place) && place >= first && place <= last));
}

export function correctedText(clauses: readonly Clause[], corrections: readonly Correction[]): string {
  const replacements = new Map(corrections.map((correction) => [correction.typed, correction.shown]));
  return textOf(
    clauses.map((clause) => clause.map((piece) => ({ ...piece, typed: replacements.get(piece.typed) ?? piece.typed }))),
  );
}

export function textOf(clauses: readonly Clause[], isQuoted = false): string {
  const textOfPiece = (piece: Piece) => {
    const text = isQuoted || piece.isQuoted ? `"${piece.typed}"` : piece.typed;
    return piece.isExcluded ? `-${text}` : text;
  };
  return clauses.map((clause) => clause.map(textOfPiece).join(" or ")).join(" ");
}
