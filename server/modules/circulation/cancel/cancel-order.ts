import { statuses } from "#contract/codes.ts";
import { cancelOrder as cancelCall, ownCancelGrace } from "#contract/desk/cancel.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { type Actor, nameOf } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { linesOf } from "../circulation.queries.ts";
import { isStale, objectionToCanceling } from "../circulation.rules.ts";
import { changeOrder, lockOrder, releaseCopies } from "../order-changes.queries.ts";
import { traceOrder } from "../trace-order.ts";
import { enqueueCancelMail } from "./cancel-mail.ts";

type Wish = { orderId: number; reason: string };

/** Seconds in which staff can undo before the borrower's email is written. */
const grace = 120;

/** Staff cancel an order that has not shipped; canceling twice is fine. */
export async function cancelOrder(
  db: Database,
  { version, ...wish }: Wish & { version?: number | null | undefined },
  actor: Actor,
): Promise<void> {
  const { orderId } = wish;
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    if (order.status_id === statuses.cancelled) return;
    if (isStale(version, order.version)) {
      throw new Refusal({ kind: "stale", what: "order", changedBy: await nameOf(tx, order.changed_by) });
    }
    refuseIfLate(order.status_id, "staff");
    await traceOrder(tx, actor, { call: cancelCall.call, orderId }, () => close(tx, order, wish, actor));
    await enqueueCancelMail(tx, orderId, grace);
  });
}

type OwnWish = Wish & { borrowerId: number };

/** A borrower cancels their own order while it is New; canceling twice is fine. */
export async function cancelOwnOrder(db: Database, wish: OwnWish, actor: Actor): Promise<void> {
  await inTransaction(db, (tx) => cancelOwn(tx, wish, actor, ownCancelGrace));
}

/** The same in the transaction of a caller; the email about it waits so many seconds. */
export async function cancelOwn(
  tx: Transaction,
  { borrowerId, ...wish }: OwnWish,
  actor: Actor,
  mailAfter = 0,
): Promise<void> {
  const order = found(await lockOrder(tx, wish.orderId));
  if (order.borrower_id !== borrowerId) throw new HttpError(404);
  if (order.status_id === statuses.cancelled) return;
  refuseIfLate(order.status_id, "borrower");
  await close(tx, order, wish, actor);
  await enqueueCancelMail(tx, wish.orderId, mailAfter);
}

function refuseIfLate(statusId: number, by: "staff" | "borrower"): void {
  const objection = objectionToCanceling(statusId, by);
  if (objection) throw new Refusal(objection);
}

async function close(tx: Transaction, order: { status_id: number }, { orderId, reason }: Wish, actor: Actor) {
  const { at, userId } = actor;
  await releaseCopies(tx, { orderId }, { at, userId, reason: "undone" });
  await changeOrder(tx, orderId, userId, {
    status_id: statuses.cancelled,
    canceled_at: at,
    canceled_from: order.status_id,
    cancel_reason: reason,
  });
  const lines = await linesOf(tx, orderId);
  await recountStock(
    tx,
    lines.map(({ item_id }) => item_id),
  );
}
