import type { DemandRow, LoanGroup, LoanRow, UnlentRow } from "#contract/admin/reports.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Database } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";

export type Period = { startDate: string | null; endDate: string | null };
type Part = { limit: number; offset: number };

/** Both days are inclusive (YYYY-MM-DD). `today` and the days of instants are the library's. */
export type ReportDays = Period & { today: string; timeZone: string };

const within = (day: RawBuilder<unknown>, { startDate, endDate }: Period) => sql`
  (${startDate}::date is null or ${day} >= ${startDate}::date) and (${endDate}::date is null or ${day} <= ${endDate}::date)`;

const hasShipped = sql`ship_date is not null and status_id in (${sql.lit(statuses.shipped)}, ${sql.lit(statuses.returned)})`;

/**
 * The copies that shipped in a period. They are counted from orders and loans, which stay when a person is
 * anonymized: events don't.
 */
const loansIn = ({ today, timeZone, ...period }: ReportDays) => sql`
  lent as (
    select order_id, item_id, ship_date, ship_to_school, ship_to_district, loan, coalesce(due_on, return_date) as due,
      case when loan = 'returned' then (released_at at time zone ${timeZone})::date end as back
    from orders join assignments using (order_id)
    where ${hasShipped} and ${within(sql`ship_date`, period)} and loan <> 'undone'
  ), loans as materialized (
    select *, due is not null and (back is not null or (loan = 'out' and due < ${today}::date)) as is_settled,
      coalesce(back > due, loan = 'out' and due < ${today}::date, false) as is_late
    from lent
  )`;

const figures = sql`count(*)::integer as loans, count(distinct order_id)::integer as orders,
  (count(*) filter (where is_settled))::integer as settled, (count(*) filter (where is_settled and is_late))::integer as late`;

const sums = sql`sum(loans)::integer as loans, sum(orders)::integer as orders, sum(settled)::integer as settled,
  sum(late)::integer as late`;

/** Matches each school name once. An order has one, so its names' figures add up. */
const placed = sql`, written as materialized (
    select ship_to_school, ship_to_district, ${figures} from loans group by ship_to_school, ship_to_district
  ), named as materialized (
    select written.*, school_of(ship_to_school, ship_to_district) as school_id from written
  ), placed as materialized (
    select named.*, districts.district_code, county, districts.district, schools.school
    from named left join schools using (school_id) left join districts on districts.district_code = schools.district_code
  )`;

type Group = {
  from: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  of?: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  /** Rows of `from` are schools with their figures, not loans. */
  isPlace?: true;
};

/** What each group reads, and the columns of a row. */
const groups: Record<LoanGroup, Group> = {
  month: { from: sql`loans`, name: sql`to_char(min(ship_date), 'YYYY-MM')`, key: sql`date_trunc('month', ship_date)` },
  title: {
    from: sql`loans join items using (item_id)`,
    name: sql`max(title)`,
    of: sql`max(reference_number)`,
    key: sql`item_id`,
  },
  subject: {
    from: sql`loans join items using (item_id) join subjects using (subject_id)`,
    name: sql`max(subject_name)`,
    key: sql`subject_id`,
  },
  grade: {
    from: sql`loans join items using (item_id) join grades on case
      when (grade_mask & 1073741887) = 63 then grade_id = 63 else grade_id <> 63 and (grade_mask & grade_id) <> 0 end`,
    name: sql`max(grade_name)`,
    key: sql`grade_id`,
  },
  school: {
    from: sql`placed`,
    name: sql`coalesce(max(school), '')`,
    of: sql`coalesce(max(district), '')`,
    key: sql`school_id`,
    isPlace: true,
  },
  district: {
    from: sql`placed`,
    name: sql`coalesce(max(district), '')`,
    of: sql`coalesce(max(county), '')`,
    key: sql`district_code`,
    isPlace: true,
  },
  county: { from: sql`placed`, name: sql`coalesce(county, '')`, key: sql`county`, isPlace: true },
};

type CountedLoans = { data: LoanRow[]; total: number; sum: Pick<LoanRow, "loans" | "orders" | "settled" | "late"> };

