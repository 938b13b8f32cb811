import type { ReminderSteps } from "#contract/desk/reminders.ts";
import { statuses } from "#contract/codes.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";
import type { OrderFacts } from "../letters/order-facts.queries.ts";

/** A shipped order whose borrower can receive email. */
export type OutOrder = Pick<OrderFacts, "order_id" | "name" | "email_address" | "language" | "lines"> & {
  borrower_id: number;
  return_date: string;
};

/** The orders due between two days (inclusive) that shipped before a day; by due date. */
export async function ordersDue(
  db: Database,
  { from, to, shippedBefore }: { from?: string; to: string; shippedBefore?: string },
): Promise<OutOrder[]> {
  const { rows } = await sql<OutOrder>`
    select order_id, borrower_id, return_date, name, email_address, language, lines
    from orders join account_mailboxes using (borrower_id)
    cross join lateral (
      select json_agg(json_build_object('title', title, 'quantity', out) order by order_line_id) as lines
      from ${linesOut} where order_id = orders.order_id and out > 0
    ) as still_out
    where lines is not null and status_id = ${sql.lit(statuses.shipped)} and is_read and is_confirmed
      and return_date >= ${from ?? "0001-01-01"}::date and return_date <= ${to}::date
      and (ship_date is null or ship_date < ${shippedBefore ?? "9999-12-31"}::date)
    order by return_date, order_id`.execute(db);
  return rows;
}

/** The order is named too: assignments are found by it. */
const itsLoan = sql`assignments.order_id = order_lines.order_id and assignments.order_line_id = order_lines.order_line_id`;

/**
 * The copies of each order line that are still out, but for those that the borrower says were sent back. A line that shipped without ever having had a copy assigned counts
 * as ordered.
 */
const linesOut = sql`(
  select order_line_id, order_lines.order_id, title, (case
    when exists (select from assignments where ${itsLoan}
      and release_reason is distinct from 'undone')
    then (select count(*) from assignments where ${itsLoan} and released_at is null
      and not exists (select from cases where cases.assignment_id = assignments.assignment_id and closed_at is null))
    else quantity
  end)::integer as out
  from order_lines join items using (item_id)
) as lines_out`;

export async function keysUsed(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ once_key: string }>`
    select once_key from mails where once_key = any(${keys}::text[])`.execute(db);
  return new Set(rows.map(({ once_key }) => once_key));
}

export async function reminderSteps(db: Database) {
  return db
    .selectFrom("reminder_steps")
    .select(["version", "days_before", "days_after", "suggest_lost_after", "changed_by"])
    .executeTakeFirstOrThrow();
}

/** Stores the next version; false when another one was stored first. */
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
