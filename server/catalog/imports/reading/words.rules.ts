import type { ImportWord, WordField } from "#contract/catalog/imports.ts";
import { cut } from "#contract/wire/cut.ts";
import { keyOf } from "./names.rules.ts";

/** What words mean that the library does not have, by `wordKey`; empty: nothing. */
export type Meanings = ReadonlyMap<string, string>;

/** A word of a row that the library does not have; null when nobody said what it means. */
export type OddWord = { field: WordField; word: string; value: string | null };

export const wordKey = (field: WordField, word: string) => `${field}:${keyOf(word)}`;

export function withMeaning(cell: string, word: string, meaning: string): string {
  if (cell.trim() === word) return meaning;
  const parts = cell.split(/[,;|]/).map((part) => (part.trim() === word ? meaning : part));
  return parts.filter((part) => part.trim() !== "").join(",");
}

type Meaning = { field: WordField; word: string; value: string };

/**
 * The meanings to write after codes were renamed: those that named one, by its new name, and the old names themselves.
 */
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

export class WordCount {
  private readonly words = new Map<string, ImportWord>();

  add(words: readonly OddWord[]): void {
    for (const { field, word, value } of words) {
      const key = wordKey(field, word);
      const known = this.words.get(key);
      if (known) known.rows += 1;
      else if (this.words.size < mostCounted) this.words.set(key, { field, word, value, rows: 1 });
    }
  }

  most(count: number): ImportWord[] {
    return [...this.words.values()].toSorted((one, other) => other.rows - one.rows).slice(0, count);
  }
}

const mostCounted = 10_000; // a wrong column has another word in every row

/** A title that fits: cut between two words, with an ellipsis; a single long word is cut anywhere. */
export function shortenedTitle(title: string, most: number): string {
  const start = title.slice(0, most - 1);
  const isBetween = /\s/.test(title.charAt(most - 1));
  const whole = isBetween ? start : start.replace(/\s+\S*$/, "");
  const kept = whole.length > most / 2 ? whole : start;
  return `${cut(kept, most - 1).replace(/[\s\p{P}]+$/u, "")}…`;
}
