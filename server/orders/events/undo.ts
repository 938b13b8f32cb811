import { allCalls } from "#contract/all.ts";
import { openClaim, settleClaim } from "#contract/desk/claims.ts";
import { checkOutAll } from "#contract/desk/packing.ts";
import { checkInCopy, swapCopies } from "#contract/desk/returns.ts";
import { renewCopy } from "#contract/orders/order-changes.ts";
import {
  assignMultipleSkusToOrderItem,
  assignSkuToOrderItem,
  undoChange,
  updateOrder,
} from "#contract/orders/orders.ts";
import { transferLoans } from "#contract/people/borrowers.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Access } from "#contract/wire/endpoint.ts";
import { bookDays, copyById, holdStock, recountStock, titlesWithoutMore } from "#server/catalog/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, nameOf } from "#server/platform/record-activity.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal, refuseFor } from "#server/refusals/refusal.ts";
import { objectionToOrder, objectionToTime } from "../lending-limits.ts";
import { daysOfOrder, linesOf, requestedLinesOf } from "../orders.queries.ts";
import type { LendingLimits } from "../orders.rules.ts";
import { enqueueNotice, isNoticeWaiting, withdrawNotice } from "../notices/notices.queries.ts";
import { lockCopyOf, reopenLoans, undoCheckOut, undoClaims } from "../loans.ts";
import { changeOrder, lockBorrower, lockOrder, lockOwnOrder } from "../order-changes.queries.ts";
import { swapBack } from "../swaps.ts";
import { lockPartiesOf, takeBack } from "../transfer-loans.ts";
import {
  type Changes,
  eventsAfter,
  eventsOfChange,
  haveOrdersChangedSince,
  type LoanColumns,
  markUndone,
  type OrderEvent,
  orderColumnNames,
  orderColumns,
  restoreLoans,
} from "./events.queries.ts";
import { recordChange, renewedLoan } from "./record-change.ts";
import { isUndoableByBorrower, undoableAs } from "./undoable.ts";

type Undoer =
  | { borrowerId: number; limits: LendingLimits }
  | { mayCall: (access: Exclude<Access, "anyone">) => boolean };

/** Reverts a change, and returns the events that it reverted for good. */
type Inverse = (tx: Transaction, events: readonly OrderEvent[], actor: Actor) => Promise<readonly OrderEvent[]>;

/** Builds the inverse of a change of one order. */
const ofOneOrder =
  (revert: (tx: Transaction, event: OrderEvent, actor: Actor) => Promise<void>): Inverse =>
  async (tx, events, actor) => {
    for (const event of events) await revert(tx, event, actor);
    return events;
  };

const loansOf = ({ order_id: orderId, changes: { loans } }: OrderEvent) => ({ orderId, loans });
const checkOut = ofOneOrder((tx, event, actor) => undoCheckOut(tx, loansOf(event), actor));
const claim = ofOneOrder(async (tx, event, actor) => {
  await undoClaims(tx, event.changes, actor);
  await reopenLoans(tx, loansOf(event), actor);
});

/** Inverses of changes, by call. All other calls restore a status, a cancellation, or a renewal. */
const inverses = new Map<string, Inverse>([
  [assignSkuToOrderItem.call, checkOut],
  [assignMultipleSkusToOrderItem.call, checkOut],
  [checkOutAll.call, checkOut],
  [checkInCopy.call, ofOneOrder(undoReturn)],
  [openClaim.call, claim],
  [settleClaim.call, claim],
  [swapCopies.call, swapBack],
  [transferLoans.call, takeBack],
]);

/**
 * Reverts a change, unless something has changed it since; for a package set to Returned, just one copy's return if
 * `assignmentId` names it. Returns the orders. Idempotent. Drops waiting email and corrects sent email. Staff need the
 * role that the change needed, and borrowers have two minutes to undo their own changes.
 */
