import { ownUndoSeconds } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { MailKind } from "#contract/admin/mail.ts";
import { itemsById } from "#server/catalog/public.ts";
import { newMailboxLink } from "#server/people/public.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job, JobDefinition } from "#server/platform/jobs/job.ts";
import { cancelJob, endJob, enqueueJob, isWaiting } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail, type Mail, releaseKeys } from "#server/platform/mail/outbox.queries.ts";
import * as z from "zod";
import { cancellationOf, linesOf } from "../orders.queries.ts";
import { lineChanges } from "../orders.rules.ts";
import { lockOrder, type NewOrder } from "../order-changes.queries.ts";
import { loanToRenew } from "../renewals.queries.ts";
import { hasReturnNews, returnsOfOrder } from "../loans.queries.ts";
import { dueChangedLetter } from "./due-changed-letter.ts";
import {
  canceledLetter,
  changedLetter,
  correctionLetter,
  letterOfReturns,
  movedLetter,
  ownChangeLetter,
  receivedLetter,
  shippedLetter,
} from "./order-letters.ts";
import { factsOfOrder, type OrderFacts, secondsUntil } from "./order-facts.queries.ts";

/** The state before the first of several changes, which a notice compares with. */
const before = {
  change: z.object({
    lines: z.array(z.object({ order_line_id: z.number(), item_id: z.number(), quantity: z.number() })),
    days: z.nullable(z.object({ teachFrom: z.string(), teachTo: z.string() })),
  }),
  due: z.object({ due: z.nullable(z.string()) }),
  correction: z.object({ told: z.enum(["cancel", "shipped", "return"]), since: z.string() }),
};

/**
 * An email about an order that waits in case the change is undone. Only one of a kind waits per order (for due dates, also
 * per copy), and each change restarts the wait.
 */
type Notice =
  | { kind: "cancel" | "return" | "shipped"; orderId: number }
  | { kind: "change"; orderId: number; before: z.input<typeof before.change> }
  | { kind: "due"; orderId: number; assignmentId?: number; before: z.input<typeof before.due> }
  | { kind: "correction"; orderId: number; before: z.input<typeof before.correction> };

type NoticeKey = { kind: Notice["kind"]; orderId: number; assignmentId?: number };

const jobOf = ({ kind, orderId, assignmentId }: NoticeKey) => ({
  kind: `write-${kind}-mail` as const,
  key: assignmentId === undefined ? String(orderId) : `${orderId}/${assignmentId}`,
});

/** Schedules a notice for when its change can no longer be undone, or, for several together, once the desk has paused. */
export async function enqueueNotice(tx: Transaction, notice: Notice, until: "final" | "desk" = "final"): Promise<void> {
  // the email about shipping will give the due date
  if (notice.kind === "due" && (await isNoticeWaiting(tx, { kind: "shipped", orderId: notice.orderId }))) return;
  const payload = "before" in notice ? before[notice.kind].parse(notice.before) : undefined;
  const after = notice.kind === "cancel" ? ownUndoSeconds : secondsUntil[until];
  await enqueueJob(tx, { ...jobOf(notice), after, ...(payload && { payload, keepsPayload: true }) });
}

/** Withdraws a notice whose change was undone. Returns whether it was still waiting. */
export async function withdrawNotice(tx: Transaction, notice: NoticeKey): Promise<boolean> {
  return cancelJob(tx, jobOf(notice));
}

export async function isNoticeWaiting(db: Database, notice: NoticeKey): Promise<boolean> {
  return isWaiting(db, jobOf(notice));
}

type Now = { at: Date; today: string };
type Writer = (tx: Transaction, orderId: number, now: Now, job: Job) => Promise<void>;

