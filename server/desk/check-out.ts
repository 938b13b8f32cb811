import type { CallName } from "#contract/all.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { copyById, itemsById, recountStock, takeFreeCopies } from "#server/catalog/public.ts";
import {
  type LockedLine,
  changeOrder,
  freeSlots,
  insertAssignments,
  linesOf,
  lockOrder,
  lockOrderOfLine,
  objectionToChangingCopies,
  objectionToCopy,
  objectionToRemovingOne,
  recordChange,
  releaseCopies,
} from "#server/orders/public.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import {
  assignMultipleSkusToOrderItem,
  assignSkuToOrderItem,
  removeAllSkusFromOrderItem,
  removeSkuFromOrderItem,
} from "#contract/orders/orders.ts";
import { refuseFor, Refusal } from "#server/refusals/refusal.ts";
import { checkOutAll as checkOutAllCall } from "#contract/desk/packing.ts";

/** Locks a line's order and changes its copies, version, stock, and activity log. Returns the order and event. */
async function changeCopies(
  db: Database,
  { call, orderLineId, actor }: { call: CallName; orderLineId: number; actor: Actor },
  change: (tx: Transaction, line: LockedLine) => Promise<boolean>,
) {
  return inTransaction(db, async (tx) => {
    const line = found(await lockOrderOfLine(tx, orderLineId));
    const orderId = line.order_id;
    const { eventId } = await recordChange(tx, actor, { call, orderIds: [orderId] }, async () => {
      if (!(await change(tx, line))) return;
      await changeOrder(tx, orderId, actor.userId);
      await recountStock(tx, [line.item_id]);
    });
    return { orderId, eventId: eventId ?? null };
  });
}

type Assignment = { orderLineId: number; copyId: number };

export async function assignCopy(db: Database, { orderLineId, copyId }: Assignment, actor: Actor) {
  return changeCopies(db, { call: assignSkuToOrderItem.call, orderLineId, actor }, async (tx, line) => {
    const copy = found(await copyById(tx, copyId));
    // Rejects a second scan of the same copy too: "assigned" would count one book as two.
    refuseFor(objectionToChangingCopies(line.status_id) ?? objectionToCopy(copy, line.item_id));
    const [slot] = freeSlots(line.quantity, line.taken);
    if (slot === undefined) throw new Refusal({ kind: "line-full" });
    await insertAssignments(tx, line, [{ copyId, slot }], actor);
    return true;
  });
}

type CheckOut = { orderLineId: number; itemId: number; count: number };

/** Checks copies out to a line, all or none, never more than the line still needs. */
export async function assignCopies(db: Database, { orderLineId, itemId, count }: CheckOut, actor: Actor) {
  const { call } = assignMultipleSkusToOrderItem;
  return changeCopies(db, { call, orderLineId, actor }, async (tx, line) => {
    if (line.item_id !== itemId) throw new HttpError(404);
    refuseFor(objectionToChangingCopies(line.status_id));
    const slots = freeSlots(line.quantity, line.taken).slice(0, count);
    if (slots.length === 0) throw new Refusal({ kind: "line-full" });
    const copies = await takeFreeCopies(tx, { itemId, count: slots.length, orderId: line.order_id });
    if (copies.length < slots.length) throw new Refusal({ kind: "too-few-copies", available: copies.length });
    const places = copies.map(({ copy_id }, index) => ({ copyId: copy_id, slot: slots[index] ?? 0 }));
    await insertAssignments(tx, line, places, actor);
    return true;
  });
}

/** Removes one copy from a line. Idempotent. */
export async function removeCopy(
  db: Database,
  { orderLineId, assignmentId }: { orderLineId: number; assignmentId: number },
  actor: Actor,
) {
  return changeCopies(db, { call: removeSkuFromOrderItem.call, orderLineId, actor }, async (tx, line) => {
    if (!line.assignmentIds.includes(assignmentId)) throw new HttpError(404);
    refuseFor(objectionToRemovingOne(line.status_id));
    return releaseCopies(tx, { orderId: line.order_id, assignmentId }, { at: actor.at, reason: "undone" });
  });
}

/** Removes every copy from a line. Idempotent. */
export async function undoCheckOut(db: Database, orderLineId: number, actor: Actor) {
  return changeCopies(db, { call: removeAllSkusFromOrderItem.call, orderLineId, actor }, async (tx, line) => {
    refuseFor(objectionToChangingCopies(line.status_id));
    return releaseCopies(tx, { orderId: line.order_id, orderLineId }, { at: actor.at, reason: "undone" });
  });
}

/** Checks out every copy that an order still needs. Rejects, naming the titles, when there aren't enough copies. */
export async function checkOutAll(db: Database, orderId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    refuseFor(objectionToChangingCopies(order.status_id));
    await recordChange(tx, actor, { call: checkOutAllCall.call, orderIds: [orderId] }, async () => {
      const titles = await fillLines(tx, orderId, actor);
      if (titles.length === 0) return;
      await changeOrder(tx, orderId, actor.userId);
      await recountStock(tx, titles);
    });
  });
}

async function fillLines(tx: Transaction, orderId: number, actor: Actor): Promise<number[]> {
  const itemIds: number[] = [];
  const available = new Map<number, number>(); // for titles without enough copies
  for (const { order_line_id: lineId } of await linesOf(tx, orderId)) {
    const line = found(await lockOrderOfLine(tx, lineId));
    const slots = freeSlots(line.quantity, line.taken);
    if (slots.length === 0) continue;
    const copies = await takeFreeCopies(tx, { itemId: line.item_id, count: slots.length, orderId });
    if (copies.length < slots.length) available.set(line.item_id, copies.length);
    const places = copies.map(({ copy_id }, index) => ({ copyId: copy_id, slot: slots[index] ?? 0 }));
    if (places.length > 0) await insertAssignments(tx, line, places, actor);
    itemIds.push(line.item_id);
  }
  if (available.size > 0) {
    const items = await itemsById(tx, [...available.keys()]);
    const titles = [...available].map(([id, left]) => ({ id, left, title: items.get(id)?.title ?? "" }));
    throw new Refusal({ kind: "short-stock", titles });
  }
  return itemIds;
}
