import type { OrderSort, OrderWork } from "#contract/desk/search.ts";
import type { Database } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";
import type { OrderText } from "./read-text.rules.ts";
import { isOverdue, waiting, wants } from "#server/orders/public.ts";

type Days = { from?: string | null; to?: string | null };

/** What to look for: empty, 0, and undefined mean all. */
export type OrderSearch = {
  text?: OrderText | undefined;
  school: string;
  statusId: number;
  /** Due before this day, and not back. */
  overdueOn?: string;
  wanting?: { work: OrderWork; today: string };
  ordered: { from?: Date; before?: Date };
  shipped: Days;
  due: Days;
  sort: OrderSort;
  /** The library's: an order for now leaves on its day there. */
  timeZone: string;
};

type Part = { page: number; pageSize: number };

/**
 * A page of the orders that match, and how many there are, counted up to a number: nobody pages through more. Few orders are all
 * found first and then sorted; of many, the page is soon found by walking in the order of the list. The database alone would
 * not know which, and walk past all orders for one tracking number.
 */
export async function pageOfSearch(db: Database, search: OrderSearch, { page, pageSize }: Part, upTo: number) {
  const part = sql`limit ${sql.lit(pageSize)} offset ${sql.lit((page - 1) * pageSize)}`;
  const order = inOrder(search);
  const few = await sql<{ count: number; ids: number[] }>`
    with found as materialized (
      select order_id, ordered_at, return_date, status_id from orders ${matching(search)} limit ${sql.lit(upTo + 1)}
    )
    select (select count(*) from found)::integer as count,
      array(select order_id from found as orders ${order} ${part}) as ids`.execute(db);
  const { count = 0, ids = [] } = few.rows[0] ?? {};
  if (count <= upTo) return { count, ids, isMore: false };
  const idsOf = async (where: RawBuilder<unknown>) => {
    const many = await sql<{ ids: number[] }>`
      select array(select order_id from orders ${where} ${order} ${part}) as ids`.execute(db);
    return many.rows[0]?.ids ?? [];
  };
  // those that have such a day come first, and an index has only them
  const dated = { due: sql`return_date is not null`, leaves: waiting, newest: undefined, oldest: undefined }[
    search.sort
  ];
  const first = dated ? await idsOf(matching(search, dated)) : [];
  const found = first.length === pageSize ? first : await idsOf(matching(search));
  return { count: upTo, ids: found, isMore: true };
}

export async function idsOfSearch(db: Database, search: OrderSearch): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(select order_id from orders ${matching(search)} ${inOrder(search)}) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

/** The first day on which something of an order by teaching days leaves; it is looked up for each order by its keys. */
const leavesOn = sql`(
  select min(leaves_on) from order_lines as dated join line_days using (order_line_id) where dated.order_id = orders.order_id)`;

function inOrder({ sort, timeZone }: OrderSearch) {
  const by = {
    newest: sql`ordered_at desc, order_id desc`,
    oldest: sql`ordered_at, order_id`,
    due: sql`return_date nulls last, order_id`,
    leaves: sql`case when ${waiting} then coalesce(${leavesOn}, (ordered_at at time zone ${timeZone})::date) end nulls last, order_id`,
  };
  return sql`order by ${by[sort]}`;
}

/** Orders whose parcel out has a tracking number that begins so, without what separates its parts, as its index has it. */
export const sentWith = (typed: string) =>
  sql`(tracking_number <> '' and regexp_replace(lower(tracking_number), '[^a-z0-9]', '', 'g') like ${`${typed}%`})`;

export const sentBackWith = (typed: string) =>
  sql`(sent_back_tracking <> '' and regexp_replace(lower(sent_back_tracking), '[^a-z0-9]', '', 'g') like ${`${typed}%`})`;

function matching(
  { text, school, statusId, overdueOn, wanting, ordered, shipped, due }: OrderSearch,
  more?: RawBuilder<unknown>,
) {
  const conditions = [
    more,
    text && withText(text),
    school && sql`words @@ words_like(${school}, 'school/')`,
    // keeps an integer: the column is a smallint, which not every requested number fits
    statusId !== 0 && sql`status_id = ${statusId}::integer`,
    overdueOn && isOverdue(overdueOn),
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

/**
 * The words of the order; or the text is its number, the tracking number of its parcel out or back, the label of a copy, its
 * borrower now, or what a title is called now.
 */
function withText({ number, tracking: typed, copy, words }: OrderText) {
  const isAddress = words?.includes("@");
  const places = [
    words && !isAddress && sql`words @@ words_like(${words})`,
    number && sql`order_id = ${number}`,
    typed && sentWith(typed),
    typed && sentBackWith(typed),
    // by the SKU of its title alone, the words find it
    copy !== undefined &&
      sql`order_id = any(array(
        select order_id from copies join items using (item_id) join assignments using (copy_id)
        where copy_id in (select copies_named(${copy})) and lower(reference_number) <> lower(ltrim(${copy}, '#')) limit ${some}))`,
    isAddress &&
      sql`borrower_id = any(array(select borrower_id from account_words where words @@ words_like(${words}) limit ${few}))`,
    words &&
      !isAddress &&
      sql`order_id = any(array(
        select order_id from retitled_items join items using (item_id) join order_lines using (item_id)
        where words_of(title || ' ' || reference_number) @@ words_like(${words}) limit ${some}))`,
  ].flatMap((place) => place || []);
  return places.length > 0 ? sql`(${sql.join(places, sql` or `)})` : sql`false`;
}

const few = sql.lit(100); // people with one email address
const some = sql.lit(1000); // orders of renamed titles, or of a copy: they are looked at one by one

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
  leaves_on: string | null;
  ship_date: string | null;
  return_date: string | null;
  copies_out: number;
};

export async function ordersInList(db: Database, ids: readonly number[]): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    select order_id, ordered_at, status_name, ship_to_name, ship_to_school,
      ship_to_district, coalesce(email_address, '') as email_address, tracking_number, ship_date, return_date, ${leavesOn} as leaves_on,
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
