import type { Subject } from "#contract/catalog/catalog.ts";
import { plainText } from "./searched-words.rules.ts";

const maxWords = 6;
const maxSubjects = 3;

/** Returns the first words of a plain text, without single letters, which begin too many words. */
export function wordsToFind(text: string): string[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords);
  return words.filter((word) => word.length > 1 || /\d/.test(word));
}

type Named = Subject & { nameInSpanish: string; alsoCalled: string; isHidden: boolean };

/** Returns subjects with a name in which each of the plain words begins a word, the earliest in the name first. */
export function subjectsLike(words: readonly string[], subjects: readonly Named[]): Subject[] {
  if (words.length === 0) return [];
  const matches = subjects.flatMap((subject) => {
    if (subject.isHidden) return [];
    const names = [subject.subjectName, subject.nameInSpanish, ...subject.alsoCalled.split(",")];
    const places = names.map((name) => placeOf(words, name)).filter((place) => place !== undefined);
    return places.length > 0 ? [{ subject, place: Math.min(...places) }] : [];
  });
  return matches
    .toSorted((a, b) => a.place - b.place)
    .slice(0, maxSubjects)
    .map(({ subject: { subjectId, subjectName } }) => ({ subjectId, subjectName }));
}

/** Returns the index of the first word in a name that has all of them. */
function placeOf(words: readonly string[], name: string): number | undefined {
  const parts =
    plainText(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const places = words.map((word) => parts.findIndex((part) => part.startsWith(word)));
  return places.includes(-1) ? undefined : places[0];
}
