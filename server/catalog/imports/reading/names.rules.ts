import type { Category, Grade, Subject } from "#contract/catalog/catalog.ts";
import type { WordField } from "#contract/imports/imports.ts";
import { gradesOfMask, maskOfGrades } from "#contract/catalog/grade-masks.ts";
import { cut } from "#contract/wire/cut.ts";
import { keyOf, type Meaning, wordKey } from "#server/platform/tables/words.rules.ts";
import { gradesInText } from "./grades.rules.ts";

/** Hidden codes can be imported, because titles still have them, but aren't proposed. */
type Details = { isHidden?: boolean; nameInSpanish?: string };
const proposed = <Code extends Details>(codes: readonly Code[]) => codes.filter(({ isHidden }) => !isHidden);

export type Choices = {
  categories: readonly Category[];
  subjects: readonly (Subject & Details)[];
  grades: readonly (Grade & Details)[];
};

/** A word that isn't in the field's list, with the list's name and its choices. */
export class UnknownWord {
  readonly word: string;
  readonly what: WordField;
  readonly choices: readonly string[];

  constructor(word: string, what: WordField, choices: readonly string[]) {
    [this.word, this.what, this.choices] = [word, what, choices];
  }
}

/** Also strips accents and the period of "2.º", which few people type. */
const plainKeyOf = (name: string) =>
  keyOf(name)
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "");

/** Finds a code by its name in English, or else in Spanish. */
function named<Code extends Details>(word: string, codes: readonly Code[], nameOf: (code: Code) => string) {
  const [key, plain] = [keyOf(word), plainKeyOf(word)];
  return (
    codes.find((code) => keyOf(nameOf(code)) === key) ??
    codes.find(({ nameInSpanish }) => nameInSpanish && plainKeyOf(nameInSpanish) === plain)
  );
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(books?|e-?books?|print|pamphlets?|booklets?|kits?|curriculum|text|libros?|folletos?)$/, "book"],
  [/^(videos?|dvds?|films?|movies?|vhs|video ?recordings?|videocassettes?|peliculas?)$/, "video"],
  [/^(audios?|cds?|audio ?books?|sound recordings?|audio ?cds?|audiocassettes?|audiolibros?)$/, "audio"],
];

export function categoryNamed(word: string, { categories }: Choices): number | UnknownWord {
  const key = keyOf(word);
  const usual = kinds.find(([pattern]) => pattern.test(plainKeyOf(word)))?.[1];
  const choices = categories.map(({ categoryName }) => categoryName);
  const exact = categories.find(({ categoryName }) => keyOf(categoryName) === key);
  const category = exact ?? categories.find(({ categoryName }) => keyOf(categoryName) === usual);
  return category?.categoryId ?? new UnknownWord(word, "category", choices);
}

export function subjectNamed(word: string, { subjects }: Choices): number | UnknownWord {
  const choices = proposed(subjects).map(({ subjectName }) => subjectName);
  const subject = named(word, subjects, ({ subjectName }) => subjectName);
  return subject?.subjectId ?? new UnknownWord(word, "subject", choices);
}

/**
 * Parses the grades in a cell to a mask, or returns the first unknown word: "Grades K-2, Grades 3-5", "K-2; adult", "4-7".
 */
export function gradesNamed(cell: string, choices: Choices): number | UnknownWord {
  const listed = proposed(choices.grades).map(({ gradeName }) => gradeName);
  const masks: number[] = [];
  for (const word of cell.split(/[,;|]/).map((part) => part.trim())) {
    if (word === "") continue;
    const mask = gradeNamed(word, choices);
    if (mask === 0) return new UnknownWord(word, "grade", listed);
    masks.push(mask);
  }
  return maskOfGrades(masks, proposed(choices.grades));
}

function gradeNamed(word: string, { grades }: Choices): number {
  return named(word, grades, ({ gradeName }) => gradeName)?.gradeId ?? gradesInText(word, grades);
}

/** Formats a mask as `gradesNamed` parses it: "All grades" or each grade by its name. */
export function gradeNames(mask: number, { grades }: Choices): string {
  return gradesOfMask(mask, grades)
    .map(({ gradeName }) => gradeName)
    .join(", ");
}

export function withMeaning(cell: string, word: string, meaning: string): string {
  if (cell.trim() === word) return meaning;
  const parts = cell.split(/[,;|]/).map((part) => (part.trim() === word ? meaning : part));
  return parts.filter((part) => part.trim() !== "").join(",");
}

/** Returns the meanings to write after codes are renamed: new names for previous ones, and previous names as words. */
export function renamedMeanings(
  meanings: readonly Meaning[],
  renamed: readonly { field: WordField; from: string; to: string }[],
): Meaning[] {
  const newNames = new Map(renamed.map(({ field, from, to }) => [wordKey(field, from), to]));
  const nameNow = (field: WordField, name: string) => newNames.get(wordKey(field, name)) ?? name;
  const changed = meanings
    .map(({ field, word, value }) => {
      const names = field === "grade" ? value.split(/[,;|]/).map((part) => part.trim()) : [value];
      return { field, word, value: names.map((name) => nameNow(field, name)).join(", "), before: names.join(", ") };
    })
    .flatMap(({ before, ...meaning }) => (meaning.value === before ? [] : [meaning]));
  return [...changed, ...renamed.map(({ field, from, to }) => ({ field, word: from, value: to }))];
}

/** Shortens a title between two words, with an ellipsis; a single long word is cut anywhere. */
export function shortenedTitle(title: string, maxLength: number): string {
  const start = title.slice(0, maxLength - 1);
  const isBetween = /\s/.test(title.charAt(maxLength - 1));
  const whole = isBetween ? start : start.replace(/\s+\S*$/, "");
  const short = whole.length > maxLength / 2 ? whole : start;
  return `${cut(short, maxLength - 1).replace(/[\s\p{P}]+$/u, "")}…`;
}
