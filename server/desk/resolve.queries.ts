import { statuses } from "#contract/catalog/codes.ts";
import type { FoundCopy, FoundOrder, FoundPerson, FoundTitle } from "#contract/desk/search.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import { shipsSoon } from "#server/orders/public.ts";
import { sentBackWith, sentWith } from "./order-search.queries.ts";

const maxMatches = sql.lit(5); // of each kind
const maxCandidates = sql.lit(50); // people and titles to rank, as a few letters match thousands

type CopySearch = { copyId?: number | undefined; label?: string | undefined };

/** Finds copies by id and by label, those on loan first. */
export async function copiesFound(db: Database, { copyId, label }: CopySearch, today: string): Promise<FoundCopy[]> {
  const sources = [
    copyId !== undefined && sql`select copy_id from copies where copy_id = ${copyId}`,
    label !== undefined && sql`select copies_named(${label})`,
  ].filter((part) => typeof part === "object");
  const { rows } = await sql<FoundCopy>`
    select copies.copy_id as "inventoryItemId", copies.item_id as "inventoryId", sku_number as "skuNumber",
      copy_number as "copyNumber", title, language, is_inactive as "isInactive", inactive_reason as "inactiveReason",
      false as "labelIsOld", false as "labelIsForeign",
      case when orders.order_id is not null then json_build_object('orderId', orders.order_id, 'statusId', status_id,
        'borrowerName', ship_to_name, 'schoolName', ship_to_school) end as "order",
      case when orders.order_id is null and not is_inactive and not is_held then ${waitingOrder(today)} end as "neededBy",
      case when inactive_reason = 'lost' then ${lostFrom} end as "lostFrom",
      case when is_held then ${heldFor} end as "heldFor"
    from copies join items on items.item_id = copies.item_id
    left join circulation_copies using (copy_id)
    left join orders on orders.order_id = circulation_copies.order_id
    where copies.copy_id in (${sql.join(sources, sql` union `)})
    order by status_id = ${sql.lit(statuses.shipped)} desc nulls last, orders.order_id is null, copy_number, copies.copy_id
    limit ${maxMatches}`.execute(db);
  return rows;
}

export async function hadSku(db: Database, copyId: number, skuNumber: string): Promise<boolean> {
  const { rows } = await sql`
    select from former_skus where copy_id = ${copyId} and lower(sku_number) = lower(${skuNumber})`.execute(db);
  return rows.length > 0;
}

/** The order of a copy's last loan, if it was lost from it. */
const lostFrom = sql`(
  select json_build_object('orderId', lost.order_id, 'statusId', lost.status_id, 'borrowerName', ship_to_name,
    'schoolName', ship_to_school)
  from (select order_id, loan from assignments where assignments.copy_id = copies.copy_id and loan <> 'undone'
    order by released_at desc nulls first, assignment_id desc limit 1) as latest
  join orders as lost on lost.order_id = latest.order_id
  where loan = 'lost'
)`;

export const heldFor = sql<{ borrowerName: string; schoolName: string } | null>`(
  select json_build_object('borrowerName', name, 'schoolName', school_name)
  from waitlist_offers join waitlist_entries using (entry_id) join borrowers using (borrower_id)
  where waitlist_offers.copy_id = copies.copy_id and closed_at is null
)`;

const waitingOrder = (today: string) => sql`(
  select json_build_object('orderId', waiting.order_id, 'orderItemId', order_line_id, 'schoolName', waiting.ship_to_school)
  from orders as waiting
  join order_lines on order_lines.order_id = waiting.order_id and order_lines.item_id = copies.item_id
  where waiting.status_id in (${sql.lit(statuses.new)}, ${sql.lit(statuses.processing)})
    and order_lines.quantity > (
      select count(*) from assignments as taken
      where taken.order_line_id = order_lines.order_line_id and taken.released_at is null)
    and ${shipsSoon(today, sql`waiting`)}
  order by waiting.ordered_at, waiting.order_id limit 1
)`;

