import type { CallName } from "#contract/all.ts";
import { type Actor, recordAudit, type Snapshot } from "#server/platform/record-audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Runs a change of a locked order and writes one audit entry, even if nothing changed. */
export async function traceOrder<T>(
  tx: Transaction,
  actor: Actor,
  { call, orderId }: { call: CallName; orderId: number },
  change: () => Promise<T>,
): Promise<T> {
  const before = await orderSnapshot(tx, orderId);
  const result = await change();
  const after = await orderSnapshot(tx, orderId);
  await recordAudit(tx, actor, { call, kind: "order", subjectId: orderId, label: `Order ${orderId}`, before, after });
  return result;
}

/** A readable snapshot of an order for the audit: its form, and its copies title by title. */
export async function orderSnapshot(tx: Transaction, orderId: number): Promise<Snapshot> {
  const form = await tx
    .selectFrom("orders")
    .innerJoin("statuses", "statuses.status_id", "orders.status_id")
    .select(["status_name as Status", "tracking_number as Tracking number"])
    .select(["ship_date as Ship date", "return_date as Return date", "note as Note"])
    .select("cancel_reason as Reason")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  // two titles with the same name share an entry: the SKUs tell their copies apart
  const { rows } = await sql<{ title: string; copies: string }>`
    select title, string_agg(format('#%s copy %s', sku_number, copy_number), ', ' order by sku_number, copy_number) as copies
    from assignments join copies using (copy_id) join items on items.item_id = assignments.item_id
    where order_id = ${orderId} and released_at is null
    group by title order by title`.execute(tx);
  const { rows: own } = await sql<{ copy: string; due: string }>`
    select format('#%s copy %s', sku_number, copy_number) as copy, due_on::text as due
    from assignments join copies using (copy_id) join orders using (order_id)
    where order_id = ${orderId} and released_at is null and due_on <> return_date`.execute(tx);
  const { rows: back } = await sql<{ title: string; copies: string }>`
    select title, string_agg(format('#%s copy %s (%s)', sku_number, copy_number,
      concat_ws(': ', condition, nullif(missing_parts, ''), nullif(condition_note, ''))), ', ' order by sku_number, copy_number) as copies
    from assignments join copies using (copy_id) join items on items.item_id = assignments.item_id
    where order_id = ${orderId} and condition is not null
    group by title order by title`.execute(tx);
  const { rows: cases } = await sql<{ copy: string; cases: string }>`
    select format('#%s copy %s', sku_number, copy_number) as copy,
      string_agg(concat_ws('; ', format('%s, $%s', concat_ws(': ', kind, nullif(cases.parts, '')), to_char(cost_cents / 100.0, 'FM99990.00')), nullif(cases.note, ''),
        outcome, nullif(closing_note, '')), ' / ' order by case_id) as cases
    from cases join assignments using (assignment_id) join copies using (copy_id)
    where order_id = ${orderId} group by copy_id, sku_number, copy_number order by copy_id`.execute(tx);
  const { rows: lines } = await sql<{ title: string; quantity: string }>`
    select title, sum(quantity)::text as quantity from order_lines join items using (item_id)
    where order_id = ${orderId} group by title order by title`.execute(tx);
  const { rows: days } = await sql<{ days: string }>`
    select distinct format('%s to %s', teach_from, teach_to) as days
    from line_days join order_lines using (order_line_id) where order_id = ${orderId}`.execute(tx);
  return {
    ...form,
    ...(days[0] && { "Teaching days": days[0].days }),
    ...Object.fromEntries(lines.map(({ title, quantity }) => [`Quantity of "${title}"`, quantity])),
    ...Object.fromEntries(own.map(({ copy, due }) => [`Return date of ${copy}`, due])),
    ...Object.fromEntries(cases.map(({ copy, cases: words }) => [`Case of ${copy}`, words])),
    ...Object.fromEntries(back.map(({ title, copies }) => [`Checked in of "${title}"`, copies])),
    ...Object.fromEntries(rows.map(({ title, copies }) => [`Copies of "${title}"`, copies])),
  };
}
