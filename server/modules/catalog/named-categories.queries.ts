import type { Database } from "#server/platform/database.ts";
import { rowsOf } from "./catalog.queries.ts";

/** What a typed word matches: titles with words of `query`, a tsquery, and those of the categories that are called so. */
export type Word = { query: string; categories: number[] };

/** A word, and its place in what was typed; words of one place are alternatives. */
type Typed = { place: number; word: string };

/** The words by place, with the categories that are called so in English or Spanish. */
export async function wordsOf(db: Database, typed: readonly Typed[]): Promise<(Word & { place: number })[]> {
  const statement = `
    with typed as materialized (
      select place, word,
        tsvector_to_array(to_tsvector('english', regexp_replace(word, '[^[:alnum:]]+', ' ', 'g'))) as said
      from unnest($1::integer[], $2::text[]) as typed (place, word)
    )
    select place, to_tsquery('english', string_agg(quote_literal(word), ' | '))::text as query,
      array(
        select distinct category_id from categories, typed as called
        where called.place = typed.place and said <> '{}' and lexemes @> said
      ) as categories
    from typed group by place order by place`;
  return rowsOf(db, statement, [typed.map(({ place }) => place), typed.map(({ word }) => word)]);
}

export const namesCategory = ({ categories }: Word) => categories.length > 0;

/** The condition for titles of the categories. The ids come from the database, and are part of the text for the planner. */
export const ofCategories = ({ categories }: Word) => `category_id in (${categories.join(", ") || "null"})`;

let beginnings: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a word could be what a category is called: a word and its stem begin with the same three letters. Only a
 * migration changes what categories are called, so a process reads it once, and most searches need no other statement.
 */
export async function mayNameCategory(db: Database): Promise<(word: string) => boolean> {
  beginnings ??= readBeginnings(db).catch((error: unknown) => {
    beginnings = undefined;
    throw error;
  });
  const known = await beginnings;
  return (word) => word.split("-").some((part) => known.has(part.slice(0, 3)));
}

async function readBeginnings(db: Database): Promise<ReadonlySet<string>> {
  const statement = "select distinct left(unnest(lexemes), 3) as beginning from categories";
  const rows = await rowsOf<{ beginning: string }>(db, statement, []);
  return new Set(rows.map(({ beginning }) => beginning));
}
