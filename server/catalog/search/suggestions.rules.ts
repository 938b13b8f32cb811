import type { Subject } from "#contract/catalog/catalog.ts";
import { plainText } from "./searched-words.rules.ts";

const maxWords = 6;
const maxSubjects = 3;

/** The first words of a plain text. Single letters begin too many words to say anything. */
export function wordsToFind(text: string): string[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords);
  return words.filter((word) => word.length > 1 || /\d/.test(word));
}

type Named = Subject & { nameInSpanish: string; alsoCalled: string; isHidden: boolean };

/** The subjects with a name in which each of the plain words begins a word; those whose name begins so first. */
export function subjectsLike(words: readonly string[], subjects: readonly Named[]): Subject[] {
  if (words.length === 0) return [];
  const found = subjects.flatMap((subject) => {
    if (subject.isHidden) return [];
    const names = [subject.subjectName, subject.nameInSpanish, ...subject.alsoCalled.split(",")];
    const places = names.map((name) => placeOf(words, name)).filter((place) => place !== undefined);
    return places.length > 0 ? [{ subject, place: Math.min(...places) }] : [];
  });
  return found
    .toSorted((one, other) => one.place - other.place)
    .slice(0, maxSubjects)
    .map(({ subject: { subjectId, subjectName } }) => ({ subjectId, subjectName }));
}

/** Where the first of the words is in a name that has them all. */
function placeOf(words: readonly string[], name: string): number | undefined {
  const parts =
    plainText(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const places = words.map((word) => parts.findIndex((part) => part.startsWith(word)));
  return places.includes(-1) ? undefined : places[0];
}
