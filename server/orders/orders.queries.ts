import { statuses } from "#contract/catalog/codes.ts";
import type { OrderDays } from "#contract/orders/orders.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { LendingDays } from "#contract/orders/teaching-days.ts";

export type OrderFilter = { statusId?: number; from?: Date; before?: Date; borrowerId?: number };

/** Returns orders for a list, newest first: a page (from 1), or these ids. */
export async function ordersOf(
  db: Database,
  filter: OrderFilter,
  part: { page: number; pageSize: number } | { ids: readonly number[] },
) {
  // Selects the page by index alone, to read only its orders. Literal numbers keep it that way in any plan.
  const selection =
    "ids" in part
      ? sql<number>`(select unnest(${[...part.ids]}::integer[]))`
      : matching(db, filter)
          .select("orders.order_id")
          .orderBy("ordered_at", "desc")
          .orderBy("order_id", "desc")
          .limit(sql.lit(part.pageSize))
          .offset(sql.lit((part.page - 1) * part.pageSize));
  return db
    .selectFrom("orders")
    .where("orders.order_id", "in", selection)
    .innerJoin("statuses", "statuses.status_id", "orders.status_id")
    .select(summaryColumns)
    .select([itemCount, firstTitles, isConfirmed, lostCount, days])
    .orderBy("orders.ordered_at", "desc")
    .orderBy("orders.order_id", "desc")
    .execute();
}

/** Returns the ids and statuses of all orders of a list in one snapshot, newest first. */
export async function orderIdsOf(db: Database, filter: OrderFilter): Promise<{ ids: number[]; statusIds: number[] }> {
  const inOrder = sql`order by ordered_at desc, order_id desc`;
  return matching(db, filter)
    .select(sql<number[]>`coalesce(array_agg(order_id ${inOrder}), '{}')`.as("ids"))
    .select(sql<number[]>`coalesce(array_agg(status_id ${inOrder}), '{}')`.as("statusIds"))
    .executeTakeFirstOrThrow();
}

export async function countOrders(db: Database, filter: OrderFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(sql<number>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(db: Database, { statusId, from, before, borrowerId }: OrderFilter) {
  let orders = db.selectFrom("orders");
  // cast, because a requested number may not fit the smallint column
  if (statusId !== undefined) orders = orders.where("orders.status_id", "=", sql<number>`${statusId}::integer`);
  if (from !== undefined) orders = orders.where("ordered_at", ">=", from);
  if (before !== undefined) orders = orders.where("ordered_at", "<", before);
  if (borrowerId !== undefined) orders = orders.where("borrower_id", "=", borrowerId);
  return orders;
}

const summaryColumns = [
  "orders.order_id",
  "orders.borrower_id",
  "orders.status_id",
  "statuses.status_name",
  "orders.ordered_at",
  "orders.tracking_number",
  "orders.ship_date",
  "orders.return_date",
  "orders.sent_back_on",
  "orders.arrived_on",
  "orders.ship_to_name",
  "orders.ship_to_school",
] as const;

const itemCount = sql<number>`(
  select coalesce(sum(quantity), 0) from order_lines where order_lines.order_id = orders.order_id
)`.as("item_count");

const firstTitles = sql<{ title: string; language: string }[]>`to_json(array(
  select json_build_object('title', title, 'language', language) from order_lines join items using (item_id)
  where order_lines.order_id = orders.order_id order by order_line_id limit 3
))`.as("first_titles");

/** All lines of an order have the same dates. */
const days = sql<OrderDays | null>`(
  select jsonb_build_object('shipBy', ship_on, 'arriveBy', arrive_on, 'teachFrom', teach_from, 'teachTo', teach_to,
      'mailBackBy', mail_back_on, 'dueBy', due_on)
    || case when exists (
        select from order_lines as own join bookings using (order_line_id) where own.order_id = orders.order_id and bookings.copy_id is null
      ) then '{"isAtRisk": true}' else '{}' end::jsonb
  from order_line_dates join order_lines using (order_line_id) where order_lines.order_id = orders.order_id limit 1
)`.as("days");

const isConfirmed = sql<boolean>`coalesce((
  select is_confirmed from account_addresses where account_addresses.borrower_id = orders.borrower_id
), true)`.as("is_confirmed");

const lostCount = sql<number>`case when orders.status_id = ${sql.lit(statuses.returned)} then (
  select count(*)::integer from assignments where assignments.order_id = orders.order_id and loan = 'lost'
) else 0 end`.as("lost_count");

export type SummaryRow = Awaited<ReturnType<typeof ordersOf>>[number];

/** Returns the orders that exist; given a borrower, only theirs. */
export async function wholeOrders(db: Database, orderIds: readonly number[], borrowerId?: number) {
  return matching(db, borrowerId === undefined ? {} : { borrowerId })
    .where("orders.order_id", "in", orderIds)
    .innerJoin("statuses", "statuses.status_id", "orders.status_id")
    .leftJoin("account_names", "account_names.user_id", "orders.changed_by")
    .leftJoin("account_names as placers", "placers.user_id", "orders.placed_by")
    .selectAll("orders")
    .select([
      "status_name",
      "account_names.name as changed_by_name",
      "placers.name as placed_by_name",
      itemCount,
      firstTitles,
      isConfirmed,
      lostCount,
      days,
      termsSaved,
      isTransferred,
    ])
    .execute();
}

/** Null for the original terms. */
const termsSaved = sql<{ version: number; saved_at: string } | null>`(
  select json_build_object('version', version, 'saved_at', saved_at) from site_content_revisions
  where section = 'terms' and version = substring(terms_version from ' edit ([0-9]{1,9})$')::integer
)`.as("terms_saved");

/** Whether someone else ordered it, so that its address isn't its borrower's. */
const isTransferred = sql<boolean>`coalesce((
  select from_borrower is distinct from orders.borrower_id from handovers
  where handovers.order_id = orders.order_id order by transfer_id limit 1
), false)`.as("is_transferred");

export type OrderRow = Awaited<ReturnType<typeof wholeOrders>>[number];

export async function linesOf(db: Database, ...orderIds: readonly number[]) {
  return db
    .selectFrom("order_lines")
    .select(["order_id", "order_line_id", "item_id", "quantity"])
    .where("order_id", "in", orderIds)
    .orderBy("order_line_id")
    .execute();
}

export async function requestedLinesOf(db: Database, orderId: number) {
  return (await linesOf(db, orderId)).map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
}

export async function titlesOn(db: Database, orderId: number): Promise<number[]> {
  return (await linesOf(db, orderId)).map(({ item_id }) => item_id);
}

export type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

export async function assignmentsOf(db: Database, ...orderIds: readonly number[]) {
  return db
    .selectFrom("assignments")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["title", "language"])
    .select([
      "assignment_id",
      "order_line_id",
      "order_id",
      "slot",
      "assigned_at",
      "released_at",
      "release_reason",
      "due_on",
    ])
    .select(["copies.copy_id", "copies.item_id", "sku_number", "copy_number", "is_inactive", "inactive_reason"])
    .select(["last_seen_at", "own_shelf_location"])
    .where("order_id", "in", orderIds)
    .orderBy("assigned_at")
    .orderBy("slot")
    .orderBy("assignment_id")
    .execute();
}

export type AssignmentRow = Awaited<ReturnType<typeof assignmentsOf>>[number];

export async function transfersOf(db: Database, orderIds: readonly number[]) {
  return db
    .selectFrom("handovers")
    .leftJoin("account_addresses as given", "given.borrower_id", "from_borrower")
    .leftJoin("account_addresses as taken", "taken.borrower_id", "to_borrower")
    .select(["order_id", "transferred_at", "given.name as from_name", "taken.name as to_name"])
    .where("order_id", "in", orderIds)
    .orderBy("transfer_id")
    .execute();
}

export type TransferRow = Awaited<ReturnType<typeof transfersOf>>[number];

/** Returns the dates of orders with teaching dates, by order. */
export async function daysOfOrders(db: Database, orderIds: readonly number[]): Promise<Map<number, LendingDays>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("order_line_dates")
    .innerJoin("order_lines", "order_lines.order_line_id", "order_line_dates.order_line_id")
    .select("order_id")
    .select(["ship_on as shipBy", "arrive_on as arriveBy", "teach_from as teachFrom", "teach_to as teachTo"])
    .select(["mail_back_on as mailBackBy", "due_on as dueBy", "available_on as availableOn"])
    .where("order_id", "in", orderIds)
    .orderBy("order_line_dates.order_line_id", "desc")
    .execute();
  return new Map(rows.map(({ order_id, ...days }) => [order_id, days]));
}

