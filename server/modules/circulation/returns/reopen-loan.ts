import { statuses } from "#contract/codes.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock, setCopyAside } from "#server/modules/stock/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import { notCanceled } from "../cancel/cancel.queries.ts";
import { linesOf } from "../circulation.queries.ts";
import { freeSlots } from "../circulation.rules.ts";
import { changeOrder } from "../order-changes.queries.ts";
import { placeOf, reopenAssignment, wasLentSince } from "./returns.queries.ts";

/** An ended loan of a locked order, and why its copy is inactive since then, if it is. */
type Ended = {
  assignmentId: number;
  order: { order_id: number; status_id: number };
  copyId: number;
  itemId: number;
  aside: string | null;
};

/**
 * Puts a copy back on its order, in its place or in another free one; a Returned order is Shipped again. Refused when
 * the line is full. The caller made sure that the copy was not lent since.
 */
export async function reopenLoan(tx: Transaction, ended: Ended, userId: number): Promise<void> {
  const { order, assignmentId, aside } = ended;
  const { slot, order_line_id: line, line_quantity: quantity, taken } = await placeOf(tx, assignmentId);
  // staff may have taken the title off the order since, or lowered its quantity
  const free = line === null ? [] : freeSlots(quantity, taken);
  const place = free.includes(slot) ? slot : free[0];
  if (place === undefined) throw new Refusal({ kind: "line-full" });
  const isShipped = order.status_id === statuses.shipped;
  await changeOrder(tx, order.order_id, userId, isShipped ? {} : { status_id: statuses.shipped, ...notCanceled });
  await reopenAssignment(tx, assignmentId, place);
  if (aside !== null) await setCopyAside(tx, ended.copyId, aside, null);
  // an order that staff had made New again stops waiting for its other titles, too
  const lines = isShipped ? [] : await linesOf(tx, order.order_id);
  await recountStock(tx, [ended.itemId, ...lines.map(({ item_id }) => item_id)]);
}

/** Locks the copy of an ended loan; refused once it was assigned again. */
export async function lockCopyOf(tx: Transaction, ended: { assignment_id: number; copy_id: number }): Promise<void> {
  const copy = found(await copyById(tx, ended.copy_id));
  const isTaken = copy.order_id !== null || (await wasLentSince(tx, ended.assignment_id));
  if (isTaken) throw new Refusal({ kind: "copy-not-available" });
}
