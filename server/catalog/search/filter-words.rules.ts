import { categories } from "#contract/catalog/codes.ts";
import { allGrades } from "#contract/catalog/grade-masks.ts";
import { offeredLanguages } from "#contract/catalog/title-languages.ts";
import type { Category, Grade, Subject } from "#contract/catalog/catalog.ts";
import { type Clause, saysLittle, saysNothing, wordsOf } from "./searched-words.rules.ts";

type Codes = {
  categories: readonly Category[];
  grades: readonly (Grade & { nameInSpanish: string; alsoCalled: string; isHidden: boolean })[];
};

/** Words of a search that name a format, a grade, a language, or a subject, and become a filter. */
export type FilterWords = {
  kind: "category" | "grade" | "language" | "subject";
  /** The category, the subject, or the mask of grades. */
  id: number;
  /** The tag of a language; "" for other kinds. */
  tag: string;
  name: string;
  /** Their indexes among the clauses. */
  places: readonly number[];
};

const formats: ReadonlyMap<string, number> = new Map(
  Object.entries({
    [categories.book]: "book books libro libros",
    [categories.video]: "video videos dvd dvds film films movie movies pelicula peliculas",
    [categories.audio]:
      "audio audios audiobook audiobooks audiolibro audiolibros podcast podcasts cd cds recording recordings grabacion grabaciones",
  }).flatMap(([id, words]) => words.split(" ").map((word) => [word, Number(id)] as const)),
);

const languages: ReadonlyMap<string, string> = new Map([
  ...[...offeredLanguages].map(([tag, name]) => [name.toLowerCase(), tag] as const),
  ["espanol", "es"],
  ["ingles", "en"],
]);

const ordinals = "kinder first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const ordinalsInSpanish =
  "kinder primer segundo tercer cuarto quinto sexto septimo octavo noveno decimo undecimo duodecimo".split(" ");
const levels: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["kindergarten", [0, 0]],
  ["kindergarteners", [0, 0]],
  ["kindergartners", [0, 0]],
  ["elementary", [0, 5]],
  ["elementary school", [0, 5]],
  ["grade school", [0, 5]],
  ["middle school", [6, 8]],
  ["middle schoolers", [6, 8]],
  ["junior high", [6, 8]],
  ["high school", [9, 12]],
  ["high schoolers", [9, 12]],
  ["escuela primaria", [0, 5]],
  ["escuela intermedia", [6, 8]],
  ["prek", [-1, -1]],
  ["pre k", [-1, -1]],
  ["preschoolers", [-1, -1]],
]);

/** All words that name a format, a language, or a school level. */
export const filterWords: readonly string[] = [...formats.keys(), ...languages.keys(), ...levels.keys()];

function yearOf(word: string): number | undefined {
  const digits = /^(\d{1,2})(?:st|nd|rd|th|er|do|ro|to|mo|vo|no|o|graders?)?$/.exec(word);
  if (digits && Number(digits[1]) >= 1 && Number(digits[1]) <= 12) return Number(digits[1]);
  if (word === "k") return 0;
  const at = Math.max(ordinals.indexOf(word), ordinalsInSpanish.indexOf(word));
  return at === -1 ? undefined : at;
}

/** Returns the grade levels that words name, "6th grade" or "grades 6-8"; kindergarten is 0, preschool -1. */
function yearsOf(words: readonly string[]): readonly [number, number] | undefined {
  const known = levels.get(words.join(" "));
  if (known) return known;
  const isGrade = (word: string) => /^(?:grades?|graders?|grados?)$/.test(word);
  const years = words.filter((word) => !isGrade(word) && !/^(?:to|through|and|a|y|al)$/.test(word)).map(yearOf);
  const [from, to = from] = years;
  // "grade 5 puberty" isn't a grade, because one of its words isn't a grade level
  if (from === undefined || to === undefined || years.includes(undefined) || years.length > 2) return undefined;
  const isRange = /^k \d$/.test(words.join(" "));
  return isRange || isGrade(words[0] ?? "") || isGrade(words.at(-1) ?? "")
    ? [Math.min(from, to), Math.max(from, to)]
    : undefined;
}

type NamedGrade = { gradeId: number; names: readonly string[]; first: number; last: number };

const namedGrades = new WeakMap<Codes["grades"], readonly NamedGrade[]>();

/** Returns the grades with their names and levels, cached as long as the list is. */
function namedOf(grades: Codes["grades"]): readonly NamedGrade[] {
  const known = namedGrades.get(grades);
  if (known) return known;
  const single = grades.filter(({ gradeId, isHidden }) => gradeId !== allGrades && !isHidden);
  const named = single.map(({ gradeId, gradeName, nameInSpanish, alsoCalled }) => {
    const names = [gradeName, nameInSpanish, ...`${gradeName},${alsoCalled}`.split(/[,/]/)].map((name) =>
      wordsOf(name).join(" "),
    );
    const range = /\b(K|\d{1,2})\s*[-–]\s*(\d{1,2})\b/i.exec(gradeName);
    if (range) return { gradeId, names, first: Number(range[1]) || 0, last: Number(range[2]) };
    const year = /preschool|pre-?k/i.test(gradeName) ? -1 : 99;
    return { gradeId, names, first: year, last: year };
  });
  namedGrades.set(grades, named);
  return named;
}

