import { swapCopies as swapCall } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { recordChange } from "./events/record-change.ts";
import { lockOrder } from "./order-changes.queries.ts";
import { assignmentById, openAssignmentOf } from "./swaps.queries.ts";
import { inLockOrder, lockCopies, move } from "./loans.ts";

type Input = { assignmentId: number; copyId: number };

/**
 * Swaps a loan's copy for the one that was found in its place; a loan that had that one gets the other. Returns the event.
 * Releases a hold on the copy.
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
