import { statuses } from "#contract/catalog/codes.ts";
import { cancelOrder as cancelCall, cancelOwnOrder as cancelOwnCall } from "#contract/orders/order-changes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Parts } from "#server/parts.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { refuseFor } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/catalog/public.ts";
import type { Actor, ActorOrJob } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { titlesOn } from "./orders.queries.ts";
import { objectionToCanceling } from "./orders.rules.ts";
import { refuseIfStale, changeOrder, lockOrder, ordersToEnd, releaseCopies } from "./order-changes.queries.ts";
import { recordChange } from "./events/record-change.ts";

type Input = { orderId: number; reason: string };

/** Cancels an order that hasn't shipped, for staff. Idempotent. */
export async function cancelOrder(
  db: Database,
  { version, ...input }: Input & { version?: number | null | undefined },
  actor: Actor,
): Promise<void> {
  const { orderId } = input;
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    if (order.status_id === statuses.canceled) return;
    await refuseIfStale(tx, order, version);
    refuseFor(objectionToCanceling(order.status_id, "staff"));
    await recordChange(tx, actor, { call: cancelCall.call, orderIds: [orderId] }, () => close(tx, input, actor));
  });
}

type OwnInput = Input & { borrowerId: number };

/** Cancels a borrower's own order while it is New. Idempotent. */
export async function cancelOwnOrder(db: Database, input: OwnInput, actor: Actor): Promise<void> {
  const { call } = cancelOwnCall;
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, input.orderId);
    await recordChange(tx, actor, { call, orderIds: [input.orderId], isOwn: true }, () => cancelOwn(tx, input, actor));
  });
}

/** Cancels a borrower's own order in a transaction whose caller records the change. */
export async function cancelOwn(tx: Transaction, { borrowerId, ...input }: OwnInput, actor: Actor): Promise<void> {
  const order = found(await lockOrder(tx, input.orderId));
  if (order.borrower_id !== borrowerId) throw new HttpError(404);
  if (order.status_id === statuses.canceled) return;
  refuseFor(objectionToCanceling(order.status_id, "borrower"));
  await close(tx, input, actor);
}

/** Cancels a locked order in a transaction; the caller records the change. */
async function close(tx: Transaction, { orderId, reason }: Input, { at, userId }: ActorOrJob): Promise<void> {
  await releaseCopies(tx, { orderId }, { at, userId, reason: "undone" });
  await changeOrder(tx, orderId, userId, {
    status_id: statuses.canceled,
    canceled_at: at,
    cancel_reason: reason,
  });
  await recountStock(tx, await titlesOn(tx, orderId));
}

/**
 * Cancels orders whose borrower didn't confirm their email address in time, oldest first. Confirming the address and
 * packing lock the order, too, so whatever comes first wins.
 */
export async function endUnconfirmedOrders(
  { db, clock }: Parts,
  stopping?: Pick<AbortSignal, "throwIfAborted">,
): Promise<void> {
  const at = clock.now();
  const failures: unknown[] = [];
  for (const orderId of await ordersToEnd(db, at)) {
    stopping?.throwIfAborted();
    // one failure must not stop the others
    await endOrder(db, orderId, at).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function endOrder(db: Database, orderId: number, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order?.is_open || !order.confirm_by || order.confirm_by > at) return;
    const library = { userId: null, at };
    await recordChange(tx, library, { call: "end-unconfirmed-orders", orderIds: [orderId] }, () =>
      close(tx, { orderId, reason: ownMessages.unconfirmedTimeout }, library),
    );
  });
}
