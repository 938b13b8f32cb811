import { allCalls } from "#contract/all.ts";
import { type OwnUndo, ownUndoSeconds, undoChange, type Undoable, updateOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import * as changes from "#contract/orders/order-changes.ts";
import { swapCopies } from "#contract/desk/returns.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Access } from "#contract/wire/endpoint.ts";
import { bookDays, copyById, holdStock, recountStock, titlesWithoutMore } from "#server/catalog/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, nameOf } from "#server/platform/record-activity.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { daysOfOrder, linesOf } from "../orders.queries.ts";
import { enqueueNotice, isNoticeWaiting, withdrawNotice } from "../notices/notices.ts";
import { changeOrder, lockOrder, lockOwnOrder } from "../order-changes.queries.ts";
import { lockCopyOf, swapBack } from "../loans.ts";
import {
  type Changes,
  eventsAfter,
  eventsOfChange,
  type LoanColumns,
  markUndone,
  newestEvents,
  type OrderEvent,
  orderColumnNames,
  orderColumns,
  restoreLoans,
} from "./events.queries.ts";
import { recordChange } from "./record-change.ts";

/** Returns the kind of change for its Undo button, or null if it can't be undone. */
export function undoableAs({ call, changes: { order } }: Pick<OrderEvent, "call" | "changes">): Undoable["of"] | null {
  if (call === updateOrder.call) return order.status_id ? "status" : null;
  return kinds.get(call) ?? null;
}

const kinds = new Map<string, Undoable["of"]>([
  [changes.cancelOrder.call, "cancellation"],
  [changes.cancelOwnOrder.call, "cancellation"],
  [changes.renewOrder.call, "renewal"],
  [changes.renewOrders.call, "renewal"],
  [changes.renewOwnOrder.call, "renewal"],
  [changes.renewCopy.call, "renewal"],
]);

/** Returns the last change of each order, if it can be undone. */
export async function undoableOf(db: Database, orderIds: readonly number[]): Promise<Map<number, Undoable>> {
  const newest = await newestEvents(db, orderIds);
  return new Map(newest.flatMap((event) => undoableEntry(event)));
}

function undoableEntry(event: OrderEvent): [number, Undoable][] {
  const of = event.undone_at === null ? undoableAs(event) : null;
  return of ? [[event.order_id, { eventId: event.event_id, of }]] : [];
}

/** Returns the change of a borrower's own order that they can still undo, or null. */
export async function undoableByBorrower(
  db: Database,
  orderId: number,
  { userId, at }: Actor,
): Promise<OwnUndo | null> {
  const [event] = await newestEvents(db, [orderId]);
  if (!event || event.undone_at !== null || !isOwn(event, userId)) return null;
  const of = undoableAs(event);
  const seconds = secondsLeft(event, at);
  const isTold = of === "cancellation" && !(await isNoticeWaiting(db, { kind: "cancel", orderId }));
  return of === null || seconds <= 0 || isTold ? null : { eventId: event.event_id, of, seconds };
}

const ownCalls: readonly string[] = [changes.cancelOwnOrder.call, changes.renewOwnOrder.call];
const isOwn = ({ call, user_id }: OrderEvent, userId: number) => user_id === userId && ownCalls.includes(call);
const secondsLeft = (event: OrderEvent, now: Date) => ownUndoSeconds - (now.getTime() - event.at.getTime()) / 1000;

type Undoer = { borrowerId: number } | { mayCall: (access: Exclude<Access, "anyone">) => boolean };

/**
 * Reverts an event unless something changed since. Returns the order's id. Idempotent. Email that is waiting isn't sent, and
 * email that was sent is corrected. Staff need the role that the change needed, and borrowers have two minutes to undo their own changes.
 */
export async function undo(db: Database, eventId: number, actor: Actor, undoer: Undoer): Promise<number> {
  return inTransaction(db, async (tx) => {
    const hint = await eventsOfChange(tx, eventId);
    const orderIds = hint.map(({ order_id }) => order_id);
    for (const orderId of orderIds.toSorted((a, b) => a - b)) await lockOrder(tx, orderId);
    const events = await eventsOfChange(tx, eventId); // after the locks, because others may have undone it
    const event = found(events[0]);
    await refuseOthers(tx, event, undoer);
    if (event.undone_at !== null) return event.order_id;
    if ("borrowerId" in undoer) await refuseLate(tx, event, actor);
    const isSwap = event.call === swapCopies.call;
    if (!isSwap && undoableAs(event) === null) throw new HttpError(404);
    if (!isSwap) await refuseChanged(tx, event);
    const own = { call: undoChange.call, orderIds, isOwn: "borrowerId" in undoer };
    await recordChange(tx, actor, own, () => (isSwap ? swapBack(tx, events, actor) : restore(tx, event, actor)));
    await markUndone(
      tx,
      events.map(({ event_id }) => event_id),
      actor.at,
    );
    if (!isSwap) await correctMail(tx, event);
    return event.order_id;
  });
}

async function refuseOthers(tx: Transaction, { order_id, call }: OrderEvent, undoer: Undoer): Promise<void> {
  if ("borrowerId" in undoer)
    return void (await lockOwnOrder(tx, { orderId: order_id, borrowerId: undoer.borrowerId }));
  const access = allCalls.find((endpoint) => endpoint.call === call)?.access;
  // undoing a borrower's change takes the role that changes orders
  const needed = access === undefined || access === "anyone" || access === "user" ? updateOrder.access : access;
  if (!undoer.mayCall(needed)) throw new HttpError(403, ownMessages.roleTooSmall);
}

async function refuseLate(tx: Transaction, event: OrderEvent, actor: Actor): Promise<void> {
  const isNewest = (await eventsAfter(tx, event)).length === 0;
  const isLate = secondsLeft(event, actor.at) < 0 || !isNewest || !isOwn(event, actor.userId);
  // no undo once the email about the cancellation went out
  const isTold =
    undoableAs(event) === "cancellation" && !(await isNoticeWaiting(tx, { kind: "cancel", orderId: event.order_id }));
  if (isLate || isTold) throw new Refusal({ kind: "cancel-final" });
}

async function refuseChanged(tx: Transaction, event: OrderEvent): Promise<void> {
  const later = await eventsAfter(tx, event);
  const [newest] = later;
  if (!newest) return;
  const columns = orderColumnNames.filter((column) => later.some(({ changes: { order } }) => order[column]));
  const hasLoans = later.some(({ changes: { loans } }) => Object.keys(loans).length > 0);
  const names = new Set([...columns.map((column) => orderColumns[column].name), ...(hasLoans ? ["copies"] : [])]);
  const what = names.size === 0 ? "its titles or claims" : `its ${[...names].join(", ")}`;
  throw new Refusal({ kind: "undo-over", what, changedBy: await nameOf(tx, newest.user_id) });
}

/** Restores an order and its loans, but not its note, so that nobody loses typed text. */
async function restore(tx: Transaction, { order_id: orderId, changes: { order, loans } }: OrderEvent, actor: Actor) {
  const changed = orderColumnNames.filter((column) => column !== "note" && order[column]);
  const columns: Parameters<typeof changeOrder>[3] = Object.fromEntries(
    changed.map((column) => [column, order[column]?.[0]]),
  );
  const isCanceled = order.status_id?.[1] === statuses.canceled;
  const lines = await linesOf(tx, orderId);
  const titles = lines.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
  const itemIds = titles.map(({ itemId }) => itemId);
  const copies = await lockCopies(tx, loans, { mayMiss: isCanceled });
  const days = await daysOfOrder(tx, orderId);
  if (isCanceled) await holdAgain(tx, titles, days);
  await changeOrder(tx, orderId, actor.userId, columns);
  await restoreLoans(tx, copies);
  await (isCanceled && days ? bookDays(tx, { orderId, itemIds }, days) : recountStock(tx, itemIds));
}

type Before = [assignmentId: string, before: LoanColumns];

/** Locks the copies of loans to reopen. Rejects copies that were lent since, or leaves them out for a canceled order. */
async function lockCopies(
  tx: Transaction,
  loans: Changes["loans"],
  { mayMiss }: { mayMiss: boolean },
): Promise<Before[]> {
  const entries = Object.entries(loans).flatMap(([id, [before, after]]): [string, LoanColumns, LoanColumns][] =>
    before ? [[id, before, after]] : [],
  );
  const restored: Before[] = [];
  for (const [id, before, after] of entries.toSorted(([, a], [, b]) => a.copy_id - b.copy_id)) {
    const isReopened = before.released_at === null && after.released_at !== null;
    if (isReopened && !mayMiss) await lockCopyOf(tx, { assignment_id: Number(id), copy_id: before.copy_id });
    const copy = isReopened && mayMiss ? await copyById(tx, before.copy_id) : undefined;
    if (!copy?.is_inactive && (copy?.order_id ?? null) === null) restored.push([id, before]);
  }
  return restored;
}

async function holdAgain(tx: Transaction, titles: { itemId: number; quantity: number }[], days: Days) {
  if (days) {
    const without = await titlesWithoutMore(tx, titles, days);
    if (without.length > 0) throw new Refusal({ kind: "no-room", titles: without });
    return;
  }
  const { shortages } = await holdStock(tx, titles);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
}

type Days = Awaited<ReturnType<typeof daysOfOrder>>;

/** Withdraws or corrects the email about an event, and schedules the one about the previous status again. */
async function correctMail(tx: Transaction, event: OrderEvent): Promise<void> {
  const {
    order_id: orderId,
    changes: { order },
  } = event;
  if (undoableAs(event) === "renewal") return noticeDueDate(tx, event);
  const [before, now] = order.status_id ?? [];
  const mistake = now === undefined ? undefined : noticeOf.get(now);
  if (mistake && !(await withdrawNotice(tx, { kind: mistake, orderId })))
    await enqueueNotice(tx, { kind: "correction", orderId, before: { told: mistake, since: event.at.toISOString() } });
  const due = before === undefined ? undefined : noticeOf.get(before);
  if (due && due !== "return") await enqueueNotice(tx, { kind: due, orderId });
}

const noticeOf = new Map<unknown, "cancel" | "shipped" | "return">([
  [statuses.canceled, "cancel"],
  [statuses.shipped, "shipped"],
  [statuses.returned, "return"],
]);

/** Schedules email about the previous due date, in case the borrower was told about the renewed one. */
async function noticeDueDate(tx: Transaction, { order_id: orderId, call, changes: { order, loans } }: OrderEvent) {
  const renewedTo = order.return_date?.[1];
  if (call !== changes.renewCopy.call) {
    const due = typeof renewedTo === "string" ? renewedTo : null;
    return enqueueNotice(tx, { kind: "due", orderId, before: { due } });
  }
  // the renewed copy is due last; the other changed ones got the date of their order
  const [renewed] = Object.entries(loans).toSorted(([, [, a]], [, [, b]]) =>
    (a.due_on ?? "") < (b.due_on ?? "") ? 1 : -1,
  );
  const [id, [before, now]] = found(renewed);
  const loan = { orderId, assignmentId: Number(id) };
  if (before && before.due_on !== null) return enqueueNotice(tx, { kind: "due", ...loan, before: { due: now.due_on } });
  // a copy due with its order again is covered by the email about the order
  if (await isNoticeWaiting(tx, { kind: "due", ...loan })) return;
  await enqueueNotice(tx, { kind: "due", orderId, before: { due: null } });
}