type OrderFilter = {
  orderId?: number | undefined;
  tracking?: string | undefined;
  borrowerIds?: readonly number[];
  /** Finds open orders by their borrower's visible fields, for volunteers, who can't look up borrowers. */
  words?: string | undefined;
};

const shownPerson = sql`words_of(concat_ws(' ', ship_to_name, ship_to_school, ship_to_district))`;

/** Finds orders by number, then by tracking number, then by borrower; open ones first, then the newest. */
export async function ordersFound(db: Database, { orderId, tracking, borrowerIds = [], words }: OrderFilter) {
  const sources = [
    sql`select order_id, 3 as place, false as is_sent_back from orders where borrower_id = any(${[...borrowerIds]}::integer[])`,
    words !== undefined &&
      sql`(select order_id, 3 as place, false as is_sent_back from orders
        where is_open and words @@ words_like(${words}) and ${shownPerson} @@ words_like(${words}) limit ${maxCandidates})`,
    orderId !== undefined &&
      sql`select order_id, 1 as place, false as is_sent_back from orders where order_id = ${orderId}`,
    tracking !== undefined &&
      sql`(select order_id, 2 as place, false as is_sent_back from orders where ${sentWith(tracking)} limit ${maxMatches})`,
    tracking !== undefined &&
      sql`(select order_id, 2 as place, true as is_sent_back from orders where ${sentBackWith(tracking)} limit ${maxMatches})`,
  ].filter((part) => typeof part === "object");
  const { rows } = await sql<FoundOrder>`
    select orders.order_id as "orderId", orders.status_id as "statusId", status_name as "statusName",
      ship_to_name as "borrowerName", ship_to_school as "schoolName", return_date as "returnDate",
      (select count(*) from assignments where assignments.order_id = orders.order_id and released_at is null)::integer as "copiesOut",
      is_sent_back as "isSentBack"
    from (
      select order_id, min(place) as place, bool_or(is_sent_back) as is_sent_back from (${sql.join(sources, sql` union all `)}) as matches group by order_id
    ) as ranked
    join orders using (order_id) join statuses on statuses.status_id = orders.status_id
    order by place, is_open desc, ordered_at desc, orders.order_id desc
    limit ${maxMatches}`.execute(db);
  return rows;
}

type TitleNumbers = { sku?: string | undefined; isbn?: string | undefined };

/** Finds titles by SKU, ISBN, or words, those with the number first, then those in stock. */
export async function titlesFound(
  db: Database,
  words: string,
  { sku = "", isbn = "" }: TitleNumbers,
): Promise<FoundTitle[]> {
  const { rows } = await sql<FoundTitle>`
    select item_id as "inventoryId", title, language, reference_number as "referenceNumber", in_stock as "inStock"
    from (
      (select item_id from items where lower(reference_number) = lower(${sku}))
      union
      (select item_id from items where isbn = ${isbn} and isbn <> '' and is_in_stock is not null limit ${maxCandidates})
      union
      (select item_id from items where words_of(title || ' ' || reference_number) @@ words_like(${words})
        and is_in_stock is not null limit ${maxCandidates})
    ) as chosen join items using (item_id)
    order by lower(reference_number) = lower(${sku}) or isbn = nullif(${isbn}, '') desc nulls last, in_stock > 0 desc, sort_title, item_id
    limit ${maxMatches}`.execute(db);
  return rows;
}

/** Finds people by words in their name, school, email address, or phone number, those with open orders first. */
export async function peopleFound(db: Database, words: string): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    select borrower_id as "borrowerId", name as "borrowerName", school_name as "schoolName",
      email_address as "emailAddress", orders, open_orders as "openOrders"
    from (select borrower_id from borrowers where words @@ words_like(${words}) limit ${maxCandidates}) as chosen
    join account_addresses using (borrower_id) join account_mailboxes using (borrower_id, name)
    join circulation_borrowers using (borrower_id)
    order by open_orders > 0 desc, name, borrower_id
    limit ${maxMatches}`.execute(db);
  return rows;
}
