import { assignSkuToOrderItem } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { freeSlots, objectionToChangingCopies, objectionToCopy } from "../circulation.rules.ts";
import { changeOrder, insertAssignments, lockOrderOfLine, takenSlots } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

/** Assigns a particular copy, scanned or chosen by hand, to a line. Returns the order's id. */
export async function assignCopy(
  db: Database,
  { orderLineId, copyId }: { orderLineId: number; copyId: number },
  actor: Actor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const line = found(await lockOrderOfLine(tx, orderLineId));
    const slots = freeSlots(line.quantity, await takenSlots(tx, orderLineId));
    const copy = found(await copyById(tx, copyId));
    // Scanning the same copy twice is refused too: answering "assigned" would count one book as two.
    const objection = objectionToChangingCopies(line.status_id) ?? objectionToCopy(copy, line.item_id);
    if (objection) throw new Refusal(objection);
    const slot = slots[0];
    if (slot === undefined) throw new Refusal({ kind: "line-full" });
    await traceOrder(tx, actor, { call: assignSkuToOrderItem.call, orderId: line.order_id }, async () => {
      await insertAssignments(tx, line, [{ copyId, slot }], actor);
      await changeOrder(tx, line.order_id, actor.userId);
    });
    await recountStock(tx, [line.item_id]);
    return line.order_id;
  });
}
