import type { CountedBy, SchoolUse } from "#contract/schools/school-use.ts";
import { statuses } from "#contract/codes.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Orders placed from one instant on and before another; none: without a bound. */
export type UseAsked = { by: CountedBy; from?: Date; before?: Date };

const groups = {
  county: sql`county, '' as district, '' as school`,
  district: sql`county, districts.district, '' as school`,
  school: sql`county, districts.district, schools.school`,
} as const;

// What a name means is looked up once for each name, not for each order.
const counted = ({ by, from, before }: UseAsked) => sql`
  with placed as materialized (
    select order_id, borrower_id, ship_to_school, ship_to_district from orders
    where status_id <> ${sql.lit(statuses.cancelled)}
      and (${from ?? null}::timestamptz is null or ordered_at >= ${from ?? null})
      and (${before ?? null}::timestamptz is null or ordered_at < ${before ?? null})
  ), named as materialized (
    select ship_to_school, ship_to_district, school_of(ship_to_school, ship_to_district) as school_id
    from (select distinct ship_to_school, ship_to_district from placed) as names
  ), copies as materialized (
    select order_id, sum(quantity)::integer as copies from order_lines join placed using (order_id) group by order_id
  ), sent as (
    select ${groups[by]}, borrower_id, order_id, copies
    from placed join named using (ship_to_school, ship_to_district) left join copies using (order_id)
    left join schools using (school_id) left join districts using (district_code)
  )
  select coalesce(county, '') as county, coalesce(district, '') as district, coalesce(school, '') as school,
    count(distinct borrower_id)::integer as borrowers, count(*)::integer as orders, coalesce(sum(copies), 0)::integer as copies
  from sent group by 1, 2, 3`;

/** A page of what was ordered by county, district or school, most orders first, and how many of these there are. */
export async function schoolUse(db: Database, asked: UseAsked, part: { limit: number; offset: number }) {
  const { rows } = await sql<SchoolUse & { total: number }>`
    select *, count(*) over ()::integer as total from (${counted(asked)}) as uses
    order by orders desc, county, district, school limit ${part.limit} offset ${part.offset}`.execute(db);
  return { data: rows.map(({ total: _total, ...use }) => use), total: rows[0]?.total ?? 0 };
}
