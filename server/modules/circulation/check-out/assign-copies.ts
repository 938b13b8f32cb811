import { assignMultipleSkusToOrderItem } from "#contract/circulation.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock, takeFreeCopies } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { freeSlots, objectionToChangingCopies } from "../circulation.rules.ts";
import { changeOrder, insertAssignments, lockOrderOfLine, takenSlots } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

/** The line to check out and how many copies of which title. */
export type CheckOut = { orderLineId: number; itemId: number; count: number };

/** Checks copies out to a line, all or none, never more than the line still lacks. Returns the order's id. */
export async function assignCopies(
  db: Database,
  { orderLineId, itemId, count }: CheckOut,
  actor: Actor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const line = await lockOrderOfLine(tx, orderLineId);
    const { order_id: orderId, status_id: statusId, quantity } = found(line?.item_id === itemId ? line : undefined);
    const objection = objectionToChangingCopies(statusId);
    if (objection) throw new Refusal(objection);
    const slots = freeSlots(quantity, await takenSlots(tx, orderLineId)).slice(0, count);
    if (slots.length === 0) throw new Refusal({ kind: "line-full" });

    const copies = await takeFreeCopies(tx, itemId, slots.length);
    if (copies.length < slots.length) throw new Refusal({ kind: "too-few-copies", available: copies.length });
    const places = copies.flatMap(({ copy_id }, index) => ({ copyId: copy_id, slot: slots[index] ?? 0 }));
    await traceOrder(tx, actor, { call: assignMultipleSkusToOrderItem.call, orderId }, async () => {
      await insertAssignments(tx, found(line), places, actor);
      await changeOrder(tx, orderId, actor.userId);
    });
    await recountStock(tx, [itemId]);
    return orderId;
  });
}
