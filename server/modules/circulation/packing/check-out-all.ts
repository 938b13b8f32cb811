import { checkOutAll as checkOutAllCall } from "#contract/desk/packing.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { itemsById } from "#server/modules/catalog/public.ts";
import { recountStock, takeFreeCopies } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { linesOf } from "../circulation.queries.ts";
import { freeSlots, objectionToChangingCopies } from "../circulation.rules.ts";
import { changeOrder, insertAssignments, lockOrder, lockOrderOfLine } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

/** Checks out every copy that an order still lacks; refused, naming the titles, when copies are not enough for all. */
export async function checkOutAll(db: Database, orderId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    const objection = objectionToChangingCopies(order.status_id);
    if (objection) throw new Refusal(objection);
    await traceOrder(tx, actor, { call: checkOutAllCall.call, orderId }, async () => {
      const titles = await fillLines(tx, orderId, actor);
      if (titles.length === 0) return;
      await changeOrder(tx, orderId, actor.userId);
      await recountStock(tx, titles);
    });
  });
}

/** Gives the titles that copies were taken of. */
async function fillLines(tx: Transaction, orderId: number, actor: Actor): Promise<number[]> {
  const filled: number[] = [];
  const short = new Map<number, number>();
  for (const { order_line_id: lineId } of await linesOf(tx, orderId)) {
    const line = found(await lockOrderOfLine(tx, lineId));
    const slots = freeSlots(line.quantity, line.taken);
    if (slots.length === 0) continue;
    const copies = await takeFreeCopies(tx, { itemId: line.item_id, count: slots.length, orderId });
    if (copies.length < slots.length) short.set(line.item_id, copies.length);
    const places = copies.map(({ copy_id }, index) => ({ copyId: copy_id, slot: slots[index] ?? 0 }));
    if (places.length > 0) await insertAssignments(tx, line, places, actor);
    filled.push(line.item_id);
  }
  if (short.size > 0) await refuse(tx, short);
  return filled;
}

async function refuse(tx: Transaction, short: ReadonlyMap<number, number>): Promise<never> {
  const items = await itemsById(tx, [...short.keys()]);
  const titles = [...short].map(([id, left]) => ({ id, left, title: items.get(id)?.title ?? "" }));
  throw new Refusal({ kind: "short-stock", titles });
}
