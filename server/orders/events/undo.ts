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
import { changeOrder, lockOrder, lockOwn } from "../order-changes.queries.ts";
import { lockCopyOf } from "../swaps.ts";
import { swapBack } from "../swaps.ts";
import {
  type Changes,
  eventsAfter,
  eventsOfChange,
  type LoanColumns,
  markUndone,
  newestEvents,
  type OrderColumn,
  type OrderEvent,
  orderColumns,
  restoreLoans,
} from "./events.queries.ts";
import { recordChange } from "./record-change.ts";

/** What an event was, for a button that undoes it; null: it can't be undone. */
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

/** What can be undone of each of these orders: what was done with it last. */
export async function undoableOf(db: Database, orderIds: readonly number[]): Promise<Map<number, Undoable>> {
  const newest = await newestEvents(db, orderIds);
  return new Map(newest.flatMap((event) => undoableEntry(event)));
}

function undoableEntry(event: OrderEvent): [number, Undoable][] {
  const of = event.undone_at === null ? undoableAs(event) : null;
  return of ? [[event.order_id, { eventId: event.event_id, of }]] : [];
}

/** What a borrower can still undo of their own order, and for how many seconds; null: nothing. */
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

/** A borrower, or staff who may make some calls. */
type Who = { borrowerId: number } | { mayCall: (access: Exclude<Access, "anyone">) => boolean };

/**
 * Reverts what one event did, as long as nothing else was done with it since, and returns the order's id. Undoing twice changes
 * nothing. An email that waits isn't sent; one that was sent is corrected. Staff need the role of the call that they undo;
 * borrowers have two minutes, and only for what they did themselves.
 */
