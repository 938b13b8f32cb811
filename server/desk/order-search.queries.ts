import type { OrderSort, OrderWork } from "#contract/desk/search.ts";
import type { Database } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";
import type { OrderText } from "./read-text.rules.ts";
import { waiting, wants } from "#server/orders/public.ts";

type Days = { from?: string | null; to?: string | null };

/** Empty, 0, and undefined mean all. */
export type OrderSearch = {
  text?: OrderText | undefined;
  school: string;
  statusId: number;
  /** Limits searches by words to open orders, and ignores email addresses. */
  isForVolunteer: boolean;
  wanting?: { work: OrderWork; today: string };
  ordered: { from?: Date; before?: Date };
  shipped: Days;
  due: Days;
  sort: OrderSort;
  timeZone: string;
};

type Part = { page: number; pageSize: number };

/**
 * Returns a page of the matching orders, and their number, counted up to `maxCount`. Fetches few matches, then sorts
 * them; for many, a walk in list order finds the page sooner. PostgreSQL can't tell which, and would walk past all
 * orders to find one tracking number.
 */
export async function pageOfSearch(db: Database, search: OrderSearch, { page, pageSize }: Part, maxCount: number) {
  const part = sql`limit ${sql.lit(pageSize)} offset ${sql.lit((page - 1) * pageSize)}`;
  const order = inOrder(search);
  const matches = await sql<{ count: number; ids: number[] }>`
    with matches as materialized (
      select order_id, ordered_at, return_date, status_id from orders ${matching(search)} limit ${sql.lit(maxCount + 1)}
    )
    select (select count(*) from matches)::integer as count,
      array(select order_id from matches as orders ${order} ${part}) as ids`.execute(db);
  const { count = 0, ids = [] } = matches.rows[0] ?? {};
  if (count <= maxCount) return { count, ids, isMore: false };
  const idsOf = async (where: RawBuilder<unknown>) => {
    const { rows } = await sql<{ ids: number[] }>`
      select array(select order_id from orders ${where} ${order} ${part}) as ids`.execute(db);
    return rows[0]?.ids ?? [];
  };
  // orders with such a date come first, and a partial index has only them
  const dated = { due: sql`return_date is not null`, leaves: waiting, newest: undefined, oldest: undefined }[
    search.sort
  ];
  const first = dated ? await idsOf(matching(search, dated)) : [];
  const pageIds = first.length === pageSize ? first : await idsOf(matching(search));
  return { count: maxCount, ids: pageIds, isMore: true };
}

export async function idsOfSearch(db: Database, search: OrderSearch): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(select order_id from orders ${matching(search)} ${inOrder(search)}) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

/** The first ship date of a reserved order, looked up by key for each order. */
const shipOn = sql`(
  select min(ship_on) from order_lines as dated join order_line_dates using (order_line_id) where dated.order_id = orders.order_id)`;

function inOrder({ sort, timeZone }: OrderSearch) {
  const by = {
    newest: sql`ordered_at desc, order_id desc`,
    oldest: sql`ordered_at, order_id`,
    due: sql`return_date nulls last, order_id`,
    leaves: sql`case when ${waiting} then coalesce(${shipOn}, (ordered_at at time zone ${timeZone})::date) end nulls last, order_id`,
  };
  return sql`order by ${by[sort]}`;
}

/** Matches the beginning of a tracking number without separators, exactly as the index has it. */
export const sentWith = (prefix: string) =>
  sql`(tracking_number <> '' and regexp_replace(lower(tracking_number), '[^a-z0-9]', '', 'g') like ${`${prefix}%`})`;

export const sentBackWith = (prefix: string) =>
  sql`(sent_back_tracking <> '' and regexp_replace(lower(sent_back_tracking), '[^a-z0-9]', '', 'g') like ${`${prefix}%`})`;

