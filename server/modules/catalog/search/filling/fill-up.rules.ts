import type { Terms, Wanted } from "../meaning.rules.ts";
import { allOf, anyWay } from "../readings.rules.ts";

/** With more titles than this, a word is too common to stand for a search, and what has all words would be far behind, out of stock. */
const most = 50;
/** In a small library no word has many titles: one is common beside another. */
const timesTheRarest = 5;

/** The parts of a search of which one may stand for all: those that say something and do not narrow it. None of a single part. */
export function partsToFillBy(terms: Terms): Wanted[] {
  const all = asked(terms);
  return all.length > 1 ? all.filter(({ isWeak }) => !isWeak) : [];
}

/**
 * A search for what few titles have of these parts, of which the titles that have all come first: of "talking to students about
 * vaping" that is vaping. What was quoted stays. Undefined where that would leave nothing out, or too little in.
 */
export function filledUp(terms: Terms, parts: readonly Wanted[], uses: readonly number[]): Terms | undefined {
  const { clauses, wanted, also } = terms.meaning;
  const usesOf = (part: Wanted) => uses[parts.indexOf(part)] ?? 0;
  const isQuoted = ({ places }: Wanted) => places.some((place) => clauses[place]?.some((piece) => piece.isQuoted));
  const quoted = parts.filter(isQuoted);
  const found = parts.filter((part) => usesOf(part) > 0);
  // a word that the thesaurus has is what a search is about, rather than a rare one
  const topics = found.filter(({ typed }) => also.some((each) => each.typed === typed));
  const likely = topics.length > 0 ? topics : found;
  const few = Math.min(most, timesTheRarest * Math.min(...likely.map(usesOf)));
  const rare = likely.filter((part) => usesOf(part) <= few);
  const isNeeded = (part: Wanted) =>
    quoted.length > 0 ? quoted.includes(part) : rare.length === 1 && rare[0] === part;
  const leftOut = asked(terms).filter((part) => !isNeeded(part));
  if (found.length === 0 || (quoted.length === 0 && rare.length === 0) || leftOut.length === 0) return undefined;
  const excluded = wanted.filter(({ isExcluded }) => isExcluded);
  const some = quoted.length > 0 ? allOf(quoted) : `(${rare.map(anyWay).join(" | ")})`;
  return {
    ...terms,
    strict: terms.match,
    match: `(${terms.match}) | (${excluded.length > 0 ? `${some} & ${allOf(excluded)}` : some})`,
    leftOut: [...new Set([...terms.leftOut, ...leftOut.map(({ typed }) => typed)])],
  };
}

function asked({ meaning, filters, preferred = [] }: Terms): Wanted[] {
  const narrowing = [...filters, ...preferred].flatMap(({ places }) => places);
  const narrows = ({ places }: Wanted) => places.some((place) => narrowing.includes(place));
  return meaning.wanted.filter((each) => !each.isExcluded && !narrows(each));
}
