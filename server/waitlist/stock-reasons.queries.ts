import {
  type Availability,
  type CopyReason,
  copyReasons,
  type HeldCopy,
  reasonsOnAPage,
  type StockReasons,
} from "#contract/waitlist/stock-reasons.ts";
import type { Database } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { sql } from "kysely";

const maxOrders = 20;

type Input = { itemId: number; page: number; today: string };

/** Explains how the stock of a title adds up, with a page of the copies that can't be ordered. */
export async function explainStock(db: Database, input: Input): Promise<{ data: StockReasons; total: number }> {
  const { itemId, page, today } = input;
  const { in_stock: inStock, counts, reserved, reserved_soon: reservedSoon } = found(await sumOfStock(db, itemId));
  const total = counts.reduce((sum, { reason, count }) => sum + (reason === "free" ? 0 : count), 0);
  const part = { itemId, today, reasons: copyReasons, limit: reasonsOnAPage, offset: (page - 1) * reasonsOnAPage };
  const sorted = counts.toSorted((a, b) => copyReasons.indexOf(a.reason) - copyReasons.indexOf(b.reason));
  const copies = await copiesNotFree(db, part);
  return {
    data: { inStock, counts: sorted, reserved, reservedSoon, ...(await waitingOrders(db, itemId)), copies },
    total,
  };
}

const shipped = sql.lit(statuses.shipped);
const waiting = sql`(${sql.lit(statuses.new)}, ${sql.lit(statuses.processing)})`;

/** Selects every copy of a title with its one reason and its open loan. The stock is counted from the same rows. */
const copiesOf = (itemId: number) => sql`
  select copies.copy_id, sku_number, copy_number, coalesce(assignments.order_id, planned.order_id) as order_id, assignment_id, status_id,
    coalesce(orders.ship_to_school, planned.ship_to_school, (select school_name from waitlist_offers join waitlist_entries using (entry_id) join borrowers using (borrower_id)
      where waitlist_offers.copy_id = copies.copy_id and closed_at is null)) as ship_to_school,
    coalesce(due_on, return_date) as due_on, ship_on, missing.since as missing_since,
    case
      when status_id = ${shipped} then 'out'
      when assignment_id is not null then 'packed'
      when copies.archived_at is not null then 'archived'
      when missing.since is not null then 'missing'
      when is_inactive then coalesce(inactive_reason, 'inactive')
      when items.archived_at is not null then 'of-archived'
      when is_held then 'held'
      when ship_on is not null then 'planned'
      else 'free'
    end as reason
  from items join copies on copies.item_id = items.item_id join circulation_copies using (copy_id)
  left join assignments on assignments.copy_id = copies.copy_id and released_at is null
  left join orders on orders.order_id = assignments.order_id
  left join lateral (
    -- since an inventory count, unless someone has handled it since
    select max(marked_at) as since from inventory_count_copies
    where inventory_count_copies.copy_id = copies.copy_id and copies.inactive_reason = 'lost'
      and marked_at > coalesce(last_seen_at, '-infinity')
  ) as missing on is_inactive
  left join lateral (
    -- the next order it is reserved for
    select order_lines.order_id, ship_to_school, lower(away) as ship_on
    from bookings join order_lines using (order_line_id) join orders using (order_id)
    where bookings.copy_id = copies.copy_id order by away limit 1
  ) as planned on assignment_id is null and not is_inactive and not is_held
  where items.item_id = ${itemId}`;

/** Selects the copies that each open order still needs; `ship_on` is null for orders without dates. */
const neededBy = (itemId: number) => sql`
  select order_id, ship_to_school, ordered_at, ship_on, quantity - (
    select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null
  )::integer as quantity
  from order_lines join orders using (order_id) left join order_line_dates using (order_line_id)
  where order_lines.item_id = ${itemId} and status_id in ${waiting}`;

/** Adds up the stock of a title in one statement; undefined if there is no such title. */
export async function sumOfStock(db: Database, itemId: number) {
  const { rows } = await sql<{
    in_stock: number;
    counts: StockReasons["counts"];
    reserved: number;
    reserved_soon: number;
  }>`
    select items.in_stock, coalesce(reserved_soon, 0) as reserved_soon, coalesce((
        select json_agg(json_build_object('reason', reason, 'count', count))
        from (select reason, count(*) as count from (${copiesOf(itemId)}) as copies group by reason) as counted
      ), '[]') as counts,
      (select coalesce(sum(quantity), 0) from (${neededBy(itemId)}) as needed where ship_on is null)::integer as reserved
    from items where item_id = ${itemId}`.execute(db);
  return rows[0];
}

/** Returns the first orders that need copies of a title, those without dates first, then the next to ship. */
async function waitingOrders(db: Database, itemId: number) {
  const { rows } = await sql<StockReasons["orders"][number] & { total: number }>`
    select order_id as "orderId", ship_to_school as "schoolName", quantity, ship_on as "shipOn", count(*) over ()::integer as total
    from (${neededBy(itemId)}) as needed where quantity > 0
    order by ship_on nulls first, ordered_at, order_id limit ${maxOrders}`.execute(db);
  return { orders: rows.map(({ total: _total, ...order }) => order), orderTotal: rows[0]?.total ?? 0 };
}

type Part = { itemId: number; today: string; reasons: readonly CopyReason[]; limit: number; offset: number };

/** Returns a page of the unavailable copies by reason: loans by due date, reserved copies by ship date. */
export async function copiesNotFree(db: Database, { itemId, today, reasons, limit, offset }: Part) {
  const { rows } = await sql<HeldCopy>`
    select copy_id as "inventoryItemId", sku_number as "skuNumber", copy_number as "copyNumber", reason,
      order_id as "orderId", coalesce(ship_to_school, '') as "schoolName",
      case when reason = 'out' then due_on end as "returnDate", case when reason = 'planned' then ship_on end as "shipOn", coalesce(reason = 'out' and due_on < ${today}::date, false) as "isLate",
      exists (
        select from claims where claims.assignment_id = copies.assignment_id and kind = 'claimed returned' and closed_at is null
      ) as "isClaimedReturned",
      to_json(missing_since) #>> '{}' as "missingSince"
    from (${copiesOf(itemId)}) as copies where reason <> 'free'
    order by array_position(${[...reasons]}::text[], reason), due_on, ship_on, copy_number, copy_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/**
 * Returns the public availability of a title; undefined for an unknown title. Skips the first loans due, for orders
 * that need more copies than are in stock.
 */
export async function availabilityOf(db: Database, itemId: number, today: string): Promise<Availability | undefined> {
  const { rows } = await sql<Availability>`
    with loans as (
      select due_on from (${copiesOf(itemId)}) as copies where reason = 'out' and due_on is not null
      order by due_on offset (select shortfall from items where item_id = ${itemId})
    )
    select in_stock as "inStock", active_copies as copies, requested as reserved,
      (select count(*)::integer from waitlist_entries where waitlist_entries.item_id = items.item_id and left_at is null) as waiting,
      (select min(due_on) from loans where due_on >= ${today}::date) as "dueOn",
      (select min(due_on) from loans where due_on < ${today}::date) as "lateSince"
    from items where item_id = ${itemId}`.execute(db);
  return rows[0];
}
