import { sql } from "kysely";
import { initialSettings } from "#contract/admin/settings.ts";
import { type MailBack, mailBackOf } from "#contract/desk/package.ts";
import type { ClosedDays } from "#contract/orders/business-days.ts";
import { type OrderDays, ownUndoSeconds } from "#contract/orders/orders.ts";
import type { SchoolCalendar } from "#contract/people/school-days.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { cancelJob, enqueueJob, isWaiting } from "#server/platform/jobs/jobs.queries.ts";

/** A change by staff or a borrower. `before` is the state before the first of several changes, for comparison. */
export type Notice =
  | { kind: "cancel" | "return" | "shipped"; orderId: number }
  | { kind: "change"; orderId: number; before: { lines: readonly Line[]; days: Teaching | null } }
  | { kind: "due"; orderId: number; assignmentId?: number; before: { due: string | null } }
  | { kind: "correction"; orderId: number; before: { mistake: "cancel" | "shipped" | "return"; since: string } }
  | {
      kind: "transfer" | "transfer-back";
      orderId: number;
      before: { from: number; to: number; orderIds: readonly number[] };
    };

type Line = { order_line_id: number; item_id: number; quantity: number };
type Teaching = { teachFrom: string; teachTo: string };

type NoticeKey = { kind: Notice["kind"]; orderId: number; assignmentId?: number };

const jobOf = ({ kind, orderId, assignmentId }: NoticeKey) =>
  ({
    kind: "write-notice",
    key: [orderId, kind, ...(assignmentId === undefined ? [] : [assignmentId])].join("/"),
  }) as const;

const quietMinutes = sql<number>`coalesce((select (chosen ->> 'returnMailMinutes')::integer from settings), ${initialSettings.returnMailMinutes})`;

/** Delays a notice until the change is final, or until the desk has been quiet for a while. */
const secondsUntil = { final: sql<number>`least(${quietMinutes}, 2) * 60`, desk: sql<number>`${quietMinutes} * 60` };

/**
 * Schedules an email for when the change is final, or, for changes that belong together, when the desk has been quiet
 * for a while. Each order has at most one waiting notice per kind (for due dates, per kind and copy), and each change
 * restarts the delay.
 */
export async function enqueueNotice(tx: Transaction, notice: Notice, until: "final" | "desk" = "final"): Promise<void> {
  // the email about shipping will give the due date
  if (notice.kind === "due" && (await isNoticeWaiting(tx, { kind: "shipped", orderId: notice.orderId }))) return;
  const after = notice.kind === "cancel" ? ownUndoSeconds : secondsUntil[until];
  const payload = "before" in notice && { payload: notice.before, keepsPayload: true };
  await enqueueJob(tx, { ...jobOf(notice), after, ...payload });
}

/** Withdraws the notice of a change that was undone. Returns whether the notice was still waiting. */
export async function withdrawNotice(tx: Transaction, notice: NoticeKey): Promise<boolean> {
  return cancelJob(tx, jobOf(notice));
}

export async function isNoticeWaiting(db: Database, notice: NoticeKey): Promise<boolean> {
  return isWaiting(db, jobOf(notice));
}

/** Removes the dates from a waiting notice about a staff change, because the borrower just got newer ones. */
export async function removeDaysFromNotice(tx: Transaction, orderId: number): Promise<void> {
  const { kind, key } = jobOf({ kind: "change", orderId });
  await sql`update jobs set payload = payload - 'days' where kind = ${kind} and key = ${key}`.execute(tx);
}

export type OrderFacts = {
  order_id: number;
  version: number;
  tracking_number: string;
  ship_date: string | null;
  return_date: string | null;
  /** Null for a transferred order, because the address is its previous borrower's. */
  ship_to: string | null;
  lines: { title: string; quantity: number }[];
  email_address: string;
  language: LanguageCode;
  /** Whether the account has a login. Demonstration borrowers don't, and get no email. */
  is_read: boolean;
  /** Whether the account has a login and a confirmed email address. */
  is_reached: boolean;
  borrower_id: number;
  days: OrderDays | null;
  /** When to mail it back; null before its due date is known. */
  back: MailBack | null;
};
const shipTo = sql`case when not exists (select from handovers where handovers.order_id = orders.order_id) then
  concat_ws(E'\\n', ship_to_name, ship_to_school, ship_to_street, ship_to_city || ', ' || ship_to_state || ' ' || ship_to_zip) end as ship_to`;

const school = sql`(
  select json_build_object('years', years, 'breaks', breaks) from school_calendars
  where calendar_id = calendar_of(borrower_id))`;

/**
 * Without the library's closed days, only teaching dates say when to mail an order back, which is enough until it
 * ships.
 */
export async function factsOfOrder(
  tx: Transaction,
  orderId: number,
  closed?: ClosedDays,
): Promise<OrderFacts | undefined> {
  const { rows } = await sql<Omit<OrderFacts, "back"> & { school: SchoolCalendar | null }>`
  select order_id, version, borrower_id, tracking_number, ship_date, return_date, email_address, is_read, is_read and is_confirmed as is_reached, language,
    ${shipTo},
    (select json_agg(json_build_object('title', title, 'quantity', quantity) order by order_line_id)
      from order_lines join items using (item_id) where order_lines.order_id = orders.order_id) as lines,
    (select json_build_object('shipBy', ship_on, 'arriveBy', arrive_on, 'teachFrom', teach_from, 'teachTo', teach_to,
        'mailBackBy', mail_back_on, 'dueBy', due_on)
      from order_line_dates join order_lines using (order_line_id) where order_lines.order_id = orders.order_id limit 1) as days,
    ${closed ? school : sql`null`} as school
  from orders join account_mailboxes using (borrower_id)
  where order_id = ${orderId}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { school: calendar, ...facts } = row;
  const { return_date: returnDate, days } = facts;
  const isUnknown = !closed && returnDate !== null && returnDate !== days?.dueBy;
  const calendars = { closed: closed ?? [], school: calendar ?? undefined };
  return { ...facts, back: isUnknown ? null : mailBackOf({ returnDate, days }, calendars) };
}
