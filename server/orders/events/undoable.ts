import { type OwnUndo, ownUndoSeconds, type Undoable, updateOrder } from "#contract/orders/orders.ts";
import * as changes from "#contract/orders/order-changes.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { isNoticeWaiting } from "../notices/notices.queries.ts";
import { newestEvents, type OrderEvent } from "./events.queries.ts";

const kinds = new Map<string, Undoable["of"]>([
  [changes.cancelOrder.call, "cancellation"],
  [changes.cancelOwnOrder.call, "cancellation"],
  ["end-unconfirmed-orders", "cancellation"],
  [changes.renewOrder.call, "renewal"],
  [changes.renewOrders.call, "renewal"],
  [changes.renewOwnOrder.call, "renewal"],
  [changes.renewCopy.call, "renewal"],
]);

/** Returns the kind of change for the order's Undo button, or null if it has none. */
export function undoableAs({ call, changes: { order } }: Pick<OrderEvent, "call" | "changes">): Undoable["of"] | null {
  if (call === updateOrder.call) return order.status_id ? "status" : null;
  return kinds.get(call) ?? null;
}

/** Returns the last change of each order, if it can be undone. */
export async function undoableOf(db: Database, orderIds: readonly number[]): Promise<Map<number, Undoable>> {
  const newest = await newestEvents(db, orderIds);
  return new Map(
    newest.flatMap((event): [number, Undoable][] => {
      const of = event.undone_at === null ? undoableAs(event) : null;
      return of ? [[event.order_id, { eventId: event.event_id, of }]] : [];
    }),
  );
}

/** Returns the change of a borrower's own order that they can still undo, or null. */
export async function undoableByBorrower(db: Database, orderId: number, actor: Actor): Promise<OwnUndo | null> {
  const [event] = await newestEvents(db, [orderId]);
  if (!event || event.undone_at !== null || !(await isUndoableByBorrower(db, event, actor))) return null;
  const of = undoableAs(event);
  return of === null ? null : { eventId: event.event_id, of, seconds: secondsLeft(event, actor.at) };
}

/** Returns whether a change is the borrower's own and recent, and no email has announced it. */
export async function isUndoableByBorrower(db: Database, event: OrderEvent, { userId, at }: Actor): Promise<boolean> {
  if (event.user_id !== userId || !ownCalls.includes(event.call) || secondsLeft(event, at) <= 0) return false;
  const isCancellation = event.call === changes.cancelOwnOrder.call;
  return !isCancellation || isNoticeWaiting(db, { kind: "cancel", orderId: event.order_id });
}

const ownCalls: readonly string[] = [changes.cancelOwnOrder.call, changes.renewOwnOrder.call];
const secondsLeft = (event: OrderEvent, now: Date) => ownUndoSeconds - (now.getTime() - event.at.getTime()) / 1000;
