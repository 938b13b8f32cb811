import { swapCopies as swapCall, undoSwap as undoSwapCall } from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { copyById, recountStock } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { assignmentById, endSwap, insertSwap, openAssignmentOf, setCopies, swapById } from "./swaps.queries.ts";
import type { CallName } from "#contract/all.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.queries.ts";

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

type Copies = ReadonlyMap<number, NonNullable<Awaited<ReturnType<typeof copyById>>>>;
type Change = { call: CallName; orderIds: readonly number[]; copyIds: readonly number[]; actor: Actor };

const rising = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);

/** Changes copies of one or two orders while all of them are locked, and writes the audit of each order. */
async function onOrders<T>(
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