/** Counts loans by group, and returns a page of the groups. */
export async function countLoans(db: Database, by: LoanGroup, days: ReportDays, part: Part): Promise<CountedLoans> {
  const { from, name, of = sql`''`, key, isPlace = false } = groups[by];
  const order = by === "month" ? sql`name` : sql`loans desc, name, of`;
  const { rows } = await sql<CountedLoans>`
    with ${loansIn(days)}${isPlace ? placed : sql``}, counted as materialized (
      select ${name} as name, ${of} as of, ${by === "title" ? key : sql`null::integer`} as "inventoryId",
        ${isPlace ? sums : figures}
      from ${from} group by ${key}
    )
    select
      coalesce((select jsonb_agg(page) from (
        select * from counted order by ${order} limit ${part.limit} offset ${part.offset}) as page), '[]') as data,
      (select count(*)::integer from counted) as total,
      (select to_jsonb(whole) from (select ${figures} from loans) as whole) as sum`.execute(db);
  return rows[0] ?? { data: [], total: 0, sum: { loans: 0, orders: 0, settled: 0, late: 0 } };
}

/** Counts waitlists and unavailable dates by title, most first. Anonymized borrowers' waits stay, without them. */
export async function countDemand(db: Database, { timeZone, ...period }: ReportDays, part: Part) {
  const { rows } = await sql<DemandRow & { total: number }>`
    with waits as materialized (
      select item_id, count(*)::integer as waited, (count(*) filter (where leave_reason = 'ordered'))::integer as got,
        round((avg(extract(epoch from left_at - since)) filter (where leave_reason = 'ordered') / 86400)::numeric)::integer as days
      from waitlist_entries where ${within(sql`(since at time zone ${timeZone})::date`, period)} group by item_id
    ), refusals as materialized (
      select item_id, count(*)::integer as refused from refused_dates where ${within(sql`refused_on`, period)} group by item_id
    ), counted as materialized (
      select item_id, coalesce(waited, 0) as waited, coalesce(got, 0) as got, days, coalesce(refused, 0) as refused
      from waits full join refusals using (item_id)
    )
    select item_id as "inventoryId", title, reference_number as "referenceNumber", active_copies as copies, waited, got, days,
      refused, (select count(*)::integer from counted) as total
    from counted join items using (item_id)
    order by waited + refused desc, sort_title, item_id limit ${part.limit} offset ${part.offset}`.execute(db);
  return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

type Unlent = {
  data: UnlentRow[];
  total: number;
  subjects: { subjectName: string; titles: number; never: number }[];
};

/** Returns titles with copies that weren't lent in a period, longest unused first, and all of them by subject. */
export async function titlesNotLent(
  db: Database,
  { timeZone, ...period }: ReportDays,
  { limit, offset }: Part,
): Promise<Unlent> {
  const addedOn = sql`(created_at at time zone ${timeZone})::date`;
  const { rows } = await sql<Unlent>`
    with lent as materialized (
      select item_id, max(ship_date) as last_lent, bool_or(${within(sql`ship_date`, period)}) as is_in_period
      from orders join assignments using (order_id) where ${hasShipped} and loan <> 'undone' group by item_id
    ), unlent as materialized (
      select item_id as "inventoryId", title, reference_number as "referenceNumber", subject_name as "subjectName",
        active_copies as copies, ${addedOn} as "addedOn", last_lent as "lastLent", created_at
      from items join subjects using (subject_id) left join lent using (item_id)
      where archived_at is null and active_copies > 0 and is_in_period is not true
        and (${period.endDate}::date is null or ${addedOn} <= ${period.endDate}::date)
    )
    select (select count(*)::integer from unlent) as total,
      coalesce((select jsonb_agg(to_jsonb(page) - 'created_at') from (
        select * from unlent order by "lastLent" nulls first, created_at, "inventoryId"
        limit ${limit} offset ${offset}) as page), '[]') as data,
      coalesce((select jsonb_agg(counted) from (
        select "subjectName", count(*) as titles, count(*) filter (where "lastLent" is null) as never
        from unlent group by "subjectName" order by titles desc, "subjectName") as counted), '[]') as subjects`.execute(
    db,
  );
  return rows[0] ?? { data: [], total: 0, subjects: [] };
}
