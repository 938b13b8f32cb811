import { swapCopies as swapCall } from "#contract/desk/swaps.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { onOrders } from "./on-orders.ts";
import { assignmentById, insertSwap, openAssignmentOf, setCopies } from "./swaps.queries.ts";

type Wish = { assignmentId: number; copyId: number };

/**
 * The copy was where another copy of its title was recorded: the loan has it from now on, and what had it has the other
 * one. Gives the swap's id. What was held for the next in line is held no more.
 */
export async function swapCopies(db: Database, { assignmentId, copyId }: Wish, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const hint = found(await assignmentById(tx, assignmentId));
    const hintOfOther = await openAssignmentOf(tx, copyId);
    const orderIds = [hint.order_id, ...(hintOfOther ? [hintOfOther.order_id] : [])];
    return onOrders(tx, { call: swapCall.call, orderIds, copyIds: [hint.copy_id, copyId], actor }, async (copies) => {
      // after the locks, to see what others did
      const [loan, other] = [found(await assignmentById(tx, assignmentId)), await openAssignmentOf(tx, copyId)];
      const copy = found(copies.get(copyId));
      if (loan.released_at !== null) throw new Refusal({ kind: "copy-not-out", inactiveReason: null });
      if (copy.item_id !== loan.item_id) throw new Refusal({ kind: "copy-of-another-title" });
      const isElsewhere = loan.copy_id !== hint.copy_id || other?.order_id !== hintOfOther?.order_id;
      const isIts = other?.order_id === loan.order_id;
      if (copy.is_inactive || isElsewhere || isIts) throw new Refusal({ kind: "copy-not-available" });
      await setCopies(tx, [
        { assignmentId, copyId },
        ...(other ? [{ assignmentId: other.assignment_id, copyId: loan.copy_id }] : []),
      ]);
      await recountStock(tx, [copy.item_id]); // what was found may have been held, or booked
      const otherId = other?.assignment_id ?? null;
      return insertSwap(tx, { assignmentId, otherId, found: copyId, recorded: loan.copy_id }, actor);
    });
  });
}
