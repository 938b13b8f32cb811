import type { PossibleDuplicate } from "#contract/catalog/undo-import.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { Looks } from "./alike.rules.ts";

// The expression of the index items_alike, and what the trigger makes of a title before that.
const key = (sortTitle: string) => sql.raw(`regexp_replace(${sortTitle}, '[^[:alnum:]]+', '', 'g')`);
const sortTitle = `lower(regexp_replace(unaccent(title), '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i'))`;

const mostAlike = 20; // of each title; where there are more, any of them will do

type TitleLike = Looks & { place: number; itemId: number };

/** The titles of the library that look like one of these, by its place from 0; which are alike is a rule. */
export async function titlesLike(db: Database, titles: readonly string[]): Promise<TitleLike[]> {
  if (titles.length === 0) return [];
  const { rows } = await sql<TitleLike>`
    with given as (
      select (place - 1)::integer as place, ${key(sortTitle)} as key
      from unnest(${[...titles]}::text[]) with ordinality as given (title, place)
    )
    select place, found.* from given cross join lateral (
      select item_id as "itemId", title, category_id as "categoryId", publisher, language from items
      where ${key("sort_title")} = given.key and archived_at is null order by item_id limit ${sql.lit(mostAlike)}
    ) as found
    where given.key <> ''`.execute(db);
  return rows;
}

type Page = { page: number; pageSize: number };

const isAlike = (importId: number) =>
  sql`import_id = ${importId} and outcome in ('add', 'skip') and like_item_id is not null`;

export async function listAlike(db: Database, importId: number, { page, pageSize }: Page) {
  const { rows } = await sql<PossibleDuplicate & { total: number }>`
    select row_number as row, draft ->> 'title' as title, outcome = 'skip' as "isSkipped", count(*) over ()::integer as total,
      jsonb_build_object('itemId', item_id, 'title', title, 'language', language, 'referenceNumber', reference_number) as known
    from import_rows join items on item_id = like_item_id where ${isAlike(importId)}
    order by row_number limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Skips one row, or all (0); or adds it after all. */
export async function skipAlike(
  tx: Transaction,
  importId: number,
  { row, skip }: { row: number; skip: boolean },
): Promise<void> {
  await sql`
    update import_rows set outcome = ${skip ? "skip" : "add"}
    where ${isAlike(importId)} and (${row} = 0 or row_number = ${row})`.execute(tx);
}