function matching(
  { text, school, statusId, isForVolunteer, wanting, ordered, shipped, due }: OrderSearch,
  extra?: RawBuilder<unknown>,
) {
  const conditions = [
    extra,
    text && withText(text, isForVolunteer),
    isForVolunteer && (text || school) && sql`is_open`,
    school && sql`words @@ words_like(${school}, 'school/')`,
    // an integer, as not every requested number fits the smallint column
    statusId !== 0 && sql`status_id = ${statusId}::integer`,
    wanting && wants(wanting.work, wanting.today),
    ordered.from && sql`ordered_at >= ${ordered.from}`,
    ordered.before && sql`ordered_at < ${ordered.before}`,
    shipped.from && sql`ship_date >= ${shipped.from}::date`,
    shipped.to && sql`ship_date <= ${shipped.to}::date`,
    due.from && sql`return_date >= ${due.from}::date`,
    due.to && sql`return_date <= ${due.to}::date`,
  ].flatMap((condition) => condition || []);
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

/** The words of an open order that a volunteer sees. The indexed words also include the borrower's email address. */
const shownWords = sql`(
  select words_of(concat_ws(' ', ship_to_name, ship_to_school, ship_to_district,
    string_agg(title || ' ' || reference_number, ' ')))
  from order_lines join items using (item_id) where order_lines.order_id = orders.order_id)`;

/** Matches the order's words, number, tracking numbers, or copies, and its borrower's and titles' current names. */
function withText({ number, tracking, copy, words }: OrderText, isForVolunteer: boolean) {
  const isAddress = words?.includes("@");
  const places = [
    words &&
      !isAddress &&
      sql`(words @@ words_like(${words}) ${isForVolunteer ? sql`and ${shownWords} @@ words_like(${words})` : sql``})`,
    number && sql`order_id = ${number}`,
    tracking && sentWith(tracking),
    tracking && sentBackWith(tracking),
    // the words already match the SKU of its title
    copy !== undefined &&
      sql`order_id = any(array(
        select order_id from copies join items using (item_id) join assignments using (copy_id)
        where copy_id in (select copies_named(${copy})) and lower(reference_number) <> lower(ltrim(${copy}, '#')) limit ${maxOrders}))`,
    isAddress &&
      !isForVolunteer &&
      sql`borrower_id = any(array(select borrower_id from borrowers where words @@ words_like(${words}) limit ${maxPeople}))`,
    words &&
      !isAddress &&
      sql`order_id = any(array(
        select order_id from retitled_items join items using (item_id) join order_lines using (item_id)
        where words_of(title || ' ' || reference_number) @@ words_like(${words}) limit ${maxOrders}))`,
  ].flatMap((place) => place || []);
  return places.length > 0 ? sql`(${sql.join(places, sql` or `)})` : sql`false`;
}

const maxPeople = sql.lit(100); // with one email address
const maxOrders = sql.lit(1000); // of renamed titles, or of a copy, which are looked up one by one

export type ListedOrder = {
  order_id: number;
  ordered_at: Date;
  status_name: string;
  ship_to_name: string;
  ship_to_school: string;
  ship_to_district: string;
  email_address: string;
  titles: string;
  quantity: number;
  tracking_number: string;
  ship_on: string | null;
  ship_date: string | null;
  return_date: string | null;
  copies_out: number;
};

export async function ordersInList(db: Database, ids: readonly number[]): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    select order_id, ordered_at, status_name, ship_to_name, ship_to_school,
      ship_to_district, coalesce(email_address, '') as email_address, tracking_number, ship_date, return_date, ${shipOn} as ship_on,
      coalesce(lines.titles, '') as titles, coalesce(lines.quantity, 0)::integer as quantity,
      (select count(*) from assignments where assignments.order_id = orders.order_id and released_at is null)::integer as copies_out
    from unnest(${[...ids]}::integer[]) with ordinality as listed (order_id, place)
    join orders using (order_id) join statuses using (status_id) left join account_mailboxes using (borrower_id)
    cross join lateral (
      select string_agg(quantity || ' x ' || title || ' (#' || reference_number || ')', '; ' order by order_line_id) as titles,
        sum(quantity) as quantity
      from order_lines join items using (item_id) where order_lines.order_id = orders.order_id
    ) as lines
    order by place`.execute(db);
  return rows;
}
