import { recountStock, copyById } from "#server/catalog/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { OrderEvent } from "./events/events.queries.ts";
import { wasLentSince } from "./loans.queries.ts";
import { changeOrder } from "./order-changes.queries.ts";
import { openAssignmentOf, setCopies } from "./swaps.queries.ts";

/** Reverts a swap. Rejects it if one of the copies was returned, lost, lent, or swapped since. */
export async function swapBack(tx: Transaction, events: readonly OrderEvent[], actor: Actor): Promise<void> {
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
}

type Move = {
  orderIds: readonly number[];
  places: readonly { assignmentId: number; copyId: number }[];
  itemId: number;
};
export async function move(tx: Transaction, { orderIds, places, itemId }: Move, actor: Actor): Promise<void> {
  await setCopies(tx, places);
  await recountStock(tx, [itemId]); // the copy may have been on hold or booked
  for (const orderId of orderIds) await changeOrder(tx, orderId, actor.userId);
}

export const inLockOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);
export async function lockCopies(tx: Transaction, copyIds: readonly number[]) {
  const copies = new Map<number, NonNullable<Awaited<ReturnType<typeof copyById>>>>();
  for (const copyId of inLockOrder(copyIds)) {
    const copy = await copyById(tx, copyId);
    if (copy) copies.set(copyId, copy);
  }
  return copies;
}

/** Locks the copy of an ended loan. Rejects it once it was assigned again. */
export async function lockCopyOf(tx: Transaction, ended: { assignment_id: number; copy_id: number }): Promise<void> {
  const copy = found(await copyById(tx, ended.copy_id));
  const isTaken = copy.order_id !== null || (await wasLentSince(tx, ended.assignment_id));
  if (isTaken) throw new Refusal({ kind: "copy-not-available" });
}
