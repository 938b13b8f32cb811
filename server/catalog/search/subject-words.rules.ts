import type { Subject } from "#contract/catalog/catalog.ts";
import type { FilterWords } from "./filter-words.rules.ts";
import { saysLittle, saysNothing, wordsOf } from "./searched-words.rules.ts";

/** A word of a search after spelling correction; undefined if it's quoted, excluded, or one of several. */
type PlainWord = string | undefined;
/** Synonyms by the index of the first of `count` typed words. */
type Synonyms = ReadonlyMap<number, { count: number; words: readonly { word: string }[] }>;

type Subjects = readonly (Subject & { nameInSpanish: string; isHidden: boolean })[];

const maxWords = 6;

const namedSubjects = new WeakMap<Subjects, ReadonlyMap<string, Subject>>();

/** Returns the subjects by their names, cached as long as the list is. */
function namedOf(subjects: Subjects): ReadonlyMap<string, Subject> {
  const known = namedSubjects.get(subjects);
  if (known) return known;
  const offered = subjects.filter(({ isHidden }) => !isHidden);
  const named = new Map(
    offered.flatMap((each) => [each.subjectName, each.nameInSpanish].map((name) => [keyOf(name), each] as const)),
  );
  namedSubjects.set(subjects, named);
  return named;
}

/**
 * Returns the subject that a search names in either language or by a synonym, if its other words are weak: "safety" in
 * "fire safety" is no subject.
 */
export function subjectIn(
  words: readonly PlainWord[],
  taken: ReadonlySet<number>,
  synonyms: Synonyms,
  subjects: Subjects,
): FilterWords | undefined {
  const named = namedOf(subjects);
  const needed = words.flatMap((words, place) => (taken.has(place) || isWeak(words) ? [] : [place]));
  for (let count = Math.min(maxWords, words.length); count > 0; count -= 1) {
    for (let place = 0; place + count <= words.length; place += 1) {
      const places = Array.from({ length: count }, (_, step) => place + step);
      if (places.some((each) => taken.has(each)) || !needed.every((each) => places.includes(each))) continue;
      const typed = places.map((each) => words[each]);
      if (typed.includes(undefined)) continue;
      const hit = synonyms.get(place);
      const others = hit?.count === count ? hit.words.map(({ word }) => word) : [];
      const subject = [typed.join(" "), ...others]
        .map((name) => named.get(keyOf(name)))
        .find((each) => each !== undefined);
      if (subject) return { kind: "subject", id: subject.subjectId, tag: "", name: subject.subjectName, places };
    }
  }
  return undefined;
}

const isWeak = (words: PlainWord) =>
  words !== undefined && wordsOf(words).every((word) => saysLittle(word) || saysNothing(word));

/** Strips punctuation, accents, and "and". */
const keyOf = (name: string) =>
  wordsOf(name)
    .filter((word) => !saysNothing(word) && word !== "and")
    .join(" ");
