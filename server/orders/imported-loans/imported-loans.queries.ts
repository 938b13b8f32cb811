import type { Database, Transaction } from "#server/platform/database.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { KeptLoanReason, PackageToImport } from "#contract/orders/loan-files.ts";
import { maxCopiesNamed } from "#contract/orders/loan-files.ts";
import { initialSettings } from "#contract/admin/settings.ts";
import type { ImportedRecord } from "#contract/imports/undo-import.ts";
import { sql } from "kysely";
import { countedCopyDays } from "../order-changes.queries.ts";
import type { CopyNow, NewLoans } from "./loan-row.rules.ts";

/** Copies with their titles, and the order, hold, and borrower that currently have them. */
const copyNow = sql`
  copies.copy_id, copies.item_id, format('#%s copy %s', sku_number, copy_number) as copy, title, is_inactive, inactive_reason,
  items.archived_at is not null as is_archived,
  exists (select from waitlist_offers where waitlist_offers.copy_id = copies.copy_id and closed_at is null) as is_held,
  (
    select json_build_object('orderId', order_id, 'isShipped', status_id = ${sql.lit(statuses.shipped)},
      'borrowerId', borrower_id, 'due', coalesce(due_on, return_date))
    from assignments join orders using (order_id)
    where assignments.copy_id = copies.copy_id and released_at is null
  ) as "order"`;

/** Finds the copies for labels, by position in the list: at most two each, enough to tell that a label isn't unique. */
export async function copiesByLabel(db: Database, labels: readonly string[]): Promise<(CopyNow & { place: number })[]> {
  const { rows } = await sql<CopyNow & { place: number }>`
    select typed.place::integer - 1 as place, ${copyNow}
    from unnest(${[...labels]}::text[]) with ordinality as typed (label, place)
    cross join lateral (select copy_id from copies_named(typed.label) as named (copy_id) limit 2) as named
    join copies on copies.copy_id = named.copy_id
    join items on items.item_id = copies.item_id`.execute(db);
  return rows;
}

/** Locks copies and then their titles, each by id, and returns the copies as they are from then on. */
export async function lockCopies(tx: Transaction, copyIds: readonly number[]): Promise<CopyNow[]> {
  const ids = [...copyIds];
  await sql`select from copies where copy_id = any(${ids}::integer[]) order by copy_id for update`.execute(tx);
  await sql`
    select from items where item_id = any(array(select item_id from copies where copy_id = any(${ids}::integer[])))
    order by item_id for no key update`.execute(tx);
  const { rows } = await sql<CopyNow>`
    select ${copyNow} from copies join items on items.item_id = copies.item_id
    where copies.copy_id = any(${ids}::integer[])`.execute(tx);
  return rows;
}

/** `otherName` is the name with first and last swapped. */
export type TypedBorrower = { email: string; name: string; otherName: string; school: string };
export type FoundBorrower = { place: number; borrower_id: number; name: string };

/**
 * Finds borrowers by email address, or by name and school (as the borrower wrote it, or as in the directory): a few for
 * each position in the list.
 */
export async function borrowersNamed(db: Database, people: readonly TypedBorrower[]): Promise<FoundBorrower[]> {
  const each = (of: (person: TypedBorrower) => string) => people.map(of);
  const { rows } = await sql<FoundBorrower>`
    select typed.place::integer - 1 as place, found.borrower_id, found.name
    from unnest(${each(({ email }) => email)}::text[], ${each(({ name }) => name)}::text[],
      ${each(({ otherName }) => otherName)}::text[], ${each(({ school }) => school)}::text[])
      with ordinality as typed (email, name, other_name, school, place)
    cross join lateral (
      (select borrower_id, name from borrowers
        where typed.email <> '' and lower(email_address) = lower(typed.email)
          -- strangers can register with anyone's address
          and (mailbox_confirmed_at is not null or not exists (
            select from borrowers as owner
            where lower(owner.email_address) = lower(typed.email) and owner.mailbox_confirmed_at is not null))
        limit ${sql.lit(maxFound)})
      union all
      (select borrower_id, name from borrowers left join schools using (school_id)
        where typed.email = '' and lower(name) in (lower(typed.name), lower(typed.other_name))
          and school_key(typed.school) in (school_key(school_name), name_key) limit 2)
    ) as found`.execute(db);
  return rows;
}

const maxFound = 20; // accounts of one email address