function maskOfWords(words: readonly string[], grades: Codes["grades"]): number {
  const years = yearsOf(words);
  const text = words.join(" ");
  return namedOf(grades).reduce((mask, { gradeId, names, first, last }) => {
    const isAmong = years !== undefined && years[0] <= last && years[1] >= first;
    return isAmong || names.includes(text) ? mask | gradeId : mask;
  }, 0);
}

const maxWords = 4;

/** Returns the first format, grades, and language that a search names. */
export function filterWordsIn(clauses: readonly Clause[], codes: Codes): FilterWords[] {
  const filters: FilterWords[] = [];
  const plain = clauses.map((clause) => {
    const [piece] = clause;
    return clause.length === 1 && piece && !piece.isQuoted && !piece.isExcluded ? piece.words : undefined;
  });
  const isNew = (kind: FilterWords["kind"]) => filters.every((each) => each.kind !== kind);
  for (let at = 0; at < plain.length; at += 1) {
    for (let count = Math.min(maxWords, plain.length - at); count > 0; count -= 1) {
      const run = plain.slice(at, at + count);
      if (run.includes(undefined)) continue;
      const words = run.flatMap((each) => each ?? []);
      const places = run.map((_, step) => at + step);
      const filter = filterOf(words, plain, at, codes);
      if (!filter || !isNew(filter.kind)) continue;
      filters.push({ ...filter, places });
      at += count - 1;
      break;
    }
  }
  return filters;
}

function filterOf(
  words: readonly string[],
  plain: readonly (readonly string[] | undefined)[],
  at: number,
  codes: Codes,
) {
  const [word = ""] = words;
  if (words.length === 1) {
    const id = formats.get(word);
    const category = codes.categories.find(({ categoryId }) => categoryId === id);
    if (category) return { kind: "category" as const, id: category.categoryId, tag: "", name: category.categoryName };
    const tag = languages.get(word);
    if (tag !== undefined && isFilter(plain, at))
      return { kind: "language" as const, id: 0, tag, name: offeredLanguages.get(tag) ?? tag };
  }
  const mask = maskOfWords(words, codes.grades);
  if (mask === 0) return undefined;
  const name = codes.grades
    .flatMap(({ gradeId, gradeName }) => (gradeId !== allGrades && gradeId & mask ? [gradeName] : []))
    .join(", ");
  return { kind: "grade" as const, id: mask, tag: "", name };
}

/** Tells a language (at the end, after "in", or before "books") from a topic such as the Spanish flu. */
function isFilter(plain: readonly (readonly string[] | undefined)[], at: number): boolean {
  const [before] = plain[at - 1] ?? [];
  const [next] = plain[at + 1] ?? [];
  if (at === plain.length - 1 || before === "in" || before === "en") return true;
  return (
    next !== undefined &&
    (saysLittle(next) || saysNothing(next) || formats.has(next) || /^(?:language|version|edition)$/.test(next))
  );
}

/** A word of a search after spelling correction; undefined if it's quoted, excluded, or one of several. */
type PlainWord = string | undefined;
/** Synonyms by the index of the first of `count` typed words. */
type Synonyms = ReadonlyMap<number, { count: number; words: readonly { word: string }[] }>;

type Subjects = readonly (Subject & { nameInSpanish: string; isHidden: boolean })[];

const maxSubjectWords = 6;

const namedSubjects = new WeakMap<Subjects, ReadonlyMap<string, Subject>>();

/** Returns the subjects by their names, cached as long as the list is. */
function subjectsByName(subjects: Subjects): ReadonlyMap<string, Subject> {
  const known = namedSubjects.get(subjects);
  if (known) return known;
  const offered = subjects.filter(({ isHidden }) => !isHidden);
  const named = new Map(
    offered.flatMap((each) => [each.subjectName, each.nameInSpanish].map((name) => [subjectKey(name), each] as const)),
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
  const named = subjectsByName(subjects);
  const needed = words.flatMap((words, place) => (taken.has(place) || isWeak(words) ? [] : [place]));
  for (let count = Math.min(maxSubjectWords, words.length); count > 0; count -= 1) {
    for (let place = 0; place + count <= words.length; place += 1) {
      const places = Array.from({ length: count }, (_, step) => place + step);
      if (places.some((each) => taken.has(each)) || !needed.every((each) => places.includes(each))) continue;
      const typed = places.map((each) => words[each]);
      if (typed.includes(undefined)) continue;
      const hit = synonyms.get(place);
      const others = hit?.count === count ? hit.words.map(({ word }) => word) : [];
      const subject = [typed.join(" "), ...others]
        .map((name) => named.get(subjectKey(name)))
        .find((each) => each !== undefined);
      if (subject) return { kind: "subject", id: subject.subjectId, tag: "", name: subject.subjectName, places };
    }
  }
  return undefined;
}

const isWeak = (words: PlainWord) =>
  words !== undefined && wordsOf(words).every((word) => saysLittle(word) || saysNothing(word));

/** Strips punctuation, accents, and "and". */
const subjectKey = (name: string) =>
  wordsOf(name)
    .filter((word) => !saysNothing(word) && word !== "and")
    .join(" ");
