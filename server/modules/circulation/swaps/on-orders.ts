import type { CallName } from "#contract/all.ts";
import { copyById } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";

type Copies = ReadonlyMap<number, NonNullable<Awaited<ReturnType<typeof copyById>>>>;
type Change = { call: CallName; orderIds: readonly number[]; copyIds: readonly number[]; actor: Actor };

const rising = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);

/** Changes copies of one or two orders while all of them are locked, and writes the audit of each order. */
export async function onOrders<T>(
  tx: Transaction,
  { call, orderIds, copyIds, actor }: Change,
  change: (copies: Copies) => Promise<T>,
): Promise<T> {
  const ids = rising(orderIds);
  for (const orderId of ids) await lockOrder(tx, orderId);
  const copies = new Map<number, NonNullable<Awaited<ReturnType<typeof copyById>>>>();
  for (const copyId of rising(copyIds)) {
    const copy = await copyById(tx, copyId);
    if (copy) copies.set(copyId, copy);
  }
  const traced = ids.reduceRight<() => Promise<T>>(
    (inner, orderId) => () =>
      traceOrder(tx, actor, { call, orderId }, async () => {
        const result = await inner();
        await changeOrder(tx, orderId, actor.userId);
        return result;
      }),
    () => change(copies),
  );
  return traced();
}
