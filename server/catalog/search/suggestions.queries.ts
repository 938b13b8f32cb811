import { rowsOf } from "../titles/catalog.queries.ts";
import type { Database } from "#server/platform/database.ts";

const most = 6;
const looked = 50; // titles with such words, while few letters match thousands

const beginning = (stock: string) => `
  (select item_id, sort_title from items where ${stock} and sort_title >= start.word
    order by sort_title, item_id limit ${most})`;

/*
 * Titles that begin so are next to each other in the indexes by title, so a common beginning costs no more than a rare one; only
 * where they are too few, words inside the titles are looked up. $1 is what titles are sorted by, without its article.
 */
const titlesLike = `
  with start as materialized (select regexp_replace($1::text, '^[^[:alnum:]]*((the|an?)[[:space:]]+)?', '', 'i') as word),
  begun as materialized (
    select item_id from start, lateral (${beginning("is_in_stock")} union all ${beginning("not is_in_stock")}) as near
    where starts_with(sort_title, start.word) and start.word <> ''
  ),
  inside as (
    select item_id from items
    where (select count(*) from begun) < ${most} and is_in_stock is not null
      and words_of(title || ' ' || reference_number) @@ (select words_like($2))
    limit ${looked}
  )
  select item_id from (
    select item_id, 0 as place from begun union all select item_id, 1 from inside where item_id not in (select item_id from begun)
  ) as found join items using (item_id)
  order by place, is_in_stock desc, sort_title, item_id limit ${most}`;

/** The ids of the titles that begin with a plain text, in stock before the others, then of those with words that begin so. */
export async function idsLike(db: Database, text: string, words: string): Promise<number[]> {
  const rows = await rowsOf<{ item_id: number }>(db, titlesLike, [text, words]);
  return rows.map(({ item_id }) => item_id);
}
