import type { Subject } from "#contract/catalog/catalog.ts";
import type { FilterWords } from "./filter-words.rules.ts";
import { saysLittle, saysNothing, wordsOf } from "./searched-words.rules.ts";

/** A word at its place in a search, mended where it was mistyped; undefined what is quoted, excluded, or one of several. */
type Spoken = string | undefined;
/** Words of one meaning, by the place of the first of `count` typed ones. */
type Said = ReadonlyMap<number, { count: number; words: readonly { word: string }[] }>;

type Subjects = readonly (Subject & { nameInSpanish: string; isHidden: boolean })[];

const maxWords = 6;

const namedSubjects = new WeakMap<Subjects, ReadonlyMap<string, Subject>>();

/** The subjects by their names, kept for as long as the list is. */
function namedOf(subjects: Subjects): ReadonlyMap<string, Subject> {
  const known = namedSubjects.get(subjects);
  if (known) return known;
  const shown = subjects.filter(({ isHidden }) => !isHidden);
  const named = new Map(
    shown.flatMap((each) => [each.subjectName, each.nameInSpanish].map((name) => [keyOf(name), each] as const)),
  );
  namedSubjects.set(subjects, named);
  return named;
}

/**
 * The subject that a search names, in either language or by a word of the same meaning in the thesaurus, where the rest says
 * little: "safety" of "fire safety" is no subject.
 */
export function subjectIn(
  spoken: readonly Spoken[],
  taken: ReadonlySet<number>,
  said: Said,
  subjects: Subjects,
): FilterWords | undefined {
  const named = namedOf(subjects);
  const needed = spoken.flatMap((words, place) => (taken.has(place) || isSmall(words) ? [] : [place]));
  for (let count = Math.min(maxWords, spoken.length); count > 0; count -= 1) {
    for (let place = 0; place + count <= spoken.length; place += 1) {
      const places = Array.from({ length: count }, (_, step) => place + step);
      if (places.some((each) => taken.has(each)) || !needed.every((each) => places.includes(each))) continue;
      const typed = places.map((each) => spoken[each]);
      if (typed.includes(undefined)) continue;
      const hit = said.get(place);
      const others = hit?.count === count ? hit.words.map(({ word }) => word) : [];
      const subject = [typed.join(" "), ...others]
        .map((name) => named.get(keyOf(name)))
        .find((each) => each !== undefined);
      if (subject) return { kind: "subject", id: subject.subjectId, tag: "", name: subject.subjectName, places };
    }
  }
  return undefined;
}

const isSmall = (words: Spoken) =>
  words !== undefined && wordsOf(words).every((word) => saysLittle(word) || saysNothing(word));

/** A name without signs, accents, and "and". */
const keyOf = (name: string) =>
  wordsOf(name)
    .filter((word) => !saysNothing(word) && word !== "and")
    .join(" ");
