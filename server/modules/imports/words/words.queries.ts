import type { ImportWord, WordField } from "#contract/imports.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { keyOf } from "../reading/names.rules.ts";
import { type Meanings, wordKey } from "../reading/words.rules.ts";

export type NewMeaning = { field: WordField; word: string; value: string | null };

export async function meaningsOf(db: Database): Promise<Meanings> {
  const { rows } = await sql<{ field: WordField; word: string; value: string }>`
    select field, word, value from import_words`.execute(db);
  return new Map(rows.map(({ field, word, value }) => [wordKey(field, word), value]));
}

/** All meanings, held against other writers until this transaction ends. */
export async function lockMeanings(tx: Transaction): Promise<{ field: WordField; word: string; value: string }[]> {
  await sql`lock table import_words in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ field: WordField; word: string; value: string }>`
    select field, word, value from import_words`.execute(tx);
  return rows;
}

/** Writes meanings, and deletes those that are null; of two for one word the last. */
export async function writeMeanings(tx: Transaction, words: readonly NewMeaning[]): Promise<void> {
  const last = [...new Map(words.map((word) => [wordKey(word.field, word.word), word])).values()];
  const sorted = last
    .map(({ field, word, value }) => ({ field, word: keyOf(word), value }))
    .toSorted((one, other) => (wordKey(one.field, one.word) < wordKey(other.field, other.word) ? -1 : 1));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as given (field text, word text, value text)
    ),
    forgotten as (
      delete from import_words using given
      where import_words.field = given.field and import_words.word = given.word and given.value is null
    )
    insert into import_words (field, word, value) select field, word, value from given where value is not null
    on conflict (field, word) do update set value = excluded.value`.execute(tx);
}

/** The words of an import that the library does not have. */
export async function writeWords(tx: Transaction, importId: number, words: readonly ImportWord[]): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ words: JSON.stringify(words) })
    .where("import_id", "=", importId)
    .execute();
}
