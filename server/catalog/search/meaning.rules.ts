import type { FilterWords } from "./filter-words.rules.ts";
import type { Clause, Piece } from "./searched-words.rules.ts";
import type { Understood } from "#contract/catalog/catalog.ts";

/** One way in which a title can have what was typed; `weight` is 1 for the typed words. */
export type Way = { query: string; weight: number; isPhrase: boolean };

/** Each once, as what it counts most: "vape" and "vaping" are one form. */
export const unlike = (ways: readonly Way[]) =>
  ways.filter(({ query }, at) => ways.findIndex((way) => way.query === query) === at);

/** What a title must have, in one of these ways; with `isExcluded`, must not. */
export type Wanted = {
  typed: string;
  ways: readonly Way[];
  isExcluded: boolean;
  /** Words that say little: a title without them is still found where no title has all. */
  isWeak: boolean;
  /** The thesaurus has it: it is what a search is about, rather than a rare word beside it. */
  isTopic: boolean;
  /** Its places among the clauses. */
  places: readonly number[];
  /** The entries of the thesaurus that say it. */
  entries: readonly number[];
  /** Of a relaxed search: broader and narrower words, where few titles have one of these. */
  related?: readonly Way[];
};

/** A typed word that no title has, and the word of titles that was looked for instead. */
export type Correction = { typed: string; shown: string };

/** A typed word, and words of the same meaning that were looked for, too. */
export type Also = {
  typed: string;
  words: readonly string[];
  /** Of a relaxed search: broader words, and names of what is narrower, that were looked for, too. */
  related?: readonly string[];
  /** The entries of the thesaurus that say so. */
  entries: readonly number[];
};

/** What a search means. */
export type Meaning = {
  clauses: readonly Clause[];
  wanted: readonly Wanted[];
  filters: readonly FilterWords[];
  corrections: readonly Correction[];
  also: readonly Also[];
  /** The language of the search, whose titles come first. */
  language: "en" | "es";
  /** The words in their order, as a phrase to prefer; "" of a single word. */
  phrase: string;
};

/** What matches, as a tsquery, and what a match is ranked by. */
export type Terms = {
  match: string;
  meaning: Meaning;
  exact: number[];
  /** What a title must be. */
  filters: readonly FilterWords[];
  /** Of a relaxed search: what a title need not be, and counts more if it is. */
  preferred?: readonly FilterWords[];
  /** Of a relaxed search: the share of its weight that each of its parts has. */
  coverage?: readonly { own: string; broad: string; share: number }[];
  /** What not every title has. */
  leftOut?: readonly string[];
};

const maxWords = 6;

/** What a search was taken to mean beyond its words, for its answer; undefined when nothing. */
export function parsedOf({ meaning, filters, leftOut = [] }: Terms): Understood | undefined {
  const { clauses, corrections } = meaning;
  const also = meaning.also.flatMap(({ typed, words, related = [] }) => {
    const shown = [...words.slice(0, maxWords), ...related.slice(0, maxWords)];
    const read = corrections.find((correction) => correction.typed === typed)?.shown ?? typed;
    return shown.length > 0 ? [{ typed: read, words: shown }] : [];
  });
  if ([corrections, also, filters, leftOut].every((each) => each.length === 0)) return undefined;
  // who insists on a word still wants a video, and not the subject that it names
  const narrows = (place: number) => filters.some(({ kind, places }) => kind !== "subject" && places.includes(place));
  const narrowing = filters.map(({ kind, id, name, places }) => ({
    kind,
    id,
    name,
    typed: textOf(clauses.filter((_, place) => places.includes(place))),
    without:
      kind === "subject"
        ? clauses.map((clause, place) => textOf([clause], places.includes(place))).join(" ")
        : textOf(clauses.filter((_, place) => !places.includes(place))),
  }));
  return {
    corrections: [...corrections],
    also,
    filters: narrowing,
    leftOut: [...leftOut],
    asTyped: clauses.map((clause, place) => textOf([clause], !narrows(place))).join(" "),
  };
}

/** What was typed, with the words of titles in the place of mistyped ones. */
export function mendedText(clauses: readonly Clause[], corrections: readonly Correction[]): string {
  const shown = new Map(corrections.map((correction) => [correction.typed, correction.shown]));
  return textOf(
    clauses.map((clause) => clause.map((piece) => ({ ...piece, typed: shown.get(piece.typed) ?? piece.typed }))),
  );
}

function textOf(clauses: readonly Clause[], isQuoted = false): string {
  const one = (piece: Piece) => {
    const text = isQuoted || piece.isQuoted ? `"${piece.typed}"` : piece.typed;
    return piece.isExcluded ? `-${text}` : text;
  };
  return clauses.map((clause) => clause.map(one).join(" or ")).join(" ");
}
