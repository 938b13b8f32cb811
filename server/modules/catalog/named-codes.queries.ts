import type { Database } from "#server/platform/database.ts";
import { rowsOf } from "./catalog.queries.ts";

/** What a typed word matches: titles with words of `query`, a tsquery, and those of the codes that are called so. */
export type Word = { query: string; categories: number[]; grades: number[] };

/** A word, and its place in what was typed; words of one place are alternatives. */
type Typed = { place: number; word: string };

/** The words by place, with the categories and grades that are called so in English or Spanish. */
export async function wordsOf(db: Database, typed: readonly Typed[]): Promise<(Word & { place: number })[]> {
  const idsOf = (kind: string) => `array(select id from named where named.place = asked.place and kind = '${kind}')`;
  const statement = `
    with typed as materialized (
      select place, word,
        tsvector_to_array(to_tsvector('english', regexp_replace(word, '[^[:alnum:]]+', ' ', 'g'))) as lexemes
      from unnest($1::integer[], $2::text[]) as typed (place, word)
    ), named as materialized (
      select place, kind, id from typed join (
        select 'category' as kind, category_id as id, lexemes as called from categories
        union all select 'grade', grade_id, lexemes from grades
      ) as codes on called @> lexemes where lexemes <> '{}'
    )
    select place, query, ${idsOf("category")} as categories, ${idsOf("grade")} as grades
    from (
      select place, to_tsquery('english', string_agg(quote_literal(word), ' | '))::text as query from typed group by place
    ) as asked order by place`;
  return rowsOf(db, statement, [typed.map(({ place }) => place), typed.map(({ word }) => word)]);
}

export const namesCode = ({ categories, grades }: Word) => categories.length + grades.length > 0;

/** The condition for titles of the codes. The ids come from the database, and are part of the text for the planner. */
export function ofCodes({ categories, grades }: Word): string {
  const conditions = [
    ...(categories.length > 0 ? [`category_id in (${categories.join(", ")})`] : []),
    ...grades.map((grade) => `grade_mask & ${grade} = ${grade}`),
  ];
  return `(${conditions.join(" or ") || "false"})`;
}

let beginnings: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a word could be what a code is called: a word and its stem begin with the same three letters. Only a
 * migration changes what codes are called, so a process reads it once, and most searches need no other statement.
 */
export async function mayNameCode(db: Database): Promise<(word: string) => boolean> {
  beginnings ??= readBeginnings(db).catch((error: unknown) => {
    beginnings = undefined;
    throw error;
  });
  const known = await beginnings;
  return (word) => word.split("-").some((part) => known.has(part.slice(0, 3)));
}

async function readBeginnings(db: Database): Promise<ReadonlySet<string>> {
  const statement = `
    select distinct left(lexeme, 3) as beginning from (
      select unnest(lexemes) from categories union all select unnest(lexemes) from grades
    ) as called (lexeme)`;
  const rows = await rowsOf<{ beginning: string }>(db, statement, []);
  return new Set(rows.map(({ beginning }) => beginning));
}