export async function undo(
  db: Database,
  { eventId, assignmentId }: { eventId: number; assignmentId?: number | undefined },
  actor: Actor,
  undoer: Undoer,
): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    if ("borrowerId" in undoer) found(await lockBorrower(tx, undoer.borrowerId));
    const hint = await eventsOfChange(tx, eventId);
    await lockPartiesOf(tx, hint);
    const orderIds = hint.map(({ order_id }) => order_id);
    for (const orderId of orderIds.toSorted((a, b) => a - b)) await lockOrder(tx, orderId);
    const events = await eventsOfChange(tx, eventId); // after the locks, because others may have undone it
    const event = found(events[0]);
    const isPart = assignmentId !== undefined;
    if (isPart && "borrowerId" in undoer) throw new HttpError(404);
    await refuseOthers(tx, event, undoer, isPart);
    const open = events.filter(({ undone_at }) => undone_at === null);
    if (open.length === 0) return orderIds;
    if ("borrowerId" in undoer) await refuseLate(tx, event, actor);
    const inverse = isPart ? inverseOfPart(assignmentId) : inverses.get(event.call);
    if (!inverse && undoableAs(event) === null) throw new HttpError(404);
    const options = { call: undoChange.call, orderIds, isOwn: "borrowerId" in undoer };
    const { result: undoneEvents } = await recordChange(tx, actor, options, () =>
      (inverse ?? ofOneOrder(restore))(tx, open, actor),
    );
    await markUndone(tx, undoneEvents, actor.at);
    if ("borrowerId" in undoer && undoableAs(event) === "cancellation")
      await refuseBeyondLimits(tx, event, undoer, actor);
    return undoneEvents.map(({ order_id }) => order_id);
  });
}

/** Reverts a saved order form in a transaction, unless the order has changed since. Idempotent. */
export async function undoForm(tx: Transaction, eventId: number, actor: Actor): Promise<void> {
  const open = (await eventsOfChange(tx, eventId)).filter(({ undone_at }) => undone_at === null);
  if (open.length === 0) return;
  const orderIds = open.map(({ order_id }) => order_id);
  await recordChange(tx, actor, { call: undoChange.call, orderIds }, () => ofOneOrder(restore)(tx, open, actor));
  await markUndone(tx, open, actor.at);
}

const inverseOfPart =
  (assignmentId: number): Inverse =>
  async (tx, [event], actor) => {
    const loan = event?.changes.loans[assignmentId];
    if (!event || loan?.[1].release_reason !== "returned") throw new HttpError(404);
    const changes = { ...event.changes, loans: { [assignmentId]: loan } };
    await undoReturn(tx, { ...event, changes }, actor);
    return event.call === checkInCopy.call ? [event] : [];
  };

async function undoReturn(tx: Transaction, event: OrderEvent, actor: Actor): Promise<void> {
  await reopenLoans(tx, loansOf(event), actor);
  await correctReturn(tx, event);
}

async function refuseOthers(tx: Transaction, { order_id, call }: OrderEvent, undoer: Undoer, isReturn: boolean) {
  if ("borrowerId" in undoer)
    return void (await lockOwnOrder(tx, { orderId: order_id, borrowerId: undoer.borrowerId }));
  const access = allCalls.find((endpoint) => endpoint.call === (isReturn ? checkInCopy.call : call))?.access;
  // undoing a borrower's change requires the role that changes orders
  const requiredAccess = access === undefined || access === "anyone" || access === "user" ? updateOrder.access : access;
  if (!undoer.mayCall(requiredAccess)) throw new HttpError(403, ownMessages.roleTooSmall);
}

async function refuseLate(tx: Transaction, event: OrderEvent, actor: Actor): Promise<void> {
  const isNewest = (await eventsAfter(tx, event)).length === 0;
  if (!isNewest || !(await isUndoableByBorrower(tx, event, actor))) throw new Refusal({ kind: "cancel-final" });
}