/** Each writes nothing if its news no longer holds. */
const writers: Record<Notice["kind"], Writer> = {
  cancel: async (tx, orderId, { at }) => {
    const [order, cancellation] = [await factsOfOrder(tx, orderId), await cancellationOf(tx, orderId)];
    if (cancellation)
      await mailOfOrder(tx, order, (facts) => ({
        kind: "order-canceled",
        letter: canceledLetter(facts, cancellation.reason),
        at,
        once: [orderId, cancellation.at],
      }));
  },
  change: async (tx, orderId, { at }, job) => {
    if ((await lockOrder(tx, orderId))?.status_id === statuses.canceled) return; // the cancellation has its own email
    const { lines, days } = before.change.partial({ days: true }).parse(job.payload);
    const order = await factsOfOrder(tx, orderId);
    const isMoved = days?.teachFrom !== order?.days?.teachFrom || days?.teachTo !== order?.days?.teachTo;
    if (days !== undefined && isMoved)
      await mailOfOrder(tx, order, (facts) => ({ kind: "order-changed", letter: movedLetter(facts), at }));
    const now = (await linesOf(tx, orderId)).map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    const changes = lineChanges(lines, now);
    if (changes.length === 0) return;
    const itemIds = changes.map(({ itemId }) => itemId);
    const items = await itemsById(tx, itemIds);
    const titled = changes.map((change) => ({ ...change, title: items.get(change.itemId)?.title ?? "" }));
    await mailOfOrder(tx, order, (facts) => ({ kind: "order-changed", letter: changedLetter(facts, titled), at }));
  },
  due: async (tx, orderId, { at }, job) => {
    const order = await lockOrder(tx, orderId);
    const { due } = before.due.parse(job.payload);
    const [, assignmentId] = job.key.split("/").map(Number);
    if (order?.status_id !== statuses.shipped) return;
    if (assignmentId !== undefined) return dueOfCopy(tx, { orderId, assignmentId, due }, order.return_date, at);
    const { return_date: day } = order;
    if (day === due || day === null) return;
    const titles = await returnsOfOrder(tx, orderId);
    await mailOfOrder(tx, await factsOfOrder(tx, orderId), (facts) => ({
      kind: "due-changed",
      letter: dueChangedLetter({ ...facts, return_date: day }, titles),
      at,
      once: [orderId, day, at],
    }));
  },
  return: async (tx, orderId, { at, today }) => {
    if (!(await hasReturnNews(tx, orderId))) return;
    const rows = await returnsOfOrder(tx, orderId);
    const back = rows.flatMap(({ loan, ids }) => (loan === "returned" ? ids : [])).toSorted((a, b) => a - b);
    await mailOfOrder(tx, await factsOfOrder(tx, orderId), (facts) => ({
      kind: "order-returned",
      letter: letterOfReturns(facts, rows, today),
      at,
      once: [orderId, ...back], // once for the same copies, however often a check-in is undone and repeated
    }));
  },
  correction: async (tx, orderId, { at }, job) => {
    const { told, since } = before.correction.parse(job.payload);
    const status = (await lockOrder(tx, orderId))?.status_id;
    const isWrong = {
      cancel: status !== statuses.canceled,
      shipped: status !== undefined && status < statuses.shipped,
      return: status === statuses.shipped,
    };
    // the same news may go out again later
    if (!isWrong[told] || !(await releaseKeys(tx, { kind: mailOf[told], parts: [orderId], since: new Date(since) })))
      return;
    await mailOfOrder(tx, await factsOfOrder(tx, orderId), (facts) => ({
      kind: "order-changed",
      letter: correctionLetter(facts, told),
      at,
    }));
  },
  shipped: async (tx, orderId, { at }) => {
    if ((await lockOrder(tx, orderId))?.status_id !== statuses.shipped) return;
    const titles = await returnsOfOrder(tx, orderId);
    await mailOfOrder(tx, await factsOfOrder(tx, orderId), (facts) => ({
      kind: "order-shipped",
      letter: shippedLetter(facts, titles),
      at,
      // once, even if shipping was undone and repeated
      once: [orderId, facts.tracking_number, facts.ship_date, facts.return_date],
    }));
  },
};

