import type { Meaning, Terms, Way } from "./meaning.rules.ts";
import { isChild } from "./searched-words.rules.ts";

/** Weights of a word in the description, author and publisher, tags, and title. */
const weights = "'{0.06, 0.2, 0.4, 1}'";
/** Factor of a title in another language than the search. */
const inAnotherLanguage = 0.2;
/** The rank of a title without ranked words, so that its language and readers still count. */
const minRank = 0.001;
/** Factor of a title of the subject that a search names, if too few have it to be a filter. */
const ofSubject = 100;
/** Lowers titles for adults only, and long descriptions, which mention words in passing. Numeric ln is slow. */
const prior = `(case when grade_mask = 32 then 0.9::float8 else 1 end
  / (1 + 0.3::float8 * ln(1 + octet_length(description) / 250::float8)))`;

/** Returns the SQL of a title's rank: each word by itself, so that one can't replace another, and all as a phrase. */
export function rankOf({ meaning, filters, preferred = [], coverage }: Terms, parameters: unknown[]): string {
  // all values are parameters, so that searches of one shape are one statement, which PostgreSQL plans once
  const tsquery = (query: string) => `$${parameters.push(query)}::tsquery`;
  const number = (value: number) => `$${parameters.push(value)}::float8`;
  const ranks = meaning.requirements
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ ways, isWeak }) =>
      [...new Set(ways.map(({ weight }) => weight))].flatMap((weight) => {
        const selected = ways.filter((way) => way.weight === weight);
        const factor = number((isWeak ? weight * 0.3 : weight) * 0.5);
        return [false, true].flatMap((isPhrase) => rankOfWays(selected, isPhrase, factor, tsquery));
      }),
    );
  if (meaning.phrase !== "") {
    const phrase = tsquery(meaning.phrase);
    ranks.push(`case when search @@ ${phrase} then ts_rank(${weights}, search, ${phrase}) else 0 end`);
  }
  const language = preferred.some(({ kind, tag }) => kind === "language" && tag === "es") ? "es" : meaning.language;
  const isOther = language === "es" ? "language <> 'es'" : "language not in ('en', '')";
  const factors = [prior, `case when ${isOther} then ${inAnotherLanguage}::float8 else 1 end`];
  if (coverage) {
    const shares = coverage.map(
      ({ query, share }) => `case when search @@ ${tsquery(query)} then ${number(share)} else 0 end`,
    );
    factors.push(`(${[minRank, ...shares].join(" + ")})`);
  }
  const readers = readersOf(meaning, [...filters, ...preferred]);
  if (readers) {
    const bits = (of: string) => `bit_count((${of})::bit(31))`;
    const share = `${bits(`grade_mask & $${parameters.push(readers.mask)}::integer`)}::real / nullif(${bits("grade_mask")}, 0)`;
    factors.push(`(1 + ${readers.factor} * coalesce(${share}, 0))`);
  }
  const subject = preferred.find(({ kind }) => kind === "subject")?.id;
  if (subject !== undefined)
    factors.push(`case when subject_id = $${parameters.push(subject)} then ${ofSubject} else 1 end`);
  return `(${[...ranks, minRank].join(" + ")}) * ${factors.join(" * ")}`;
}

/** Multiplies by the number of alternatives, because PostgreSQL divides the rank by it. */
function rankOfWays(ways: readonly Way[], isPhrase: boolean, factor: string, tsquery: (query: string) => string) {
  const selected = ways.filter((way) => way.isPhrase === isPhrase).map(({ query }) => `(${query})`);
  if (selected.length === 0) return [];
  const query = tsquery(selected.join(" | "));
  const rank = `${factor} * (numnode(${query}) + 1) * ts_rank(${weights}, search, ${query})`;
  return [isPhrase ? `case when search @@ ${query} then 0.5 * ${rank} else 0 end` : rank];
}

/** The mask of the grades up to the fifth. */
const childhood = 0b111;

export const isForChildren = ({ clauses }: Meaning) =>
  clauses.flat().some(({ words, isExcluded }) => !isExcluded && words.some(isChild));

/** Returns the grades to prefer: those of the search, or for children; titles for few other grades rank higher. */
function readersOf(meaning: Meaning, filters: Terms["filters"]) {
  const grade = filters.find(({ kind }) => kind === "grade");
  if (grade) return { mask: Math.trunc(grade.id), factor: 1 };
  return isForChildren(meaning) ? { mask: childhood, factor: 2 } : undefined;
}

/** Returns whether results differ in rank; otherwise they are sorted by title. */
export const isRanked = ({ match, filters, meaning }: Terms) =>
  match !== "" || filters.some(({ kind }) => kind === "grade" || kind === "subject") || isForChildren(meaning);
