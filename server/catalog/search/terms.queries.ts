import type { Database } from "#server/platform/database.ts";
import { rowsOf } from "../titles/catalog.queries.ts";

/** A word or phrase as the index knows it. */
export type Term = {
  /** A tsquery of its forms in both languages; "" for stop words. */
  query: string;
  /** Whether it's an English stop word such as "the". */
  saysNothing: boolean;
  /** Whether a title has or once had it. */
  isKnown: boolean;
  /** Whether a synonym entry has it. */
  isMeant: boolean;
};

/** Matches titles by the index. `worth_an_index` only tells the planner a cost; it is never called. */
const matches = (query: string) => `search @@ ${query} and (item_id > 0 or worth_an_index(search))`;

// With "exists" instead of "limit 1", PostgreSQL would read all words of titles; without "offset 0", it would compute the
// query for each use.
const terms = `
  select forms.query::text as query, numnode(phraseto_tsquery('english', typed.text)) = 0 as "saysNothing",
    typed.text <> $2 and coalesce((select true from search_words where word = typed.text limit 1),
      (select true from items where ${matches("forms.query")} limit 1), false) as "isKnown",
    (select true from synonym_words where plain = typed.text limit 1) is not null as "isMeant"
  from unnest($1::text[]) with ordinality as typed (text, place)
    cross join lateral (select searched_query(typed.text) as query offset 0) as forms
  order by typed.place`;

/**
 * Returns the terms of texts, which are words of the index with single spaces. For `phrase`, it only returns the forms,
 * because reading titles for it is expensive.
 */
export async function termsOf(db: Database, texts: readonly string[], phrase = ""): Promise<Term[]> {
  return texts.length === 0 ? [] : rowsOf<Term>(db, terms, [texts, phrase]);
}

/** Selects the words of $1 that synonym entries have, alone or in phrases. */
const wordsMeant = `
  select plain as word from synonym_words where plain = any($1::text[])
  union select part from synonym_words cross join unnest(string_to_array(plain, ' ')) as part
    where string_to_array(plain, ' ') && $1::text[] and part = any($1::text[])`;

const inputWords = `from unnest($1::text[]) as input where position(' ' in input) = 0 or numnode(phraseto_tsquery('english', input)) > 1`;

/** Counts the titles with each word, up to 2,000; 0 for words of synonym entries alone. Leaves out other words. */
export async function usesOf(db: Database, words: readonly string[]): Promise<Map<string, number>> {
  const uses =
    "(select count(*)::integer from (select from items where search @@ searched_query(input) limit 2000) as counted)";
  const statement = `
    with meant as materialized (${wordsMeant})
    select input as word, ${uses} as uses, input in (select word from meant) as "isMeant" ${inputWords}`;
  const rows = await rowsOf<{ word: string; isMeant: boolean; uses: number }>(db, statement, [words]);
  return new Map(rows.flatMap(({ word, isMeant, uses }) => (uses > 0 || isMeant ? [[word, uses] as const] : [])));
}

/** The maximum count of titles with a word. */
export const maxUses = 1000;

/**
 * Counts the titles that match each tsquery. Also returns the approximate number of all titles, and whether a phrase is the
 * name of an author or publisher.
 */
export async function countUses(db: Database, queries: readonly string[], phrase = "") {
  const statement = `
    select array(
        select (select count(*)::integer from (select from items where ${matches("query::tsquery")} limit ${maxUses}) as counted)
        from unnest($1::text[]) with ordinality as input (query, place) order by place) as uses,
      (select coalesce(max(item_id), 0) from items) as titles,
      exists (select from (select search from items where ${matches("$2::tsquery")} limit 100) as matches
        where ts_filter(search, '{c}') @@ $2::tsquery) as "isName"`;
  const [row] = await rowsOf<{ uses: number[]; titles: number; isName: boolean }>(db, statement, [queries, phrase]);
  return row ?? { uses: [], titles: 0, isName: false };
}

/** Returns the words that titles or synonym entries have. */
export async function wordsAmong(db: Database, words: readonly string[]): Promise<string[]> {
  const statement = `
    select input as word from unnest($1::text[]) as input where (select true from search_words where word = input limit 1)
    union select part from synonym_words cross join unnest(string_to_array(plain, ' ')) as part where part = any($1::text[])`;
  const rows = await rowsOf<{ word: string }>(db, statement, [words]);
  return rows.map(({ word }) => word);
}

/** Returns words that may be this one with two errors: with the same first letter, or similar. */
export async function wordsLike(db: Database, word: string): Promise<string[]> {
  const statement = `
    select word from search_words
    where left(word, 1) = left($1, 1) and char_length(word) between char_length($1) - 2 and char_length($1) + 2
    union
    select part from (select unnest(string_to_array(plain, ' ')) as part from synonym_words) as parts
    where char_length(part) between char_length($1) - 2 and char_length($1) + 2
    union
    (select word from search_words where word % $1 order by similarity(word, $1) desc limit 20)`;
  return (await rowsOf<{ word: string }>(db, statement, [word])).map((row) => row.word);
}

/** Returns the shortest words of titles with this prefix. */
export async function wordsBeginning(db: Database, beginning: string): Promise<string[]> {
  const statement = `
    select word from (select word from search_words where word like $1 || '%' limit 100) as begun
    order by char_length(word), word limit 5`;
  return (await rowsOf<{ word: string }>(db, statement, [beginning])).map(({ word }) => word);
}

