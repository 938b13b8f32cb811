import type { Terms, Wanted } from "../meaning.rules.ts";
import { allOf } from "../readings.rules.ts";

/** With more titles than this, a word is too common to stand for a search, and what has all words would be far behind, out of stock. */
const most = 50;

/** The parts of a search of which one may stand for all: those that say something and do not narrow it. None of a single part. */
export function partsToFillBy(terms: Terms): Wanted[] {
  const all = asked(terms);
  return all.length > 1 ? all.filter(({ isWeak }) => !isWeak) : [];
}

/**
 * A search for what fewest titles have of these parts, of which the titles that have all come first: of "talking to students about
 * vaping" that is vaping. What was quoted stays. Undefined where that would leave nothing out, or too little in.
 */
export function filledUp(terms: Terms, parts: readonly Wanted[], uses: readonly number[]): Terms | undefined {
  const { clauses, wanted, also } = terms.meaning;
  const isQuoted = ({ places }: Wanted) => places.some((place) => clauses[place]?.some((piece) => piece.isQuoted));
  const quoted = parts.filter(isQuoted);
  // a word that the thesaurus has is what a search is about, rather than a rare one
  const isTopic = ({ typed }: Wanted) => also.some((each) => each.typed === typed);
  const [rarest] = parts
    .flatMap((part, at) => ((uses[at] ?? 0) > 0 ? [{ part, uses: uses[at] ?? 0 }] : []))
    .toSorted((one, other) => Number(isTopic(other.part)) - Number(isTopic(one.part)) || one.uses - other.uses);
  if (rarest === undefined || (quoted.length === 0 && rarest.uses > most)) return undefined;
  const kept = quoted.length > 0 ? quoted : [rarest.part];
  const leftOut = asked(terms).filter((each) => !kept.includes(each));
  if (leftOut.length === 0) return undefined;
  const excluded = wanted.filter(({ isExcluded }) => isExcluded);
  const some = excluded.length > 0 ? `${allOf(kept)} & ${allOf(excluded)}` : allOf(kept);
  return {
    ...terms,
    strict: terms.match,
    match: `(${terms.match}) | (${some})`,
    leftOut: [...new Set([...terms.leftOut, ...leftOut.map(({ typed }) => typed)])],
  };
}

function asked({ meaning, filters }: Terms): Wanted[] {
  const narrows = ({ places }: Wanted) => filters.some((each) => each.places.some((place) => places.includes(place)));
  return meaning.wanted.filter((each) => !each.isExcluded && !narrows(each));
}
