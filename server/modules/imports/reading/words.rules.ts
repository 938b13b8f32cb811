import type { ImportWord, WordField } from "#contract/imports.ts";
import { cut } from "#contract/wire/cut.ts";
import { keyOf } from "./names.rules.ts";

/** What words mean that the library does not have, by `wordKey`; empty: nothing. */
export type Meanings = ReadonlyMap<string, string>;

/** A word of a row that the library does not have; null when nobody said what it means. */
export type OddWord = { field: WordField; word: string; value: string | null };

export const wordKey = (field: WordField, word: string) => `${field}:${keyOf(word)}`;

/** A cell with one of its words, or all of it, replaced. */
export function withMeaning(cell: string, word: string, meaning: string): string {
  if (cell.trim() === word) return meaning;
  const parts = cell.split(/[,;|]/).map((part) => (part.trim() === word ? meaning : part));
  return parts.filter((part) => part.trim() !== "").join(",");
}

/** Counts the rows of each word. */
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

  /** The most frequent first. */
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