export async function undo(db: Database, eventId: number, actor: Actor, who: Who): Promise<number> {
  return inTransaction(db, async (tx) => {
    const hint = await eventsOfChange(tx, eventId);
    const orderIds = hint.map(({ order_id }) => order_id);
    for (const orderId of orderIds.toSorted((one, other) => one - other)) await lockOrder(tx, orderId);
    const events = await eventsOfChange(tx, eventId); // after the locks, to see what others did
    const event = found(events[0]);
    await refuseOthers(tx, event, who);
    if (event.undone_at !== null) return event.order_id;
    if ("borrowerId" in who) await refuseLate(tx, event, actor);
    const isSwap = event.call === swapCopies.call;
    if (!isSwap && undoableAs(event) === null) throw new HttpError(404);
    if (!isSwap) await refuseChanged(tx, event);
    const own = { call: undoChange.call, orderIds, isOwn: "borrowerId" in who };
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

async function refuseOthers(tx: Transaction, { order_id, call }: OrderEvent, who: Who): Promise<void> {
  if ("borrowerId" in who) return void (await lockOwn(tx, { orderId: order_id, borrowerId: who.borrowerId }));
  const access = allCalls.find((endpoint) => endpoint.call === call)?.access;
  // staff undo what a borrower did as they would change the order
  const needed = access === undefined || access === "anyone" || access === "user" ? updateOrder.access : access;
  if (!who.mayCall(needed)) throw new HttpError(403, ownMessages.roleTooSmall);
}

async function refuseLate(tx: Transaction, event: OrderEvent, actor: Actor): Promise<void> {
  const isNewest = (await eventsAfter(tx, event)).length === 0;
  const isLate = secondsLeft(event, actor.at) < 0 || !isNewest || !isOwn(event, actor.userId);
  // an email that says so is final
  const isTold =
    undoableAs(event) === "cancellation" && !(await isNoticeWaiting(tx, { kind: "cancel", orderId: event.order_id }));
  if (isLate || isTold) throw new Refusal({ kind: "cancel-final" });
}

async function refuseChanged(tx: Transaction, event: OrderEvent): Promise<void> {
  const later = await eventsAfter(tx, event);
  const [newest] = later;
  if (!newest) return;
  const columns = orderColumns.filter((column) => later.some(({ changes: { order } }) => order[column]));
  const hasLoans = later.some(({ changes: { loans } }) => Object.keys(loans).length > 0);
  const names = new Set([...columns.map((column) => inWords[column]), ...(hasLoans ? ["copies"] : [])]);
  const what = names.size === 0 ? "its titles or claims" : `its ${[...names].join(", ")}`;
  throw new Refusal({ kind: "undo-over", what, changedBy: await nameOf(tx, newest.user_id) });
}

const inWords: Record<OrderColumn, string> = {
  status_id: "status",
  tracking_number: "tracking number",
  ship_date: "ship date",
  return_date: "due date",
  renewals: "due date",
  note: "note",
  canceled_at: "status",
  cancel_reason: "status",
};

/** Restores what an order and its loans were, except its note: nobody loses what they typed. */
async function restore(tx: Transaction, { order_id: orderId, changes: { order, loans } }: OrderEvent, actor: Actor) {
  const changed = orderColumns.filter((column) => column !== "note" && order[column]);
  const columns: Parameters<typeof changeOrder>[3] = Object.fromEntries(
    changed.map((column) => [column, order[column]?.[0]]),
  );
  const isCanceled = order.status_id?.[1] === statuses.cancelled;
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

/**
 * Locks the copies of loans that are to be out again; refused once one of them was lent since. A canceled order can do without
 * those that others took.
 */
async function lockCopies(
  tx: Transaction,
  loans: Changes["loans"],
  { mayMiss }: { mayMiss: boolean },
): Promise<Before[]> {
  const entries = Object.entries(loans).flatMap(([id, [before, after]]): [string, LoanColumns, LoanColumns][] =>
    before ? [[id, before, after]] : [],
  );
  const restored: Before[] = [];
  for (const [id, before, after] of entries.toSorted(([, one], [, other]) => one.copy_id - other.copy_id)) {
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

/** Withdraws the email about an event, or corrects it; the one about the status before is due again, unless it was sent. */
async function correctMail(tx: Transaction, event: OrderEvent): Promise<void> {
  const {
    order_id: orderId,
    changes: { order },
  } = event;
  if (undoableAs(event) === "renewal") return tellOfDueDate(tx, event);
  const [before, now] = order.status_id ?? [];
  const told = now === undefined ? undefined : noticeOf.get(now);
  if (told && !(await withdrawNotice(tx, { kind: told, orderId })))
    await enqueueNotice(tx, { kind: "correction", orderId, before: { told, since: event.at.toISOString() } });
  const due = before === undefined ? undefined : noticeOf.get(before);
  if (due && due !== "return") await enqueueNotice(tx, { kind: due, orderId });
}

const noticeOf = new Map<unknown, "cancel" | "shipped" | "return">([
  [statuses.cancelled, "cancel"],
  [statuses.shipped, "shipped"],
  [statuses.returned, "return"],
]);

/** Tells of the due date before a renewal, if the borrower was told of the other one. */
async function tellOfDueDate(tx: Transaction, { order_id: orderId, call, changes: { order, loans } }: OrderEvent) {
  const renewedTo = order.return_date?.[1];
  if (call !== changes.renewCopy.call) {
    const due = typeof renewedTo === "string" ? renewedTo : null;
    return enqueueNotice(tx, { kind: "due", orderId, before: { due } });
  }
  // the copy that was renewed is due last; the others got the date of their order
  const [renewed] = Object.entries(loans).toSorted(([, [, one]], [, [, other]]) =>
    (one.due_on ?? "") < (other.due_on ?? "") ? 1 : -1,
  );
  const [id, [before, now]] = found(renewed);
  const loan = { orderId, assignmentId: Number(id) };
  if (before && before.due_on !== null) return enqueueNotice(tx, { kind: "due", ...loan, before: { due: now.due_on } });
  // due with its order again: the email about the order says so
  if (await isNoticeWaiting(tx, { kind: "due", ...loan })) return;
  await enqueueNotice(tx, { kind: "due", orderId, before: { due: null } });
}
