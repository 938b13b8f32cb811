import type { Meaning, Terms, Way } from "../meaning.rules.ts";
import { withRelated } from "../readings.rules.ts";
import { isChild } from "../searched-words.rules.ts";

/** A tsquery by whose ts_rank a title counts; `share` is by what it is multiplied for each node and one more. */
export type RankPart = { query: string; factor: number; share: number; needsMatch: boolean };

/** How well a title fits: the sum of its parts, and what that is multiplied by. */
export type RankPlan = {
  parts: readonly RankPart[];
  language: "en" | "es";
  /** A tsquery: titles without it count half. */
  strict?: string;
  /** Grades as a mask: a title that is for few others counts more. */
  readers?: { mask: number; factor: number };
  /** The subject whose titles come first. */
  subject?: number;
};

/** What a word counts in the description, author and publisher, tags, and title. */
export const rankWeights = [0.06, 0.2, 0.4, 1] as const;
/** What a title in another language than the search counts. */
export const inAnotherLanguage = 0.2;
/** What a title counts that has not all the words, beside those that have. */
export const fillingUp = 0.5;
/** What a title has of which no word ranks: its language and readers do. */
export const leastRank = 0.001;
/** A title for adults alone is less for schools. */
export const forAdults = { mask: 32, factor: 0.9 };
/** What a title of the subject that a search names counts, where too few are of it to show them alone. */
export const ofSubject = 100;
/** Words of a long description are often said in passing. */
export const longDescriptions = { factor: 0.3, bytes: 250 };

/** Each wanted word by itself, so that one cannot stand for another, and the whole as a phrase. */
export function rankPlanOf({ meaning, isBroad, filters, preferred = [], strict }: Terms): RankPlan {
  const wanted = isBroad ? withRelated(meaning.wanted) : meaning.wanted;
  const parts = wanted
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ ways, isWeak }) =>
      [...new Set(ways.map(({ weight }) => weight))].flatMap((weight) => {
        const those = ways.filter((way) => way.weight === weight);
        const factor = isWeak ? weight * 0.3 : weight;
        return [...partOf(those, false, factor), ...partOf(those, true, factor)];
      }),
    );
  if (meaning.phrase !== "") parts.push({ query: meaning.phrase, factor: 1, share: 0, needsMatch: true });
  const readers = readersOf(meaning, [...filters, ...preferred]);
  const language = preferred.some(({ kind, tag }) => kind === "language" && tag === "es") ? "es" : meaning.language;
  const subject = preferred.find(({ kind }) => kind === "subject")?.id;
  return {
    parts,
    language,
    ...(strict !== undefined && { strict }),
    ...(readers && { readers }),
    ...(subject !== undefined && { subject }),
  };
}

/** The rank of alternatives is divided by their number, which their nodes give back. */
function partOf(ways: readonly Way[], isPhrase: boolean, factor: number): RankPart[] {
  const those = ways.filter((way) => way.isPhrase === isPhrase).map(({ query }) => `(${query})`);
  if (those.length === 0) return [];
  return [{ query: those.join(" | "), factor, share: isPhrase ? 1 / 4 : 1 / 2, needsMatch: isPhrase }];
}

/** The grades up to the fifth, as a mask. */
const childhood = 0b111;

export const isForChildren = ({ clauses }: Meaning) =>
  clauses.flat().some(({ words, isExcluded }) => !isExcluded && words.some(isChild));

/** A title that is for few others is more for the grade that was asked for, or for the children whom a search names. */
function readersOf(meaning: Meaning, filters: Terms["filters"]): RankPlan["readers"] {
  const asked = filters.find(({ kind }) => kind === "grade");
  if (asked) return { mask: Math.trunc(asked.id), factor: 1 };
  return isForChildren(meaning) ? { mask: childhood, factor: 2 } : undefined;
}

/** Whether titles differ in how well they fit; otherwise they come by title. */
export const isRanked = (terms: Terms) =>
  terms.match !== "" ||
  terms.filters.some(({ kind }) => kind === "grade" || kind === "subject") ||
  isForChildren(terms.meaning);
