import type { CallName } from "#contract/all.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { JobCall } from "#contract/admin/activity-log.ts";
import type { Outcome } from "#contract/desk/claims.ts";
import type { ActorOrJob, LoggedChange } from "#server/platform/record-activity.ts";
import type { Orders } from "#db/schema.ts";
import { type Selectable, sql } from "kysely";

/** The order columns that events record and undo restores, with their names; `log` is the activity log's field. */
export const orderColumns = {
  status_id: { name: "status" },
  tracking_number: { name: "tracking number", log: "Tracking number" },
  ship_date: { name: "ship date", log: "Ship date" },
  return_date: { name: "due date", log: "Return date" },
  note: { name: "note", log: "Note" },
  canceled_at: { name: "status" },
  cancel_reason: { name: "status", log: "Reason" },
  renewals: { name: "due date" },
  borrower_id: { name: "borrower" },
} as const satisfies Partial<Record<keyof Orders, { name: string; log?: string }>>;
export type OrderColumn = keyof typeof orderColumns;
export const orderColumnNames = Object.keys(orderColumns).filter((key): key is OrderColumn => key in orderColumns);
/** Days are YYYY-MM-DD, times ISO. */
type OrderColumns = Pick<Selectable<Orders>, Exclude<OrderColumn, "canceled_at">> & { canceled_at: string | null };

/** The columns of a loan that undo restores. */
export type LoanColumns = {
  copy_id: number;
  slot: number;
  released_at: string | null;
  release_reason: string | null;
  released_by: number | null;
  condition: string | null;
  condition_note: string;
  missing_parts: string;
  due_on: string | null;
};

export type Loan = LoanColumns & { title: string; copy: string };

type Value = OrderColumns[OrderColumn];

/** The differences in an order: its columns, loans, and claim states. New loans and claims were null before. */
export type Changes = {
  order: Partial<Record<OrderColumn, [before: Value, after: Value]>>;
  loans: Record<string, [before: LoanColumns | null, after: LoanColumns]>;
  claims: Record<string, [before: ClaimState | null, after: ClaimState]>;
};
type ClaimState = "open" | Outcome;

export type OrderState = {
  order_id: number;
  status_name: string;
  columns: OrderColumns;
  lines: { order_line_id: number; item_id: number; title: string; quantity: number }[];
  /** By assignment, including past loans. */
  loans: Record<string, Loan>;
  claims: { claim_id: number; state: ClaimState; copy: string; words: string }[];
  days: { teachFrom: string; teachTo: string } | null;
};

/** Returns everything that a change of these orders may affect, by order. */
export async function statesOf(tx: Transaction, orderIds: readonly number[]): Promise<Map<number, OrderState>> {
  const copy = sql`format('#%s copy %s', sku_number, copy_number)`;
  const columns = sql.join(orderColumnNames.flatMap((name) => [sql.lit(name), sql.ref(`orders.${name}`)]));
  const { rows } = await sql<OrderState>`
    select order_id, status_name, jsonb_build_object(${columns}) as columns,
      coalesce((select jsonb_agg(jsonb_build_object('order_line_id', order_line_id, 'item_id', item_id, 'title', title,
          'quantity', quantity) order by title, order_line_id)
        from order_lines join items using (item_id) where order_lines.order_id = orders.order_id), '[]') as lines,
      coalesce((select jsonb_object_agg(assignment_id, jsonb_build_object('title', title, 'copy', ${copy},
          'copy_id', copy_id, 'slot', slot, 'released_at', released_at, 'release_reason', release_reason,
          'released_by', released_by, 'condition', condition, 'condition_note', condition_note,
          'missing_parts', missing_parts, 'due_on', due_on))
        from assignments join copies using (copy_id) join items on items.item_id = assignments.item_id
        where assignments.order_id = orders.order_id), '{}') as loans,
      coalesce((select jsonb_agg(jsonb_build_object('claim_id', claim_id, 'state', coalesce(outcome, 'open'),
          'copy', ${copy}, 'words', concat_ws('; ',
          format('%s, $%s', concat_ws(': ', kind, nullif(claims.parts, '')), to_char(cost_cents / 100.0, 'FM99990.00')),
          nullif(claims.note, ''), outcome, nullif(closing_note, ''))) order by copy_id, claim_id)
        from claims join assignments using (assignment_id) join copies using (copy_id)
        where assignments.order_id = orders.order_id), '[]') as claims,
      (select jsonb_build_object('teachFrom', teach_from, 'teachTo', teach_to) from order_line_dates join order_lines using (order_line_id)
        where order_lines.order_id = orders.order_id limit 1) as days
    from orders join statuses using (status_id) where order_id = any(${[...orderIds]}::integer[])`.execute(tx);
  return new Map(rows.map((row) => [row.order_id, row]));
}

type NewEvent = {
  orderId: number;
  partOf: number | undefined;
  call: CallName | JobCall;
  changes: Changes;
  /** Staff are working on the order, so it no longer depends on a confirmed mailbox. */
  isByStaff: boolean;
  /** Undefined without an entry in the activity log. */
  words: LoggedChange[] | undefined;
};