const mailOf = { cancel: "order-canceled", shipped: "order-shipped", return: "order-returned" } as const;

type Copy = { orderId: number; assignmentId: number; due: string | null };

/** Skips a copy that is due with its order again, because the email about the order covers it. */
async function dueOfCopy(tx: Transaction, { orderId, assignmentId, due }: Copy, dueOfOrder: string | null, at: Date) {
  const loan = await loanToRenew(tx, assignmentId);
  if (!loan || loan.released_at !== null || loan.due_on === null) return;
  const { title, due_on: day } = loan;
  if (day === due || day === dueOfOrder) return;
  const copy = { title, quantity: 1, loan: "out" as const };
  await mailOfOrder(tx, await factsOfOrder(tx, orderId), (facts) => ({
    kind: "due-changed",
    letter: dueChangedLetter({ ...facts, return_date: day }, [copy], assignmentId),
    at,
    once: [orderId, assignmentId, day, at],
  }));
}

type Parts = ConfiguredParts<"timeZone">;

/** Writes the email of a due notice. */
export async function writeNotice({ db, clock, configuration }: Parts, job: Job): Promise<void> {
  const kind = notices.find((name) => jobOf({ kind: name, orderId: 0 }).kind === job.kind);
  if (!kind) throw new Error(`${job.kind} is not a notice.`);
  const [orderId = 0] = job.key.split("/").map(Number);
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    await writers[kind](tx, orderId, { at, today: dayOf(at, configuration.timeZone) }, job);
    await endJob(tx, job);
  });
}

const notices = ["cancel", "change", "correction", "due", "return", "shipped"] as const;

export const noticeJobs = (parts: Parts): JobDefinition[] =>
  notices.map((kind) => ({ kind: `write-${kind}-mail`, run: (job) => writeNotice(parts, job) }));

type OrderMail = Pick<Mail, "letter" | "at" | "expiresAt"> & { kind: MailKind; once?: unknown[] };

/** Emails the borrower of an order if the mailbox is confirmed. */
async function mailOfOrder(tx: Transaction, order: OrderFacts | undefined, write: (order: OrderFacts) => OrderMail) {
  if (order?.is_confirmed && order.is_read) await send(tx, order, write(order));
}

async function send(tx: Transaction, order: OrderFacts, { once, kind, ...mail }: OrderMail): Promise<void> {
  const to = { name: order.name, address: order.email_address };
  await enqueueMail(tx, { kind, to, ...mail, ...(once && { onceKey: JSON.stringify([kind, ...once]) }) });
}

/**
 * Emails the borrower about a new order, in the same transaction. An unconfirmed mailbox gets one such email, with the link
 * that confirms it, and no other.
 */
export async function mailOfNewOrder(
  tx: Transaction,
  order: OrderFacts,
  { at, byPhone }: Pick<NewOrder, "at" | "byPhone">,
): Promise<void> {
  const { borrower_id: borrowerId, email_address: address, order_id: orderId } = order;
  if (!order.is_read) return;
  const kind = "order-received";
  if (order.is_confirmed)
    return send(tx, order, { kind, letter: receivedLetter(order, { byPhone }), at, once: [orderId] });
  const { path, expiresAt } = await newMailboxLink(tx, { borrowerId, address }, at);
  const once = ["unconfirmed", borrowerId, address.toLowerCase()];
  await send(tx, order, { kind, letter: receivedLetter(order, { confirmPath: path, byPhone }), at, expiresAt, once });
}

/** Emails the borrower the current order right after their own change. */
export async function writeOwnChangeMail(tx: Transaction, orderId: number, at: Date): Promise<void> {
  const order = await factsOfOrder(tx, orderId);
  await mailOfOrder(tx, order, (facts) => ({ kind: "order-changed", letter: ownChangeLetter(facts), at }));
}
