import type { ImportWord, WordField } from "#contract/imports/imports.ts";

const keys = new Map<string, string>();

/** Normalizes a name for comparison; cached, because every row looks up the lists. */
export function keyOf(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const words = name.normalize("NFKC").toLowerCase().replaceAll("&", "and").replaceAll("/", " ");
  const key = words.replace(/\s+/g, " ").trim();
  if (keys.size < 1000) keys.set(name, key);
  return key;
}

/** The matches of unknown words, by `wordKey`; an empty match removes the word. */
export type Meanings = ReadonlyMap<string, string>;

/** An unknown word in a row, and its match; null if unmatched. */
export type UnmatchedWord = {
  field: WordField;
  word: string;
  value: string | null;
  /** What a spreadsheet did to the word, and what it probably was before. */
  damage?: { hint: string; choices: readonly string[] };
};

export type Meaning = { field: WordField; word: string; value: string };

export const wordKey = (field: WordField, word: string) => `${field}:${keyOf(word)}`;

export class WordCount {
  private readonly words = new Map<string, ImportWord>();

  add(words: readonly UnmatchedWord[]): void {
    for (const { field, word, value, damage } of words) {
      const key = wordKey(field, word);
      const known = this.words.get(key);
      if (known) known.rows += 1;
      else if (this.words.size < maxCounted) {
        const { choices = [], ...hint } = damage ?? {};
        this.words.set(key, { field, word, value, rows: 1, choices: [...choices], ...hint });
      }
    }
  }

  mostFrequent(count: number): ImportWord[] {
    return [...this.words.values()].toSorted((a, b) => b.rows - a.rows).slice(0, count);
  }
}

const maxCounted = 10_000; // a wrongly matched column has a different word in every row
