import { allGrades } from "#contract/titles/grade-masks.ts";
import type { FilterWords } from "./filter-words.rules.ts";
import type { Meaning, Wanted } from "./meaning.rules.ts";

export const withRelated = (wanted: readonly Wanted[]) =>
  wanted.map((each) => ({ ...each, ways: [...each.ways, ...each.related] }));

/** The tsquery for what has one of its ways. */
export const anyWay = (wanted: Wanted) => `(${wanted.ways.map(({ query }) => `(${query})`).join(" | ")})`;

/** The tsquery for all of these. */
export const allOf = (wanted: readonly Wanted[]) =>
  wanted.map((each) => (each.isExcluded ? `!${anyWay(each)}` : anyWay(each))).join(" & ");

type Reading = {
  wanted: string;
  filters: readonly FilterWords[];
  isBroad?: boolean;
  preferred?: readonly FilterWords[];
  leftOut?: readonly string[];
  /** How many titles it must find. */
  needs?: number;
};

type Chosen = { categoryId: number; subjectId: number; gradeId: number };

/** The ways to read a search, the strictest first: one that finds nothing leads to the next. */
export function* readingsOf(meaning: Meaning, chosen: Chosen): Generator<Reading> {
  const isSubject = ({ kind }: FilterWords) => kind === "subject";
  if (meaning.filters.some(isSubject) && chosen.subjectId === 0)
    for (const reading of waysToRead(meaning, chosen)) {
      // where few titles of the subject are what else was asked for, its words are words again
      if (!reading.filters.some(isSubject)) break;
      yield { ...reading, needs: few };
    }
  const subjects = chosen.subjectId === 0 ? meaning.filters.filter(isSubject) : [];
  for (const reading of waysToRead({ ...meaning, filters: meaning.filters.filter((each) => !isSubject(each)) }, chosen))
    yield { ...reading, preferred: [...(reading.preferred ?? []), ...subjects] };
}

/** So few titles are not enough where there is another way to read the search. */
export const few = 5;

function* waysToRead({ wanted, filters: named }: Meaning, chosen: Chosen): Generator<Reading> {
  const isAnyGrade = chosen.gradeId === 0 || chosen.gradeId === allGrades; // as every search from the page says
  const isOpen = { category: chosen.categoryId === 0, subject: true, grade: isAnyGrade, language: true };
  const filters = named.filter(({ kind }) => isOpen[kind]);
  const isNarrowing = (each: Wanted) =>
    filters.some(({ places }) => places.some((place) => each.places.includes(place)));
  const about = wanted.filter((each) => !isNarrowing(each));
  // where few titles are in a language or for a grade, others follow; of another format, none
  const needs = filters.some(({ kind }) => kind === "language" || kind === "grade") ? { needs: few } : {};
  const hasRelated = about.some(({ related }) => related.length > 0);
  yield { wanted: allOf(about), filters, ...(!hasRelated && needs) };
  if (hasRelated) yield { wanted: allOf(withRelated(about)), filters, isBroad: true, ...needs };
  const strong = about.filter(({ isWeak }) => !isWeak);
  const isLess = strong.length < about.length && strong.some(({ isExcluded }) => !isExcluded);
  const leftOut = about.filter(({ isWeak }) => isWeak).map(({ typed }) => typed);
  if (isLess) yield { wanted: allOf(strong), filters, leftOut };
  if (strong.length === 0 && filters.length > 0) yield { wanted: "", filters, leftOut };
  if (filters.length > 0) {
    yield { wanted: allOf(wanted), filters: [] };
    const narrowing = wanted.filter(isNarrowing).map(({ typed }) => typed);
    if (about.length > 0) yield { wanted: allOf(about), filters: [], preferred: filters, leftOut: narrowing };
    if (isLess) yield { wanted: allOf(strong), filters: [], preferred: filters, leftOut: [...leftOut, ...narrowing] };
  }
  const needed = (isLess ? strong : about).filter(({ isExcluded }) => !isExcluded);
  const not = about.filter(({ isExcluded }) => isExcluded);
  if (needed.length >= 3 && needed.length <= 6)
    for (let count = needed.length - 1; count >= Math.ceil((needed.length * 2) / 3); count -= 1)
      yield {
        wanted: [
          `(${someOf(needed, count)
            .map((some) => `(${allOf(some)})`)
            .join(" | ")})`,
          ...(not.length > 0 ? [allOf(not)] : []),
        ].join(" & "),
        filters,
        leftOut: [...leftOut, ...needed.map(({ typed }) => typed)],
      };
}

/** Every choice of so many. */
function someOf<One>(all: readonly One[], count: number): One[][] {
  if (count === 0) return [[]];
  return all.flatMap((one, at) => someOf(all.slice(at + 1), count - 1).map((rest) => [one, ...rest]));
}
