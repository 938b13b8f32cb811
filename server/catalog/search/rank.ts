import type { Meaning, Terms, Way } from "./meaning.rules.ts";
import { relatedShare } from "./relax.ts";
import { isChild } from "./searched-words.rules.ts";

/** What a word counts in the description, author and publisher, tags, and title. */
const weights = "'{0.06, 0.2, 0.4, 1}'";
/** What a title in another language than the search counts. */
const inAnotherLanguage = 0.2;
/** What a title has of which no word ranks: its language and readers do. */
const leastRank = 0.001;
/** What a title of the subject that a search names counts, where too few are of it to show them alone. */
const ofSubject = 100;
/** Words of a long description are often said in passing, and a title for adults alone is less for schools. Not numeric, whose ln is slow. */
const prior = `(case when grade_mask = 32 then 0.9::float8 else 1 end
  / (1 + 0.3::float8 * ln(1 + octet_length(description) / 250::float8)))`;

/** How well a title fits, as SQL: each wanted word by itself, so that one cannot stand for another, and the whole as a phrase. */
export function rankOf({ meaning, filters, preferred = [], coverage }: Terms, parameters: unknown[]): string {
  const tsquery = (query: string) => `$${parameters.push(query)}::tsquery`;
  const ranks = meaning.wanted
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ ways, related = [], isWeak }) => {
      const all = [...ways, ...related];
      return [...new Set(all.map(({ weight }) => weight))].flatMap((weight) => {
        const those = all.filter((way) => way.weight === weight);
        const factor = isWeak ? weight * 0.3 : weight;
        return [false, true].flatMap((isPhrase) => rankOfWays(those, isPhrase, factor, tsquery));
      });
    });
  if (meaning.phrase !== "") {
    const phrase = tsquery(meaning.phrase);
    ranks.push(`case when search @@ ${phrase} then ts_rank(${weights}, search, ${phrase}) else 0 end`);
  }
  const language = preferred.some(({ kind, tag }) => kind === "language" && tag === "es") ? "es" : meaning.language;
  const isOther = language === "es" ? "language <> 'es'" : "language not in ('en', '')";
  const factors = [prior, `case when ${isOther} then ${inAnotherLanguage}::float8 else 1 end`];
  if (coverage) {
    const shares = coverage.map(({ own, broad, share }) => {
      const less = own === broad ? "" : `when search @@ ${tsquery(broad)} then ${(share * relatedShare).toFixed(4)}`;
      return `case when search @@ ${tsquery(own)} then ${share.toFixed(4)} ${less} else 0 end`;
    });
    factors.push(`(${[leastRank, ...shares].join(" + ")})`);
  }
  const readers = readersOf(meaning, [...filters, ...preferred]);
  if (readers) {
    const bits = (of: string) => `bit_count((${of})::bit(31))`;
    const share = `${bits(`grade_mask & ${readers.mask}`)}::real / nullif(${bits("grade_mask")}, 0)`;
    factors.push(`(1 + ${readers.factor} * coalesce(${share}, 0))`);
  }
  const subject = preferred.find(({ kind }) => kind === "subject")?.id;
  if (subject !== undefined) factors.push(`case when subject_id = ${subject} then ${ofSubject} else 1 end`);
  return `(${[...ranks, leastRank].join(" + ")}) * ${factors.join(" * ")}`;
}

/** The rank of alternatives is divided by their number, which their nodes give back. */
function rankOfWays(ways: readonly Way[], isPhrase: boolean, factor: number, tsquery: (query: string) => string) {
  const those = ways.filter((way) => way.isPhrase === isPhrase).map(({ query }) => `(${query})`);
  if (those.length === 0) return [];
  const query = tsquery(those.join(" | "));
  const rank = `${factor}::float8 * (numnode(${query}) + 1) * ${isPhrase ? 0.25 : 0.5} * ts_rank(${weights}, search, ${query})`;
  return [isPhrase ? `case when search @@ ${query} then ${rank} else 0 end` : rank];
}

/** The grades up to the fifth, as a mask. */
const childhood = 0b111;

export const isForChildren = ({ clauses }: Meaning) =>
  clauses.flat().some(({ words, isExcluded }) => !isExcluded && words.some(isChild));

/** A title that is for few others is more for the grade that was asked for, or for the children whom a search names. */
function readersOf(meaning: Meaning, filters: Terms["filters"]) {
  const asked = filters.find(({ kind }) => kind === "grade");
  if (asked) return { mask: Math.trunc(asked.id), factor: 1 };
  return isForChildren(meaning) ? { mask: childhood, factor: 2 } : undefined;
}

/** Whether titles differ in how well they fit; otherwise they come by title. */
export const isRanked = ({ match, filters, meaning }: Terms) =>
  match !== "" || filters.some(({ kind }) => kind === "grade" || kind === "subject") || isForChildren(meaning);
