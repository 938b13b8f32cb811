import { allGrades } from "#contract/catalog/grade-masks.ts";
import { minMatches } from "#contract/catalog/codes.ts";
import type { Database } from "#server/platform/database.ts";
import type { FilterWords } from "./filter-words.rules.ts";
import { allOf, anyWay, type Meaning, textOf, type Terms, type Requirement } from "./meaning.rules.ts";
import { countUses, maxUses } from "./terms.queries.ts";

type Chosen = { categoryId: number; subjectId: number; gradeId: number };

const isAmong = ({ places }: Requirement, filters: readonly FilterWords[]) =>
  filters.some((filter) => filter.places.some((place) => places.includes(place)));

/** Returns the terms of a search as typed: a title must match every word, and the filters among them. */
export function strictTerms(meaning: Meaning, exact: number[], chosen: Chosen): Terms {
  const isOpen = {
    category: chosen.categoryId === 0,
    subject: chosen.subjectId === 0,
    grade: chosen.gradeId === 0 || chosen.gradeId === allGrades, // the search page always sends a grade
    language: true,
  };
  const filters = meaning.filters.filter(({ kind }) => isOpen[kind]);
  const about = meaning.requirements.filter((each) => !isAmong(each, filters));
  // words beside a subject are weak: "lessons" in "lessons about tobacco"
  const required = filters.some(({ kind }) => kind === "subject") ? about.filter(({ isWeak }) => !isWeak) : about;
  return { match: allOf(required), filters, meaning, exact };
}

/** Returns the number of results below which a search is relaxed, which is lower for a grade or a language. */
export const minResults = ({ filters }: Terms) =>
  filters.some(({ kind }) => kind === "grade" || kind === "language") ? 5 : minMatches;
/** The share of a search's weight that a title must have. */
const minShare = 0.4;
/** The weights of a weak word, and of one with synonyms, which is the topic of a search. */
const [weakWeight, topicWeight] = [0.2, 2];
/** Evens out the weights of the rarest words, because being rare doesn't make a word important. */
const rareTitles = 10;
/** Maximum number of the heaviest words to combine. */
const maxParts = 8;

type Part = Requirement & { uses: number; weight: number };

/**
 * Relaxes a search to titles with enough of its weight: rarer words weigh more, and words that no title has are left out.
 * Returns undefined if that can't find more.
 */
export async function relaxTerms(db: Database, terms: Terms, results: number): Promise<Terms | undefined> {
  const { meaning, filters } = terms;
  if (terms.exact.length > 0) return undefined;
  // a format stays a filter; all other filters become ordinary words
  const formats = filters.filter(({ kind }) => kind === "category");
  const preferred = filters.filter((filter) => !formats.includes(filter));
  const narrowing = preferred.filter(({ kind }) => kind !== "subject");
  const words = meaning.requirements
    .filter((each) => !each.isExcluded && !isAmong(each, formats))
    .map((each) => ({ ...each, isWeak: each.isWeak || isAmong(each, narrowing) }));
  const { titles, isName, uses } = await countUses(db, words.map(anyWay), meaning.phrase);
  if (isName && results > 0) return undefined;
  const parts = words.map((each, place) => weigh(each, uses[place] ?? 0, titles));
  // words of a filter are named together: "grade 3"
  const typedOf = (left: readonly Requirement[]) => [
    ...new Set(
      left.map((part) => {
        const filter = narrowing.find((each) => isAmong(part, [each]));
        return filter ? textOf(meaning.clauses.filter((_, place) => filter.places.includes(place))) : part.typed;
      }),
    ),
  ];
  const strong = parts.filter(({ isWeak }) => !isWeak);
  if (strong.length === 0)
    return filters.length > 0 && terms.match !== "" ? { ...terms, match: "", omittedWords: typedOf(parts) } : undefined;
  const quoted = parts.filter(({ places }) =>
    places.some((place) => meaning.clauses[place]?.some(({ isQuoted }) => isQuoted)),
  );
  const sets = quoted.length > 0 ? [quoted] : minimalSets(strong, results);
  if (sets.length === 0) return undefined;
  const anySet = sets.map((set) => `(${allOf(set)})`).join(" | ");
  const excluded = meaning.requirements.filter(({ isExcluded }) => isExcluded);
  const match = excluded.length > 0 ? `(${anySet}) & ${allOf(excluded)}` : anySet;
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const unknown = strong.filter(({ uses }) => uses === 0);
  return {
    ...terms,
    match: terms.match === "" ? match : `(${terms.match}) | (${match})`,
    filters: formats,
    preferred,
    coverage: parts
      .filter(({ weight }) => weight > 0)
      .map((part) => ({ query: anyWay(part), share: part.weight / total })),
    omittedWords: typedOf(parts.filter((part) => !unknown.includes(part) && !sets.every((set) => set.includes(part)))),
    unknownWords: typedOf(unknown),
  };
}

/** Weighs a word by its rarity in titles. */
function weigh(word: Requirement, uses: number, titles: number): Part {
  const rarity = uses === 0 ? 0 : Math.log(1 + titles / (uses + rareTitles));
  return { ...word, uses, weight: rarity * (word.isWeak ? weakWeight : word.isTopic ? topicWeight : 1) };
}

/** Returns the smallest sets of parts with enough weight; none if no title has any of the words. */
function minimalSets(strong: readonly Part[], results: number): Part[][] {
  const known = strong.filter(({ uses }) => uses > 0);
  const heaviest = known.toSorted((a, b) => b.weight - a.weight).slice(0, maxParts);
  const minWeight = minShare * known.reduce((sum, { weight }) => sum + weight, 0);
  // one word of several isn't enough if no title has them all, unless it's the topic
  const isEnough = (set: readonly Part[]) =>
    set.reduce((sum, { weight }) => sum + weight, 0) >= minWeight &&
    (set.length > 1 ||
      known.length === 1 ||
      set.some(({ isTopic, uses }) => (isTopic || results > 0) && uses < maxUses));
  const sets = heaviest.reduce<Part[][]>((all, part) => [...all, ...all.map((set) => [...set, part])], [[]]);
  return sets.filter((set) => isEnough(set) && !set.some((part) => isEnough(set.filter((other) => other !== part))));
}
