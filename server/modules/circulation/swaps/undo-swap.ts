import { undoSwap as undoSwapCall } from "#contract/desk/swaps.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { onOrders } from "./on-orders.ts";
import { assignmentById, endSwap, openAssignmentOf, setCopies, swapById } from "./swaps.queries.ts";

/**
 * Both copies are again where they were recorded before; undoing twice is fine. Refused when one of them came back, was
 * lost or lent, or was swapped again since.
 */
export async function undoSwap(db: Database, swapId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { assignment_id: id, other_assignment_id: otherId, ...swap } = found(await swapById(tx, swapId));
    const { found_copy_id: foundId, recorded_copy_id: recordedId } = swap;
    const loans = [await assignmentById(tx, id), otherId === null ? undefined : await assignmentById(tx, otherId)];
    const orderIds = loans.flatMap((loan) => (loan ? [loan.order_id] : []));
    const copyIds = [foundId, recordedId];
    await onOrders(tx, { call: undoSwapCall.call, orderIds, copyIds, actor }, async (copies) => {
      if (found(await swapById(tx, swapId)).undone_at !== null) return;
      const [now, other] = [await openAssignmentOf(tx, foundId), await openAssignmentOf(tx, recordedId)];
      const isAsItWas = now?.assignment_id === id && (other?.assignment_id ?? null) === otherId;
      if (!isAsItWas || copies.get(recordedId)?.is_inactive !== false) throw new Refusal({ kind: "swap-over" });
      await setCopies(tx, [
        { assignmentId: id, copyId: recordedId },
        ...(otherId === null ? [] : [{ assignmentId: otherId, copyId: foundId }]),
      ]);
      await recountStock(tx, [found(copies.get(foundId)).item_id]);
      await endSwap(tx, swapId, actor.at);
    });
  });
}
