import { statuses } from "#contract/catalog/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";
import { wants } from "../work.queries.ts";
import type { OrderToTrack } from "./tracking-row.rules.ts";

/** Selects orders by id, except closed ones, or else those that are packed and ready to ship on a day. */
export type PackagesToMail = { ids: readonly number[]; today: string };

const isChosen = ({ ids, today }: PackagesToMail) =>
  ids.length > 0 ? sql`order_id = any(${[...ids]}::integer[]) and is_open` : wants("to-ship", today);

export async function countPackages(db: Database, of: PackagesToMail): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where ${isChosen(of)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the ids of packages, oldest order first. */
export async function idsOfPackages(db: Database, of: PackagesToMail, limit?: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from orders where ${isChosen(of)} order by ordered_at, order_id
    ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}`.execute(db);
  return rows.map(({ order_id: id }) => id);
}

type Line = { inventoryId: number; title: string; weight: string; quantity: number };

export type PackageRow = {
  order_id: number;
  status_id: number;
  ship_to_name: string;
  ship_to_school: string;
  ship_to_street: string;
  ship_to_city: string;
  ship_to_state: string;
  ship_to_zip: string;
  tracking_number: string;
  lines: Line[];
  copies_missing: number;
};

/** Returns packages with the titles that they contain, in the order of the ids. */
export async function packagesById(db: Database, ids: readonly number[]): Promise<PackageRow[]> {
  const { rows } = await sql<PackageRow>`
    select order_id, status_id, ship_to_name, ship_to_school, ship_to_street, ship_to_city, ship_to_state, ship_to_zip,
      tracking_number, lines.lines, ${copiesMissing} as copies_missing
    from unnest(${[...ids]}::integer[]) with ordinality as listed (order_id, place)
    join orders using (order_id)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('inventoryId', item_id, 'title', title, 'weight', weight,
        'quantity', quantity) order by order_line_id), '[]') as lines
      from order_lines join items using (item_id) where order_lines.order_id = orders.order_id
    ) as lines
    order by place`.execute(db);
  return rows;
}

/** The copies that an order still needs before it can ship. */
const copiesMissing = sql`case when status_id in (${sql.lit(statuses.new)}, ${sql.lit(statuses.processing)}) then (
  select coalesce(sum(quantity - (
    select count(*) from assignments where assignments.order_line_id = order_lines.order_line_id and released_at is null)), 0)
  from order_lines where order_lines.order_id = orders.order_id)::integer else 0 end`;

/** Returns these orders by id; `lock` locks them until the transaction ends. */
export async function ordersToTrack(db: Database, ids: readonly number[], { lock = false } = {}) {
  if (lock)
    await sql`select from orders where order_id = any(${[...ids]}::integer[]) order by order_id for update`.execute(db);
  const { rows } = await sql<OrderToTrack>`
    select order_id, status_id, ship_to_name, ship_to_school, ship_to_zip, tracking_number, ${copiesMissing} as copies_missing
    from orders where order_id = any(${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row]));
}

/**
 * Returns the orders that have each of these tracking numbers, given in lower case without separators. Has no `order
 * by` or `limit`, with which PostgreSQL would scan all orders for each number.
 */
export async function ordersWithNumbers(db: Database, numbers: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ number: string; order_ids: number[] }>`
    select number, array(
        select order_id from orders
        where tracking_number <> '' and regexp_replace(lower(tracking_number), '[^a-z0-9]', '', 'g') = number) as order_ids
    from unnest(${[...numbers]}::text[]) as given (number)`.execute(db);
  return new Map(rows.map(({ number, order_ids: orderIds }) => [number, orderIds]));
}

/** Returns an order's other fields on the order form, besides its status and tracking number. */
export async function formOf(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("orders")
    .select(["ship_date", "return_date", "note"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
}

type SavedNumber = { importId: number; row: number; orderId: number; eventId: number };

/** Records the event that saved a row's tracking number, for undo. */
export async function insertSavedNumber(tx: Transaction, { importId, row, orderId, eventId }: SavedNumber) {
  await sql`
    insert into imported_records (import_id, row_number, order_id, kind, was)
    values (${importId}, ${row}, ${orderId}, 'changed', ${JSON.stringify({ eventId })}::jsonb)`.execute(tx);
}

/** Locks the orders of rows that nobody else has locked, by id, and returns the event that saved each number. */
export async function lockSavedNumbers(tx: Transaction, importId: number, rows: readonly number[]) {
  const { rows: locked } = await sql<{ order_id: number }>`
    select order_id from orders where order_id in (
      select order_id from imported_records where import_id = ${importId} and row_number = any(${[...rows]}::integer[]))
    order by order_id for update skip locked`.execute(tx);
  const ids = locked.map(({ order_id: id }) => id);
  const saved = await sql<{ row: number; eventId: number }>`
    select row_number as "row", (was ->> 'eventId')::integer as "eventId" from imported_records
    where import_id = ${importId} and row_number = any(${[...rows]}::integer[]) and order_id = any(${ids}::integer[])
    order by row_number`.execute(tx);
  return saved.rows;
}
