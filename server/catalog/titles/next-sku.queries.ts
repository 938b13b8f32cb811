import { limits } from "#contract/catalog/codes.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { SkuScheme } from "./next-sku.rules.ts";

/** The SKUs of the newest titles, newest first; of one category, or of all (0). */
export async function newestSkus(db: Database, categoryId: number): Promise<string[]> {
  let newest = db.selectFrom("items").select("reference_number");
  if (categoryId > 0) newest = newest.where("category_id", "=", categoryId);
  const rows = await newest.orderBy("created_at", "desc").orderBy("item_id", "desc").limit(100).execute();
  return rows.map(({ reference_number }) => reference_number);
}

const longest = sql.lit(limits.sku);

/** The first free number after the newest one, if it is among the next few; with any number of zeros before it. */
export async function freeNumberAfter(db: Database, { prefix, newest }: SkuScheme): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select number from generate_series(${newest + 1}::integer, ${newest + 100}::integer) as number
    where not exists (
      select from items where lower(reference_number) = any(array(
        select lower(${prefix} || lpad(number::text, digits, '0'))
        from generate_series(char_length(number::text), ${longest} - char_length(${prefix})) as digits
      ))
    ) order by number limit 1`.execute(db);
  return rows[0]?.number ?? null;
}

/** The first free number after the newest one, and the first gap among all: null where there is none. */
export async function freeNumbers(db: Database, { prefix, newest }: SkuScheme): Promise<(number | null)[]> {
  const { rows } = await sql<{ after: number | null; gap: number | null }>`
    with taken as materialized (
      select distinct substring(reference_number from ${prefix.length + 1}::integer)::integer as number from items
      where lower(left(reference_number, ${prefix.length}::integer)) = lower(${prefix})
        and substring(reference_number from ${prefix.length + 1}::integer) ~ '^[0-9]+$'
    ),
    last as (
      select number from taken where not exists (select from taken as next where next.number = taken.number + 1)
    )
    select min(number) filter (where number >= ${newest}) + 1 as after, min(number) + 1 as gap from last`.execute(db);
  return [rows[0]?.after ?? null, rows[0]?.gap ?? null];
}
