import { type Codes, codesOf } from "../codes/codes.queries.ts";
import type { Database } from "#server/platform/database.ts";
import { presentItem } from "../titles/catalog.present.ts";
import { itemsOf } from "../titles/catalog.queries.ts";
import { correctText } from "./understand.ts";
import { plainText } from "./searched-words.rules.ts";
import { idsLike } from "./terms.queries.ts";
import { minSuggestLength, type Subject, type SuggestedTitle, type Suggestions } from "#contract/catalog/catalog.ts";

/** Suggests subjects and titles for a text as it's typed, or for its spelling correction if there are none. */
export async function suggest(db: Database, typed: string): Promise<Suggestions> {
  const text = plainText(typed).toLowerCase();
  if (text.length < minSuggestLength) return { subjects: [], titles: [] };
  const codes = await codesOf(db);
  const suggestions = await suggestionsFor(db, text, codes);
  if (suggestions.subjects.length + suggestions.titles.length > 0) return suggestions;
  const correction = await correctText(db, typed);
  if (correction === undefined) return suggestions;
  return { correction, ...(await suggestionsFor(db, plainText(correction).toLowerCase(), codes)) };
}

async function suggestionsFor(db: Database, text: string, codes: Codes) {
  const words = wordsToFind(text);
  const ids = await idsLike(db, text, words.join(" "));
  const rows = await itemsOf(db, ids);
  const titles = ids.flatMap((id): SuggestedTitle[] => {
    const row = rows.find(({ item_id }) => item_id === id);
    return row ? [presentItem(row, codes)] : [];
  });
  return { subjects: subjectsLike(words, codes.subjects), titles };
}

const maxSuggestWords = 6;
const maxSubjects = 3;

/** Returns the first words of a plain text, without single letters, which begin too many words. */
export function wordsToFind(text: string): string[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxSuggestWords);
  return words.filter((word) => word.length > 1 || /\d/.test(word));
}

/** Returns subjects with a name in which each of the plain words begins a word, the earliest in the name first. */
export function subjectsLike(words: readonly string[], subjects: Codes["subjects"]): Subject[] {
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