/** The borrower may have ordered something else since the cancellation. If not, they get back what they had. */
async function refuseBeyondLimits(
  tx: Transaction,
  event: OrderEvent,
  { borrowerId, limits }: { borrowerId: number; limits: LendingLimits },
  { at }: Actor,
): Promise<void> {
  if (!(await haveOrdersChangedSince(tx, borrowerId, event)))
    return refuseFor(await objectionToTime(tx, borrowerId, at));
  const { order_id: orderId } = event;
  const [lines, days] = [await requestedLinesOf(tx, orderId), await daysOfOrder(tx, orderId)];
  refuseFor(await objectionToOrder(tx, { borrowerId, orderId, lines, days, at }, limits));
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
async function restore(tx: Transaction, event: OrderEvent, actor: Actor): Promise<void> {
  await refuseChanged(tx, event);
  const {
    order_id: orderId,
    changes: { order, loans },
  } = event;
  const changedColumns = orderColumnNames.filter((column) => column !== "note" && order[column]);
  const columns: Parameters<typeof changeOrder>[3] = Object.fromEntries(
    changedColumns.map((column) => [column, order[column]?.[0]]),
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
  await correctMail(tx, event);
}

type Before = [assignmentId: string, before: LoanColumns];

/** Locks the copies of loans to reopen. Rejects copies lent since, or leaves them out for a canceled order. */
async function lockCopies(
  tx: Transaction,
  loans: Changes["loans"],
  { mayMiss }: { mayMiss: boolean },
): Promise<Before[]> {
  const entries = Object.entries(loans).flatMap(([id, [before, after]]): [string, LoanColumns, LoanColumns][] =>
    before ? [[id, before, after]] : [],
  );
  const loansToRestore: Before[] = [];
  for (const [id, before, after] of entries.toSorted(([, a], [, b]) => a.copy_id - b.copy_id)) {
    const isReopened = before.released_at === null && after.released_at !== null;
    if (isReopened && !mayMiss) await lockCopyOf(tx, { assignment_id: Number(id), copy_id: before.copy_id });
    const copy = isReopened && mayMiss ? await copyById(tx, before.copy_id) : undefined;
    if (!copy?.is_inactive && (copy?.order_id ?? null) === null) loansToRestore.push([id, before]);
  }
  return loansToRestore;
}

async function holdAgain(tx: Transaction, titles: { itemId: number; quantity: number }[], days: Days) {
  if (days) {
    const shortTitles = await titlesWithoutMore(tx, titles, days);
    if (shortTitles.length > 0) throw new Refusal({ kind: "no-room", titles: shortTitles });
    return;
  }
  const { shortages } = await holdStock(tx, titles);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
}

type Days = Awaited<ReturnType<typeof daysOfOrder>>;

/** Withdraws or corrects the email about an event, and schedules the one about a previous cancellation again. */
async function correctMail(tx: Transaction, event: OrderEvent): Promise<void> {
  const {
    order_id: orderId,
    changes: { order },
  } = event;
  if (undoableAs(event) === "renewal") return noticeDueDate(tx, event);
  const [before, now] = order.status_id ?? [];
  const mistake = now === undefined ? undefined : noticeOf.get(now);
  if (mistake === "return") await correctReturn(tx, event);
  else if (mistake && !(await withdrawNotice(tx, { kind: mistake, orderId })))
    await enqueueNotice(tx, { kind: "correction", orderId, before: { mistake, since: event.at.toISOString() } });
  if (before === statuses.canceled) await enqueueNotice(tx, { kind: "cancel", orderId });
}

const noticeOf = new Map<unknown, "cancel" | "shipped" | "return">([
  [statuses.canceled, "cancel"],
  [statuses.shipped, "shipped"],
  [statuses.returned, "return"],
]);

/** Schedules email about the previous due date, in case the borrower heard about the renewed one. */
async function noticeDueDate(tx: Transaction, { order_id: orderId, call, changes }: OrderEvent) {
  if (call !== renewCopy.call) {
    const renewedTo = changes.order.return_date?.[1];
    const due = typeof renewedTo === "string" ? renewedTo : null;
    return enqueueNotice(tx, { kind: "due", orderId, before: { due } });
  }
  const { assignmentId, was, now } = found(renewedLoan(changes));
  if (was) return enqueueNotice(tx, { kind: "due", orderId, assignmentId, before: { due: now } });
  // the email about the order covers a copy that is due with it again
  if (await isNoticeWaiting(tx, { kind: "due", orderId, assignmentId })) return;
  await enqueueNotice(tx, { kind: "due", orderId, before: { due: null } });
}

/**
 * Corrects the email about a return, unless one is still waiting: it lists the loans as they are then, and may also be
 * about copies checked in before.
 */
async function correctReturn(tx: Transaction, { order_id: orderId, at }: OrderEvent): Promise<void> {
  if (await isNoticeWaiting(tx, { kind: "return", orderId })) return;
  await enqueueNotice(tx, { kind: "correction", orderId, before: { mistake: "return", since: at.toISOString() } });
}
