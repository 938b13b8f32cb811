import { statuses } from "#contract/codes.ts";
import { cancelOrder as cancelCall, ownUndoSeconds, undoCancel as undoCall } from "#contract/desk/order-changes.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { refuseFor, Refusal } from "#server/refusals/refusal.ts";
import { copyById, daysOfTitles, holding, recountStock } from "#server/modules/stock/public.ts";
import { type Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { titlesOn, daysOfOrder, linesOf } from "../circulation.queries.ts";
import { objectionToCanceling } from "../circulation.rules.ts";
import { refuseIfStale, changeOrder, lockOrder, lockOwn, type Own, releaseCopies } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.queries.ts";
import type { LendingDays } from "#contract/site/teaching-days.ts";
import { reopenAssignment } from "../returns/returns.queries.ts";
import { canceledBy, copiesOfCanceled, notCanceled } from "./cancel.queries.ts";
import { enqueueNotice, isNoticeWaiting, withdrawNotice } from "../letters/notices.ts";

type Wish = { orderId: number; reason: string };

/** Seconds in which staff can undo before the borrower's email is written. */
const grace = 120;

/** Staff cancel an order that has not shipped; canceling twice is fine. */
export async function cancelOrder(
  db: Database,
  { version, ...wish }: Wish & { version?: number | null | undefined },
  actor: Actor,
): Promise<void> {
  const { orderId } = wish;
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    if (order.status_id === statuses.cancelled) return;
    await refuseIfStale(tx, order, version);
    refuseIfLate(order.status_id, "staff");
    await traceOrder(tx, actor, { call: cancelCall.call, orderId }, () => close(tx, order, wish, actor));
    await enqueueNotice(tx, { kind: "cancel", orderId }, grace);
  });
}

type OwnWish = Wish & { borrowerId: number };

/** A borrower cancels their own order while it is New; canceling twice is fine. */
export async function cancelOwnOrder(db: Database, wish: OwnWish, actor: Actor): Promise<void> {
  await inTransaction(db, (tx) => cancelOwn(tx, wish, actor, ownUndoSeconds));
}

/** The same in the transaction of a caller; the email about it waits so many seconds. */
export async function cancelOwn(
  tx: Transaction,
  { borrowerId, ...wish }: OwnWish,
  actor: Actor,
  mailAfter = 0,
): Promise<void> {
  const order = found(await lockOrder(tx, wish.orderId));
  if (order.borrower_id !== borrowerId) throw new HttpError(404);
  if (order.status_id === statuses.cancelled) return;
  refuseIfLate(order.status_id, "borrower");
  await close(tx, order, wish, actor);
  await enqueueNotice(tx, { kind: "cancel", orderId: wish.orderId }, mailAfter);
}

function refuseIfLate(statusId: number, by: "staff" | "borrower"): void {
  refuseFor(objectionToCanceling(statusId, by));
}

async function close(tx: Transaction, order: { status_id: number }, { orderId, reason }: Wish, actor: Actor) {
  const { at, userId } = actor;
  await releaseCopies(tx, { orderId }, { at, userId, reason: "undone" });
  await changeOrder(tx, orderId, userId, {
    status_id: statuses.cancelled,
    canceled_at: at,
    canceled_from: order.status_id,
    cancel_reason: reason,
  });
  await recountStock(tx, await titlesOn(tx, orderId));
}

/**
 * Makes a canceled order what it was, with those of its copies that nobody took since; undoing twice is fine.
 * Refused when its titles were promised to others. A mail that was not written yet is not written.
 */
export async function undoCancel(db: Database, orderId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    if (order.canceled_from === null) return;
    const reopen = await toReopen(tx, orderId, order.canceled_from);
    await traceOrder(tx, actor, { call: undoCall.call, orderId }, () => reopen(actor));
    await withdrawNotice(tx, { kind: "cancel", orderId });
  });
}

/** A borrower takes back that they canceled their order, for a short time, and as long as staff have not changed it since. */
export async function undoCancelOwn(db: Database, { orderId, borrowerId }: Own, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, { orderId, borrowerId });
    if (order.canceled_from === null || order.canceled_at === null) {
      if (order.changed_by === actor.userId && order.status_id === statuses.new) return; // pressed twice
      throw new Refusal({ kind: "cancel-final" });
    }
    const isOver = order.changed_by !== actor.userId || secondsLeft(order.canceled_at, actor.at) < 0;
    // an email that says so is final: the link of another one cancels, too, and does not wait
    if (isOver || !(await withdrawNotice(tx, { kind: "cancel", orderId }))) throw new Refusal({ kind: "cancel-final" });
    const reopen = await toReopen(tx, orderId, order.canceled_from);
    await reopen(actor);
  });
}

function secondsLeft(canceledAt: Date, now: Date): number {
  return ownUndoSeconds - (now.getTime() - canceledAt.getTime()) / 1000;
}

/** For how many seconds a borrower can still take back an own cancellation; null: not, or not anymore. */
export async function undoCancelFor(db: Database, orderId: number, { userId, at }: Actor): Promise<number | null> {
  const canceledAt = await canceledBy(db, orderId, userId);
  if (!canceledAt || !(await isNoticeWaiting(db, { kind: "cancel", orderId }))) return null;
  const left = secondsLeft(canceledAt, at);
  return left > 0 ? left : null;
}

/** Holds what a canceled order needs again; gives what makes it what it was. Refused when that was promised to others. */
async function toReopen(tx: Transaction, orderId: number, status: number) {
  const copies = await freeCopiesOf(tx, orderId);
  const lines = await linesOf(tx, orderId);
  const titles = lines.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
  const days = await daysOfOrder(tx, orderId);
  await holdAgain(tx, titles, days);
  return async (actor: Actor) => {
    await changeOrder(tx, orderId, actor.userId, { status_id: status, ...notCanceled });
    for (const { assignment_id: assignmentId, slot } of copies) await reopenAssignment(tx, assignmentId, slot);
    const itemIds = titles.map(({ itemId }) => itemId);
    await (days ? daysOfTitles.bookDays(tx, { orderId, itemIds }, days) : recountStock(tx, itemIds));
  };
}

async function holdAgain(
  tx: Transaction,
  titles: { itemId: number; quantity: number }[],
  days: LendingDays | undefined,
) {
  if (days) {
    const without = await daysOfTitles.titlesWithoutMore(tx, titles, days);
    if (without.length > 0) throw new Refusal({ kind: "no-room", titles: without });
    return;
  }
  const { shortages } = await holding.holdStock(tx, titles);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
}

/** Locks the copies of before, and gives the assignments of those that are still free. */
async function freeCopiesOf(tx: Transaction, orderId: number) {
  const free = [];
  for (const before of await copiesOfCanceled(tx, orderId)) {
    const copy = await copyById(tx, before.copy_id);
    if (copy && !copy.is_inactive && copy.order_id === null) free.push(before);
  }
  return free;
}
