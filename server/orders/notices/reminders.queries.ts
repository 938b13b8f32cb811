import type { ReminderSteps } from "#contract/orders/reminders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import { isNotOnTheWayBack } from "../work.queries.ts";
import type { OrderFacts } from "./notices.queries.ts";

export type OutOrder = Pick<OrderFacts, "order_id" | "email_address" | "language" | "lines"> & {
  borrower_id: number;
  return_date: string;
};
/** `is_awaited`: somebody is on the waitlist for one of the titles. */
export type DueOrder = OutOrder & { imported_on: string | null; is_awaited: boolean };

/**
 * Returns orders due between two days (inclusive), soonest first, once for each due date of their copies. `today`
 * leaves out orders on their way back.
 */
export async function ordersDue(db: Database, { today, from, to, shippedBefore, of }: DueFilters): Promise<DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    select order_id, borrower_id, due as return_date, imported_on, is_awaited, email_address, language, lines
    from orders join account_mailboxes using (borrower_id)
    cross join lateral (
      select due, json_agg(json_build_object('title', title, 'quantity', out) order by order_line_id) as lines,
        bool_or(exists (
          select from waitlist_entries where waitlist_entries.item_id = lines_out.item_id and left_at is null
        )) as is_awaited
      from ${linesOut} group by due
    ) as still_out
    where status_id = ${sql.lit(statuses.shipped)} and is_read
      and return_date <= ${to ?? never}::date and due >= ${from ?? "0001-01-01"}::date and due <= ${to ?? never}::date
      ${today ? sql`and ${isNotOnTheWayBack(today)}` : sql``}
      and (ship_date is null or ship_date < ${shippedBefore ?? never}::date) ${of ? sql`and ${only(of)}` : sql``}
    order by due, order_id`.execute(db);
  return rows;
}

type DueFilters = { today?: string; from?: string; to?: string; shippedBefore?: string; of?: Of };

type Of = { orderId: number } | { borrowerId: number };

const only = (of: Of) => ("orderId" in of ? sql`order_id = ${of.orderId}` : sql`borrower_id = ${of.borrowerId}`);
const never = "9999-12-31";

/**
 * The current loans of an order, by title and due date, without claims. A line that shipped without assigned copies
 * counts as ordered.
 */
const linesOut = sql`(
  select order_line_id, item_id, title, coalesce(due_on, return_date) as due, count(*)::integer as out
  from assignments join items using (item_id)
  where assignments.order_id = orders.order_id and released_at is null
    and not exists (select from claims where claims.assignment_id = assignments.assignment_id and closed_at is null)
  group by order_line_id, item_id, title, due
  union all
  select order_line_id, item_id, title, return_date, quantity from order_lines join items using (item_id)
  where order_lines.order_id = orders.order_id and not exists (
    select from assignments
    where assignments.order_id = order_lines.order_id and assignments.order_line_id = order_lines.order_line_id
      and release_reason is distinct from 'undone')
) as lines_out`;

export async function lastDaysOfSchool(db: Database, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ borrower_id: number; last_day: string }>`
    with ending as materialized (
      select calendar_id, min(year ->> 'to') as last_day
      from school_calendars, jsonb_array_elements(years) as year
      where year ->> 'to' between ${from} and ${to} and year ->> 'from' <= ${from}
      group by calendar_id
    ), out as materialized (
      select distinct borrower_id from orders
      where status_id = ${sql.lit(statuses.shipped)} and borrower_id is not null and exists (select from ending)
    )
    select borrower_id, last_day from out join ending on calendar_id = calendar_of(borrower_id)`.execute(db);
  return new Map(rows.map(({ borrower_id: id, last_day: day }) => [id, day]));
}

/** Returns those of the keys that mail has used since then. */
export async function keysUsed(db: Database, keys: readonly string[], since?: Date): Promise<Set<string>> {
  const { rows } = await sql<{ once_key: string }>`
    select once_key from mails
    where once_key = any(${keys}::text[]) and written_at >= ${since ?? new Date(0)}`.execute(db);
  return new Set(rows.map(({ once_key }) => once_key));
}

export async function reminderSteps(db: Database) {
  return db
    .selectFrom("reminder_steps")
    .select(["version", "days_before", "days_after", "suggest_lost_after", "changed_by"])
    .executeTakeFirstOrThrow();
}

/** Stores the next version. Returns false if someone else stored it first. */
export async function storeSteps(
  db: Database,
  { version, daysBefore, daysAfter, suggestLostAfter }: ReminderSteps,
  userId: number,
) {
  const { numUpdatedRows } = await db
    .updateTable("reminder_steps")
    .set((eb) => ({
      version: eb("version", "+", 1),
      days_before: daysBefore,
      days_after: sql<number[]>`${[...daysAfter]}::smallint[]`,
      suggest_lost_after: suggestLostAfter,
      changed_by: userId,
    }))
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the borrower of an order with a due date gets email, or undefined without such an order. */
export async function readerOfOrder(db: Database, orderId: number) {
  return db
    .selectFrom("orders")
    .innerJoin("account_mailboxes", "account_mailboxes.borrower_id", "orders.borrower_id")
    .select("is_read")
    .where("order_id", "=", orderId)
    .where("status_id", "=", statuses.shipped)
    .where("return_date", "is not", null)
    .executeTakeFirst();
}