/** Stores an event with its entry in the activity log. Returns its id. */
export async function insertEvent(
  tx: Transaction,
  { orderId, partOf, call, changes, words, isByStaff }: NewEvent,
  { userId, at }: ActorOrJob,
): Promise<number | undefined> {
  const { rows } = await sql<{ event_id: number }>`
    with entry as (
      insert into activity_log (at, user_id, call, kind, subject_id, subject_label, changes)
      select ${at}::timestamptz, ${userId}::integer, ${call}, 'order', ${orderId}::integer, ${`Order ${orderId}`},
        ${JSON.stringify(words ?? [])}::jsonb
      where ${words !== undefined}
    ), decision as (
      update orders set confirm_by = null
      where order_id = ${orderId}::integer and confirm_by is not null and is_open and ${isByStaff}
    )
    insert into order_events (order_id, part_of, at, user_id, call, changes)
    values (${orderId}, ${partOf ?? null}, ${at}, ${userId}, ${call}, ${JSON.stringify(changes)})
    returning event_id`.execute(tx);
  return rows[0]?.event_id;
}

type Entries = readonly { orderId: number; words: LoggedChange[] }[];

/** Stores entries of the activity log about many orders. */
export async function insertEntries(tx: Transaction, call: CallName, entries: Entries, { userId, at }: ActorOrJob) {
  await sql`
    insert into activity_log (at, user_id, call, kind, subject_id, subject_label, changes)
    select ${at}::timestamptz, ${userId}::integer, ${call}, 'order', "orderId", format('Order %s', "orderId"), words
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entries ("orderId" integer, words jsonb)`.execute(tx);
}

/** Stores the events of many orders with their entries in the activity log. */
export async function insertEvents(
  tx: Transaction,
  call: CallName,
  events: readonly (Entries[number] & { changes: Changes })[],
  actor: ActorOrJob,
): Promise<void> {
  await insertEntries(tx, call, events, actor);
  await sql`
    insert into order_events (order_id, at, user_id, call, changes)
    select "orderId", ${actor.at}::timestamptz, ${actor.userId}::integer, ${call}, changes
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as events ("orderId" integer, changes jsonb)`.execute(tx);
}

export type OrderEvent = {
  event_id: number;
  /** The first event of its change. */
  change_id: number;
  order_id: number;
  at: Date;
  user_id: number | null;
  call: string;
  changes: Changes;
  undone_at: Date | null;
};

/** Returns an event, followed by the others of the same change. */
export async function eventsOfChange(db: Database, eventId: number): Promise<OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`
    with first as (select coalesce(part_of, event_id) as id from order_events where event_id = ${eventId})
    select event_id, first.id as change_id, order_id, at, user_id, call, changes, undone_at
    from order_events join first on event_id = first.id or part_of = first.id
    order by event_id <> ${eventId}, event_id`.execute(db);
  return rows;
}

/** Returns the later events of an order, newest first. */
export async function eventsAfter(tx: Transaction, { order_id, event_id }: Pick<OrderEvent, "order_id" | "event_id">) {
  return tx
    .selectFrom("order_events")
    .select(["user_id", sql<Changes>`changes`.as("changes")])
    .where("order_id", "=", order_id)
    .where("event_id", ">", event_id)
    .orderBy("event_id", "desc")
    .execute();
}

/**
 * Returns whether other orders of a borrower, or of someone with the same mailbox, were placed or changed since an
 * event.
 */
export async function haveOrdersChangedSince(
  tx: Transaction,
  borrowerId: number,
  { order_id, event_id, at }: Pick<OrderEvent, "order_id" | "event_id" | "at">,
): Promise<boolean> {
  const { rows } = await sql`
    select from borrowers as self join borrowers on mailbox_of(borrowers.email_address) = mailbox_of(self.email_address)
    join orders on orders.borrower_id = borrowers.borrower_id and order_id <> ${order_id}
    where self.borrower_id = ${borrowerId} and (ordered_at >= ${at} or exists (
      select from order_events where order_events.order_id = orders.order_id and event_id > ${event_id}))
    limit 1`.execute(tx);
  return rows.length > 0;
}

export async function markUndone(tx: Transaction, events: readonly OrderEvent[], at: Date): Promise<void> {
  const ids = events.map(({ event_id }) => event_id);
  await sql`update order_events set undone_at = ${at} where event_id = any(${ids}::integer[])`.execute(tx);
}

export async function newestEvents(db: Database, orderIds: readonly number[]): Promise<OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`
    select event_id, coalesce(part_of, event_id) as change_id, newest.order_id, at, user_id, call, changes, undone_at
    from unnest(${[...orderIds]}::integer[]) as ids (order_id)
    cross join lateral (
      select * from order_events where order_events.order_id = ids.order_id order by event_id desc limit 1
    ) as newest`.execute(db);
  return rows;
}

export async function restoreLoans(tx: Transaction, loans: readonly [assignmentId: string, before: LoanColumns][]) {
  const rows = loans.map(([id, columns]) => ({ ...columns, assignment_id: Number(id) }));
  await sql`
    update assignments set slot = was.slot, released_at = was.released_at, release_reason = was.release_reason,
      released_by = was.released_by, condition = was.condition, condition_note = was.condition_note,
      missing_parts = was.missing_parts, due_on = was.due_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as was (assignment_id integer, slot smallint,
      released_at timestamptz, release_reason text, released_by integer, condition text, condition_note text,
      missing_parts text, due_on date)
    where assignments.assignment_id = was.assignment_id`.execute(tx);
}
