import type { Database } from "#server/platform/database.ts";
import { rowsOf } from "../titles/catalog.queries.ts";

/** A word or phrase as the index knows it. */
export type Term = {
  /** A tsquery of its forms in both languages; "" of what says nothing. */
  query: string;
  /** Its forms in each language as a phrase; "" where it says nothing there. */
  english: string;
  spanish: string;
  /** Whether it says nothing in English, as "the" does. */
  saysNothing: boolean;
  /** Whether it was learned as it is from a title, which is not forgotten when the title changes. */
  isLearned: boolean;
  /** Whether any title has it, or ever had. */
  isKnown: boolean;
  /** Whether the thesaurus has it. */
  isMeant: boolean;
};

// With "exists" instead of "limit 1", PostgreSQL would read all words that titles have; without "offset 0" it would make the forms
// again for each of their uses. Without "worth_an_index" it looks for one title with a word by reading titles until it finds one: all
// of them for a word that none has.
const terms = `
  select forms.query::text as query, forms.english::text as english, forms.spanish::text as spanish, numnode(forms.english) = 0 as "saysNothing",
    forms."isLearned", typed.text <> $2 and (forms."isLearned" or coalesce((select true from items where search @@ forms.query and worth_an_index(search) limit 1), false)) as "isKnown",
    (select true from thesaurus_words where plain = typed.text limit 1) is not null as "isMeant"
  from unnest($1::text[]) with ordinality as typed (text, place)
    cross join lateral (
      select (select true from search_words where word = typed.text limit 1) is not null as "isLearned",
        searched_query(typed.text) as query, phraseto_tsquery('english', typed.text) as english,
        phraseto_tsquery('spanish', typed.text) as spanish offset 0
    ) as forms
  order by typed.place`;

/**
 * The terms of these texts, in their order: words of the index, with single spaces. Of `phrase`, which many titles are read for, only
 * its forms are asked for.
 */
export async function termsOf(db: Database, texts: readonly string[], phrase = ""): Promise<Term[]> {
  return texts.length === 0 ? [] : rowsOf<Term>(db, terms, [texts, phrase]);
}

/** The words and phrases of the thesaurus, and the words of its phrases, that are among $1. */
const wordsMeant = `
  select plain as word from thesaurus_words where plain = any($1::text[])
  union select part from thesaurus_words cross join unnest(string_to_array(plain, ' ')) as part
    where string_to_array(plain, ' ') && $1::text[] and part = any($1::text[])`;

const asked = `from unnest($1::text[]) as asked where position(' ' in asked) = 0 or numnode(phraseto_tsquery('english', asked)) > 1`;

/**
 * How many titles have each of these words, 2,000 at most, 0 of those that only the thesaurus has; others are left out.
 */
export async function usesOf(db: Database, words: readonly string[]): Promise<Map<string, number>> {
  const uses =
    "(select count(*)::integer from (select from items where search @@ searched_query(asked) limit 2000) as counted)";
  const statement = `
    with meant as materialized (${wordsMeant})
    select asked as word, ${uses} as uses, asked in (select word from meant) as "isMeant" ${asked}`;
  const rows = await rowsOf<{ word: string; isMeant: boolean; uses: number }>(db, statement, [words]);
  return new Map(rows.flatMap(({ word, isMeant, uses }) => (uses > 0 || isMeant ? [[word, uses] as const] : [])));
}

/** So many titles are counted of a word, at most. */
export const maxUses = 1000;

/** How many titles match each of these tsqueries, in their order. */
export async function countUses(db: Database, queries: readonly string[]): Promise<number[]> {
  const statement = `
    select (select count(*)::integer from (select from items where search @@ query::tsquery and worth_an_index(search) limit ${maxUses}) as counted) as uses
    from unnest($1::text[]) with ordinality as asked (query, place) order by place`;
  return (await rowsOf<{ uses: number }>(db, statement, [queries])).map(({ uses }) => uses);
}

/** About how many titles there are, and whether a phrase is the name of an author or publisher of one. */
export async function aboutTitles(db: Database, phrase: string): Promise<{ titles: number; isName: boolean }> {
  const statement = `
    select (select coalesce(max(item_id), 0) from items) as titles,
      exists (select from (select search from items where search @@ $1::tsquery and worth_an_index(search) limit 100) as said
        where ts_filter(search, '{c}') @@ $1::tsquery) as "isName"`;
  const [row] = await rowsOf<{ titles: number; isName: boolean }>(db, statement, [phrase]);
  return row ?? { titles: 0, isName: false };
}

/** Those of the words that titles have, or the thesaurus, in whatever phrase. */
export async function wordsAmong(db: Database, words: readonly string[]): Promise<string[]> {
  const statement = `
    select asked as word from unnest($1::text[]) as asked where (select true from search_words where word = asked limit 1)
    union select part from thesaurus_words cross join unnest(string_to_array(plain, ' ')) as part where part = any($1::text[])`;
  const rows = await rowsOf<{ word: string }>(db, statement, [words]);
  return rows.map(({ word }) => word);
}

/** Words of titles that could be this one with two errors: those that begin alike, and those that share most of it. */
export async function wordsLike(db: Database, word: string): Promise<string[]> {
  const statement = `
    select word from search_words
    where left(word, 1) = left($1, 1) and char_length(word) between char_length($1) - 2 and char_length($1) + 2
    union
    select part from (select unnest(string_to_array(plain, ' ')) as part from thesaurus_words) as parts
    where char_length(part) between char_length($1) - 2 and char_length($1) + 2
    union
    (select word from search_words where word % $1 order by similarity(word, $1) desc limit 20)`;
  return (await rowsOf<{ word: string }>(db, statement, [word])).map((row) => row.word);
}

/** The shortest words of titles that begin so. */
export async function wordsBeginning(db: Database, beginning: string): Promise<string[]> {
  const statement = `
    select word from (select word from search_words where word like $1 || '%' limit 100) as begun
    order by char_length(word), word limit 5`;
  return (await rowsOf<{ word: string }>(db, statement, [beginning])).map(({ word }) => word);
}
