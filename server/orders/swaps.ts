import { swapCopies as swapCall } from "#contract/desk/returns.ts";
import { copyById, recountStock } from "#server/catalog/public.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { OrderEvent } from "./events/events.queries.ts";
import { recordChange } from "./events/record-change.ts";
import { changeOrder, lockOrder } from "./order-changes.queries.ts";
import { assignmentById, openAssignmentOf, setCopies } from "./swaps.queries.ts";

type Input = { assignmentId: number; copyId: number };

/**
 * Swaps a loan's copy for the copy found in its place; a loan that had the found copy gets the other. Releases a hold
 * on the found copy. Returns the event.
 */
export async function swapCopies(db: Database, { assignmentId, copyId }: Input, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const hint = found(await assignmentById(tx, assignmentId));
    const hintOfOther = await openAssignmentOf(tx, copyId);
    const orderIds = [hint.order_id, ...(hintOfOther ? [hintOfOther.order_id] : [])];
    for (const orderId of inLockOrder(orderIds)) await lockOrder(tx, orderId);
    const copies = await lockCopies(tx, [hint.copy_id, copyId]);
    // after the locks, because others may have changed them
    const [loan, other] = [found(await assignmentById(tx, assignmentId)), await openAssignmentOf(tx, copyId)];
    const copy = found(copies.get(copyId));
    if (loan.released_at !== null) throw new Refusal({ kind: "copy-not-out", inactiveReason: null });
    if (copy.item_id !== loan.item_id) throw new Refusal({ kind: "copy-of-another-title" });
    const isElsewhere = loan.copy_id !== hint.copy_id || other?.order_id !== hintOfOther?.order_id;
    const isIts = other?.order_id === loan.order_id;
    if (copy.is_inactive || isElsewhere || isIts) throw new Refusal({ kind: "copy-not-available" });
    const places = [
      { assignmentId, copyId },
      ...(other ? [{ assignmentId: other.assignment_id, copyId: loan.copy_id }] : []),
    ];
    const { eventId } = await recordChange(tx, actor, { call: swapCall.call, orderIds }, () =>
      move(tx, { orderIds, places, itemId: copy.item_id }, actor),
    );
    return found(eventId);
  });
}

/** Reverts a swap. Rejects it if one of the copies was returned, lost, lent, or swapped since. */
export async function swapBack(
  tx: Transaction,
  events: readonly OrderEvent[],
  actor: Actor,
): Promise<readonly OrderEvent[]> {
  const places = events.flatMap(({ changes: { loans } }) =>
    Object.entries(loans).flatMap(([id, [before, after]]) =>
      before ? { assignmentId: Number(id), copyId: before.copy_id, hasNow: after.copy_id } : [],
    ),
  );
  const copies = await lockCopies(
    tx,
    places.flatMap(({ copyId, hasNow }) => [copyId, hasNow]),
  );
  for (const { assignmentId, copyId, hasNow } of places) {
    const [now, elsewhere] = [await openAssignmentOf(tx, hasNow), await openAssignmentOf(tx, copyId)];
    const isItsOwn = !elsewhere || places.some((place) => place.assignmentId === elsewhere.assignment_id);
    const isAsItWas = now?.assignment_id === assignmentId && isItsOwn && copies.get(copyId)?.is_inactive === false;
    if (!isAsItWas) throw new Refusal({ kind: "swap-over" });
  }
  const [copy] = copies.values();
  const orderIds = events.map(({ order_id }) => order_id);
  await move(tx, { orderIds, places, itemId: found(copy).item_id }, actor);
  return events;
}

type Move = {
  orderIds: readonly number[];
  places: readonly { assignmentId: number; copyId: number }[];
  itemId: number;
};

async function move(tx: Transaction, { orderIds, places, itemId }: Move, actor: Actor): Promise<void> {
  await setCopies(tx, places);
  await recountStock(tx, [itemId]); // the copy may have been on hold or booked
  for (const orderId of orderIds) await changeOrder(tx, orderId, actor.userId);
}

const inLockOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);

async function lockCopies(tx: Transaction, copyIds: readonly number[]) {
  const copies = new Map<number, NonNullable<Awaited<ReturnType<typeof copyById>>>>();
  for (const copyId of inLockOrder(copyIds)) {
    const copy = await copyById(tx, copyId);
    if (copy) copies.set(copyId, copy);
  }
  return copies;
}
