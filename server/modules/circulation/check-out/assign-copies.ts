import { assignMultipleSkusToOrderItem } from "#contract/circulation.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { takeFreeCopies } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database } from "#server/platform/database.ts";
import { freeSlots, objectionToChangingCopies } from "../circulation.rules.ts";
import { insertAssignments } from "../order-changes.queries.ts";
import { changeCopies } from "./change-copies.ts";

type CheckOut = { orderLineId: number; itemId: number; count: number };

/** Checks copies out to a line, all or none, never more than the line still lacks. Returns the order's id. */
export async function assignCopies(db: Database, { orderLineId, itemId, count }: CheckOut, actor: Actor) {
  const { call } = assignMultipleSkusToOrderItem;
  return changeCopies(db, { call, orderLineId, actor }, async (tx, line) => {
    if (line.item_id !== itemId) throw new HttpError(404);
    const objection = objectionToChangingCopies(line.status_id);
    if (objection) throw new Refusal(objection);
    const slots = freeSlots(line.quantity, line.taken).slice(0, count);
    if (slots.length === 0) throw new Refusal({ kind: "line-full" });
    const copies = await takeFreeCopies(tx, { itemId, count: slots.length, orderId: line.order_id });
    if (copies.length < slots.length) throw new Refusal({ kind: "too-few-copies", available: copies.length });
    const places = copies.map(({ copy_id }, index) => ({ copyId: copy_id, slot: slots[index] ?? 0 }));
    await insertAssignments(tx, line, places, actor);
    return true;
  });
}