export async function daysOfOrder(db: Database, orderId: number): Promise<LendingDays | undefined> {
  return (await daysOfOrders(db, [orderId])).get(orderId);
}

export const notCanceled = { canceled_at: null, cancel_reason: "" } as const;

export async function cancellationOf(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("orders")
    .select(["canceled_at as at", "cancel_reason as reason"])
    .where("order_id", "=", orderId)
    .where("canceled_at", "is not", null)
    .executeTakeFirst();
}

/** Clears an order's announced risks, which a change by the borrower settles. */
export async function deleteRisksOfOrder(tx: Transaction, orderId: number): Promise<void> {
  await sql`delete from reservation_risks where order_id = ${orderId}`.execute(tx);
}

/** Returns null for an anonymized borrower or a missing order. */
export async function borrowerOfOrder(db: Database, orderId: number): Promise<number | null> {
  const row = await db.selectFrom("orders").select("borrower_id").where("order_id", "=", orderId).executeTakeFirst();
  return row?.borrower_id ?? null;
}

/** Returns the titles of an order that hasn't shipped, with each title's number of missing copies. */
export async function titlesOfOrder(db: Database, orderId: number): Promise<LineAtRisk[]> {
  const { rows } = await sql<LineAtRisk>`
    select order_lines.item_id, title, language, quantity, (
      select count(*)::integer from bookings
      where bookings.order_line_id = order_lines.order_line_id and bookings.copy_id is null) as missing
    from order_lines join items using (item_id) where order_id = ${orderId} order by order_line_id`.execute(db);
  return rows;
}

export type LineAtRisk = {
  item_id: number;
  title: string;
  language: string;
  quantity: number;
  missing: number;
};

type RefusedDates = { itemIds: readonly number[]; on: string; from: string };

/** Records that titles weren't available for dates that begin on a day, once a day and without naming anyone. */
export async function insertRefusedDates(db: Database, { itemIds, on, from }: RefusedDates): Promise<void> {
  await sql`
    insert into refused_dates (item_id, refused_on, teach_from)
    select item_id, ${on}::date, ${from}::date from items where item_id = any(${[...itemIds]}::integer[])
    on conflict do nothing`.execute(db);
}
