import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { rowsOf } from "../titles/catalog.queries.ts";

const columns = ["entry_id", "words", "also_typed", "broader", "version", "changed_at"] as const;

export type EntryRow = {
  entry_id: number;
  words: string;
  also_typed: string;
  broader: string;
  version: number;
  changed_at: Date | null;
};

const firstOnly = { number: 1, size: 1 };

/** Returns a page of the entries with a matching word, sorted by their first word; pages count from 1. */
export async function entriesLike(
  db: Database,
  text: string,
  page: { number: number; size: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const statement = `
    select ${columns.join(", ")}, (count(*) over ())::integer as total from synonym_groups
    where entry_id in (select entry_id from synonym_words where unaccent(word) ilike unaccent($1))
    order by lower(unaccent(words)), entry_id limit $2 offset $3`;
  const parameters = [pattern, page.size, (page.number - 1) * page.size];
  const rows = await rowsOf<EntryRow & { total: number }>(db, statement, parameters);
  // a page past the end has no row with the total
  if (rows.length === 0 && page.number > 1) return { rows, total: (await entriesLike(db, text, firstOnly)).total };
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function countEntries(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("synonym_groups")
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function entriesWithIds(db: Database, ids: readonly number[]): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("synonym_groups")
    .select(columns)
    .where("entry_id", "in", ids)
    .orderBy("words")
    .orderBy("entry_id")
    .execute();
}

export async function lockEntry(tx: Transaction, id: number) {
  return tx
    .selectFrom("synonym_groups")
    .select([...columns, "changed_by"])
    .where("entry_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export type EntryChange = {
  words: string;
  also_typed: string;
  broader: string;
  changed_by: number;
  changed_at: Date;
};

export async function insertEntry(tx: Transaction, change: EntryChange): Promise<EntryRow> {
  return tx.insertInto("synonym_groups").values(change).returning(columns).executeTakeFirstOrThrow();
}

export async function updateEntry(tx: Transaction, id: number, change: EntryChange): Promise<EntryRow> {
  return tx
    .updateTable("synonym_groups")
    .set((eb) => ({ ...change, version: eb("version", "+", 1) }))
    .where("entry_id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteEntry(tx: Transaction, id: number): Promise<void> {
  await tx.deleteFrom("synonym_groups").where("entry_id", "=", id).execute();
}

/** Returns the words that the index leaves out, such as "the". A phrase of such words, "me too", isn't left out. */
export async function wordsLeftOut(db: Database, words: readonly string[]): Promise<Set<string>> {
  const statement = `
    select word from unnest($1::text[]) as word 
    where position(' ' in btrim(searched_text(word))) = 0 and numnode(phraseto_tsquery('english', searched_text(word))) = 0`;
  const rows = await rowsOf<{ word: string }>(db, statement, [words]);
  return new Set(rows.map(({ word }) => word));
}

/** Returns up to twenty words of an entry that other entries also have. */
export async function wordsElsewhere(db: Database, id: number) {
  const statement = `
    select distinct on (own.kind, own.place, other.entry_id) own.word, other.entry_id as "entryId", entry.words
    from synonym_words as own join synonym_words as other on other.plain = own.plain and other.entry_id <> own.entry_id
      join synonym_groups as entry on entry.entry_id = other.entry_id
    where own.entry_id = $1 and own.kind <> 'broader' and other.kind <> 'broader'
    order by own.kind, own.place, other.entry_id limit 20`;
  return rowsOf<{ word: string; entryId: number; words: string }>(db, statement, [id]);
}

/** Counts the titles with each word of an entry, up to a limit; null for a word that isn't searched for. */
export async function usesOfEntry(db: Database, id: number, limit: number) {
  const statement = `
    select word, case when query = '' then null else (
      select count(*)::integer from (
        select from items where search @@ query::tsquery and is_in_stock is not null limit ${Math.trunc(limit)}) as titles) end as titles
    from synonym_words where entry_id = $1 and kind <> 'typed' order by kind desc, place`;
  return rowsOf<{ word: string; titles: number | null }>(db, statement, [id]);
}