export async function copyDaysOfBorrowers(db: Database, borrowerIds: readonly number[], loanDays: number) {
  const { rows } = await sql<{ borrower_id: number; copy_days: number }>`
    with open as materialized (
      select order_id, status_id, ship_date, return_date, borrower_id
      from orders where borrower_id = any(${[...borrowerIds]}::integer[]) and is_open
    ), ${countedCopyDays(loanDays)}
    select borrower_id, sum(copy_days)::integer as copy_days from counted group by borrower_id`.execute(db);
  return new Map(rows.map(({ borrower_id, copy_days }) => [borrower_id, copy_days]));
}

/** Locks borrowers by id. Returns those who still exist. */
export async function lockBorrowers(tx: Transaction, borrowerIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ borrower_id: number }>`
    select borrower_id from borrowers where borrower_id = any(${[...new Set(borrowerIds)]}::integer[])
    order by borrower_id for no key update`.execute(tx);
  return new Set(rows.map(({ borrower_id }) => borrower_id));
}

type Saved = { importId: number; today: string; userId: number };

/**
 * Stores orders that shipped before the library moved in, with their copies, and returns their ids. Orders and loans
 * begin on the day they shipped.
 */
export async function insertLoans(
  tx: Transaction,
  orders: readonly NewLoans[],
  { importId, today, userId }: Saved,
): Promise<number[]> {
  const places = orders.map(({ copies: _copies, ...order }, key) => ({ key, ...order }));
  const { rows } = await sql<{ key: number; order_id: number }>`
    with given as materialized (
      select *, nextval(pg_get_serial_sequence('orders', 'order_id'))::integer as order_id,
        shipped::timestamp at time zone (select time_zone from library_time_zone) as since
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as given (key integer, "borrowerId" integer, due date, shipped date, tracking text)
    ), stored as (
      insert into orders (order_id, borrower_id, status_id, ordered_at, ship_date, return_date, tracking_number, imported_on,
        changed_by, ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
      overriding system value
      select order_id, borrower_id, ${sql.lit(statuses.shipped)}, since, shipped, due, tracking, ${today}::date,
        ${userId}::integer, name, school_name, school_district, street, city, state, zip
      from given join account_addresses on borrower_id = "borrowerId"
    )
    select key, order_id from given`.execute(tx);
  const idOf = new Map(rows.map(({ key, order_id }) => [key, order_id]));
  const copies = orders.flatMap(({ copies, shipped }, key) =>
    [...copies].flatMap(([itemId, all]) =>
      all.map((copy, at) => ({ ...copy, orderId: idOf.get(key), itemId, quantity: all.length, slot: at + 1, shipped })),
    ),
  );
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as given ("orderId" integer, "itemId" integer,
        quantity smallint, "copyId" integer, "row" integer, slot smallint, shipped date)
    ), listed as (
      insert into imported_records (import_id, row_number, order_id, kind)
      select ${importId}::integer, "row", "orderId", 'added' from given
    ), lines as (
      insert into order_lines (order_id, item_id, quantity)
      select "orderId", "itemId", quantity from given where slot = 1 order by "orderId", "copyId"
      returning order_line_id, order_id, item_id, quantity
    )
    insert into assignments (order_line_id, order_id, item_id, line_quantity, copy_id, slot, assigned_at, assigned_by)
    select order_line_id, order_id, item_id, lines.quantity, "copyId", slot,
      shipped::timestamp at time zone (select time_zone from library_time_zone), ${userId}::integer
    from given join lines on order_id = "orderId" and item_id = "itemId"`.execute(tx);
  return rows.map(({ order_id }) => order_id);
}

/** An imported order with its rows and why it can't be removed; null if nothing happened to it since. */
export type ImportedOrder = { order_id: number; rows: number[]; loans: number; reason: KeptLoanReason | null };

/** Locks the orders of rows that nobody else has locked. The version of an order counts changes by staff. */
export async function lockImportedOrders(tx: Transaction, importId: number, rows: readonly number[]) {
  const { rows: locked } = await sql<{ order_id: number }>`
    select order_id from orders where order_id in (
      select order_id from imported_records where import_id = ${importId} and row_number = any(${[...rows]}::integer[]))
    order by order_id for update skip locked`.execute(tx);
  const ids = locked.map(({ order_id }) => order_id);
  const orders = await sql<ImportedOrder>`
    select order_id, array(
        select row_number from imported_records as own
        where own.order_id = orders.order_id and row_number = any(${[...rows]}::integer[])
      ) as rows,
      (select count(*)::integer from imported_records as own where own.order_id = orders.order_id) as loans, case
      when exists (select from assignments join claims using (assignment_id) where assignments.order_id = orders.order_id) then 'claim'
      when exists (select from assignments where assignments.order_id = orders.order_id and released_at is not null) then 'returned'
      when exists (select from handovers where handovers.order_id = orders.order_id) then 'transferred'
      when sent_back_on is not null or arrived_on is not null
        or exists (select from problem_reports where problem_reports.order_id = orders.order_id)
        or exists (select from borrower_photos where borrower_photos.order_id = orders.order_id) then 'reported'
      when version > 1 or exists (
        select from assignments join loan_photos using (assignment_id) where assignments.order_id = orders.order_id) then 'changed'
    end as reason
    from orders where order_id = any(${ids}::integer[])`.execute(tx);
  return orders.rows;
}

/** Deletes locked orders with their lines, loans, and events. Returns the title of each loan. */
export async function deleteOrders(tx: Transaction, orderIds: readonly number[]): Promise<number[]> {
  const isOne = sql`order_id = any(${[...orderIds]}::integer[])`;
  const { rows } = await sql<{ item_id: number }>`delete from assignments where ${isOne} returning item_id`.execute(tx);
  await sql`delete from order_lines where ${isOne}`.execute(tx);
  await sql`delete from orders where ${isOne}`.execute(tx);
  return rows.map(({ item_id }) => item_id);
}

/** Returns the library's day. */
export async function dayNow(db: Database, at: Date): Promise<string> {
  const { rows } = await sql<{ today: string }>`select library_day_of(${at}::timestamptz)::text as today`.execute(db);
  return rows[0]?.today ?? "";
}

/** Returns the lending settings, because an import's process doesn't follow changes to them. */
export async function loanSettings(db: Database): Promise<{ loanDays: number; maxCopyDays: number }> {
  const { rows } = await sql<{ loanDays: number; maxCopyDays: number }>`
    select coalesce((chosen ->> 'loanDays')::integer, ${initialSettings.loanDays}) as "loanDays",
      coalesce((chosen ->> 'maxCopyDays')::integer, ${initialSettings.maxCopyDays}) as "maxCopyDays"
    from settings`.execute(db);
  return rows[0] ?? initialSettings;
}

export async function importedOrdersById(db: Database, ids: readonly number[]): Promise<ImportedRecord[]> {
  const { rows } = await sql<ImportedRecord>`
    select order_id as id, concat_ws(', ', ship_to_name, ship_to_school) as name, '' as language, '#' || order_id as mark
    from orders where order_id = any(${[...ids]}::integer[])`.execute(db);
  return rows;
}

/** Returns a page of the packages that a checked list would add; undefined if there is no such list. */
export async function packagesToImport(
  db: Database,
  importId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ data: PackageToImport[]; total: number } | undefined> {
  const list = db.selectFrom("imports").select("import_id").where("import_id", "=", importId).where("of", "=", "loans");
  if (!(await list.executeTakeFirst())) return undefined;
  const { rows } = await sql<PackageToImport & { total: number }>`
    with packages as materialized (
      select min(row_number) as first_row, (draft ->> 'borrowerId')::integer as borrower_id, draft ->> 'shipped' as shipped,
        draft ->> 'due' as due, draft ->> 'tracking' as tracking,
        array_agg((draft ->> 'copyId')::integer order by row_number) as copy_ids
      from import_rows where import_id = ${importId} and outcome = 'add'
      group by 2, 3, 4, 5
    ), page as (
      select *, (select count(*)::integer from packages) as total from packages
      order by first_row limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select first_row as "row", borrower_id as "borrowerId", name as "borrowerName", school_name as "schoolName",
      shipped as "shipDate", due as "dueDate", tracking as "trackingNumber", cardinality(copy_ids) as "copyCount", total,
      (select json_agg(json_build_object('skuNumber', sku_number, 'copyNumber', copy_number, 'title', title) order by place)
        from unnest(copy_ids[1:${sql.lit(maxCopiesNamed)}]) with ordinality as listed (copy_id, place)
        join copies using (copy_id) join items using (item_id)) as copies
    from page join borrowers using (borrower_id) order by first_row`.execute(db);
  return { data: rows.map(({ total: _total, ...each }) => each), total: rows[0]?.total ?? 0 };
}
