import type { Database } from "#server/platform/database.ts";
import { rowsOf } from "../titles/catalog.queries.ts";

/** A word of the thesaurus that a title may have instead of a typed one. */
export type OtherWord = { word: string; query: string; isPhrase: boolean; isUsed: boolean };

/** What the thesaurus says of a typed text. */
export type ThesaurusHit = {
  text: string;
  /** Typed for these words, and meaning something else in titles. */
  isOnlyTyped: boolean;
  /** Word for word, with words that say nothing. */
  isExact: boolean;
  /** The ids of the entries that say it. */
  entries: number[];
  words: OtherWord[];
};

/** Whether titles have, or had, each part of a phrase. */
const isUsed = `not exists (select from unnest(string_to_array(plain, ' ')) as part
  where char_length(part) > 2 and (select true from search_words where search_words.word = part limit 1) is null)`;

// "limit 1" and "<> ''" lead PostgreSQL to an index: "exists" makes it read all words, and both indexes are partial
const said = `
  with typed as materialized (
    select text, nullif(phraseto_tsquery('english', text)::text, '') as english,
      nullif(phraseto_tsquery('spanish', text)::text, '') as spanish
    from unnest($1::text[]) as text
  ), hits as (
    select text, array_agg(distinct entry_id) as entries, bool_and(kind = 'typed') as "isOnlyTyped", bool_or("isExact") as "isExact"
    from typed join lateral (
      select entry_id, kind, true as "isExact" from thesaurus_words where plain = text and kind <> 'broader'
      union all select entry_id, kind, false from thesaurus_words where thesaurus_words.english = typed.english and thesaurus_words.english <> '' and kind <> 'broader'
      union all select entry_id, kind, false from thesaurus_words where thesaurus_words.spanish = typed.spanish and thesaurus_words.spanish <> '' and kind <> 'broader'
    ) as found on true
    group by text
  )
  select text, "isOnlyTyped", "isExact", entries,
    coalesce((select jsonb_agg(distinct jsonb_build_object('word', word, 'query', query, 'isPhrase', position(' ' in plain) > 0, 'isUsed', ${isUsed}))
      from thesaurus_words where entry_id = any(entries) and kind = 'word' and query <> '' and plain <> text), '[]') as words
  from hits`;

/** What the thesaurus says of these texts, words of the index with single spaces; others are left out. */
export async function thesaurusOf(db: Database, texts: readonly string[]): Promise<ThesaurusHit[]> {
  return rowsOf(db, said, [texts]);
}

/** `isName`: what a broader word is shown as, and of what is narrower the name of its entry. */
export type RelatedWord = { word: string; query: string; isPhrase: boolean; isName: boolean };

const mostNarrower = 150;

const related = `
  with own as (select plain, kind from thesaurus_words where entry_id = any($1))
  select distinct word, query, position(' ' in plain) > 0 as "isPhrase", ${isUsed} as "isName"
    from thesaurus_words where entry_id = any($1) and kind = 'broader' and query <> ''
  union all
  (select word, query, position(' ' in plain) > 0, place = 1 from thesaurus_words
    where kind = 'word' and query <> '' and entry_id <> all($1) and plain not in (select plain from own where kind = 'word')
      and entry_id in (
        select entry_id from thesaurus_words as wider where kind = 'broader' and plain in (select plain from own where kind = 'word'))
    order by entry_id, place limit ${mostNarrower})`;

/** The broader words of these entries, and words of entries to which one of theirs is broader; some, of many. */
export async function wordsRelatedTo(db: Database, entries: readonly number[]): Promise<RelatedWord[]> {
  return entries.length === 0 ? [] : rowsOf(db, related, [entries]);
}