const maxTitles = 6;
const maxCandidates = 50; // because a few letters may match thousands of titles

const beginning = (stock: string) => `
  (select item_id, sort_title from items where ${stock} and sort_title >= start.word
    order by sort_title, item_id limit ${maxTitles})`;

// Titles with a common prefix are adjacent in the indexes by title, so a common prefix costs no more than a rare one. Words
// inside of titles are only searched if there are too few. $1 is a sort title, $2 has the words.
const titlesLike = `
  with start as materialized (select regexp_replace($1::text, '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i') as word),
  begun as materialized (
    select item_id from start, lateral (${beginning("is_in_stock")} union all ${beginning("not is_in_stock")}) as near
    where starts_with(sort_title, start.word) and start.word <> ''
  ),
  inside as (
    select item_id from items
    where (select count(*) from begun) < ${maxTitles} and is_in_stock is not null
      and words_of(title || ' ' || reference_number) @@ (select words_like($2))
    limit ${maxCandidates}
  )
  select item_id from (
    select item_id, 0 as place from begun union all select item_id, 1 from inside where item_id not in (select item_id from begun)
  ) as matches join items using (item_id)
  order by place, is_in_stock desc, sort_title, item_id limit ${maxTitles}`;

/** Returns the ids of titles that begin with a plain text, those in stock first, then of those with words that do. */
export async function idsLike(db: Database, text: string, words: string): Promise<number[]> {
  const rows = await rowsOf<{ item_id: number }>(db, titlesLike, [text, words]);
  return rows.map(({ item_id }) => item_id);
}

/** A synonym that a title may have instead of a typed word. */
export type OtherWord = { word: string; query: string; isPhrase: boolean; isUsed: boolean };

/** The synonyms of a typed text. */
export type SynonymHit = {
  text: string;
  /** Whether people type it for these words although it means something else in titles. */
  isOnlyTyped: boolean;
  /** Whether it matches word for word, including stop words. */
  isExact: boolean;
  /** The ids of the entries with it. */
  entries: number[];
  words: OtherWord[];
};

/** Returns whether titles have or once had each part of a phrase. */
const isUsed = `not exists (select from unnest(string_to_array(plain, ' ')) as part
  where char_length(part) > 2 and (select true from search_words where search_words.word = part limit 1) is null)`;

// "limit 1" and "<> ''" make PostgreSQL use the indexes: "exists" makes it read all words, and both indexes are partial
const synonyms = `
  with typed as materialized (
    select text, nullif(phraseto_tsquery('english', text)::text, '') as english,
      nullif(phraseto_tsquery('spanish', text)::text, '') as spanish
    from unnest($1::text[]) as text
  ), hits as (
    select text, array_agg(distinct entry_id) as entries, bool_and(kind = 'typed') as "isOnlyTyped", bool_or("isExact") as "isExact"
    from typed join lateral (
      select entry_id, kind, true as "isExact" from synonym_words where plain = text and kind <> 'broader'
      union all select entry_id, kind, false from synonym_words where synonym_words.english = typed.english and synonym_words.english <> '' and kind <> 'broader'
      union all select entry_id, kind, false from synonym_words where synonym_words.spanish = typed.spanish and synonym_words.spanish <> '' and kind <> 'broader'
    ) as found on true
    group by text
  )
  select text, "isOnlyTyped", "isExact", entries,
    coalesce((select jsonb_agg(jsonb_build_object('word', word, 'query', query, 'isPhrase', position(' ' in plain) > 0, 'isUsed', ${isUsed})
        order by entry_id, place)
      from synonym_words where entry_id = any(entries) and kind = 'word' and query <> '' and plain <> text), '[]') as words
  from hits`;

/** Returns the synonyms of texts, which are words of the index with single spaces. Leaves out texts without any. */
export async function synonymsOf(db: Database, texts: readonly string[]): Promise<SynonymHit[]> {
  return rowsOf(db, synonyms, [texts]);
}

const topicsNear = `
  with own as (select entry_id, place, plain, word, kind from synonym_words where entry_id = any($1)),
  near as (
    select coalesce(other.entry_id::text, own.plain) as topic, other.entry_id, min(array[0, own.place]) as place,
      array_agg(own.word order by own.place) as words
    from own left join synonym_words as other on other.plain = own.plain and other.kind = 'word'
    where own.kind = 'broader' group by topic, other.entry_id
    union all
    select entry_id::text, entry_id, array[1, min(entry_id)], '{}' from synonym_words
    where kind = 'broader' and plain in (select plain from own where kind = 'word') group by entry_id
  )
  select words || array(select word from synonym_words where synonym_words.entry_id = near.entry_id and kind = 'word' order by synonym_words.place) as words
  from (select distinct on (topic) * from near where entry_id is null or entry_id <> all($1) order by topic, place) as near
  order by place`;

/** Returns the names of the broader topics of entries, in their order, and then of narrower ones. */
export async function topicsNearTo(db: Database, entries: readonly number[]): Promise<string[][]> {
  if (entries.length === 0) return [];
  return (await rowsOf<{ words: string[] }>(db, topicsNear, [entries])).map(({ words }) => words);
}
