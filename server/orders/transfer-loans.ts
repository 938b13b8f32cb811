import { undoChange } from "#contract/orders/orders.ts";
import { transferLoans as transferCall } from "#contract/people/borrowers.ts";
import { areColleagues } from "#server/people/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { OrderEvent } from "./events/events.queries.ts";
import { recordChange } from "./events/record-change.ts";
import { enqueueNotice, withdrawNotice } from "./notices/notices.queries.ts";
import {
  loansToTransfer,
  lockParties,
  moveOrders,
  ordersWithOpenClaims,
  type Party,
  transferOf,
} from "./transfer-loans.queries.ts";

/**
 * Transfers a borrower's shipped orders to a colleague at the same school, each as a whole, with due dates and history.
 * Orders with an open claim stay. Returns the orders.
 */
export async function transferLoans(db: Database, from: number, to: number, actor: Actor): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const parties = await lockParties(tx, from, to);
    const [giver, taker] = [found(parties.giver), found(parties.taker)];
    if (!(await areColleagues(tx, from, to))) throw new Refusal({ kind: "not-a-colleague" });
    const out = (await loansToTransfer(tx, from)).map(({ order_id }) => order_id);
    if (out.length === 0) throw new Refusal({ kind: "nothing-out" });
    // the colleague would owe for a copy they never had
    const { clear: orderIds, withClaims: claims } = await withoutClaims(tx, out);
    if (orderIds.length === 0) throw new Refusal({ kind: "borrower-not-clear", copies: 0, orders: 0, claims });
    const { eventId } = await recordChange(tx, actor, { call: transferCall.call, orderIds }, () =>
      moveOrders(tx, { orderIds, from, to: taker }, actor),
    );
    await enqueueNotice(tx, { kind: "transfer", orderId: found(eventId), before: { from, to, orderIds } });
    await logTransfer(tx, actor, { from, label: giver.name, after: { "Transferred to": mentionOf(taker) }, orderIds });
    return orderIds;
  });
}

/** Locks both borrowers of a transfer, before its orders. */
export async function lockPartiesOf(tx: Transaction, events: readonly OrderEvent[]): Promise<void> {
  if (events[0]?.call !== transferCall.call) return;
  const { from, to } = await transferOf(tx, events);
  await lockParties(tx, from, to);
}

/**
 * Takes back a transfer's loans that the colleague still has, without open claims. Emails both if they got an email
 * about the transfer. Returns the events of those orders.
 */
export async function takeBack(
  tx: Transaction,
  events: readonly OrderEvent[],
  actor: Actor,
): Promise<readonly OrderEvent[]> {
  const { change_id: changeId } = found(events[0]);
  const { from, to } = await transferOf(tx, events);
  const { giver, taker } = await lockParties(tx, from, to);
  if (!giver || !taker) throw new Refusal({ kind: "nothing-to-take-back" });
  const out = (await loansToTransfer(tx, to)).map(({ order_id }) => order_id);
  const candidates = out.filter((id) => events.some(({ order_id }) => order_id === id));
  const { clear: orderIds } = await withoutClaims(tx, candidates);
  const [first] = orderIds;
  if (first === undefined) throw new Refusal({ kind: "nothing-to-take-back" });
  await moveOrders(tx, { orderIds, from: to, to: giver }, actor);
  if (await withdrawNotice(tx, { kind: "transfer", orderId: changeId })) {
    const remaining = candidates.filter((id) => !orderIds.includes(id));
    if (remaining.length > 0)
      await enqueueNotice(tx, { kind: "transfer", orderId: changeId, before: { from, to, orderIds: remaining } });
  } else await enqueueNotice(tx, { kind: "transfer-back", orderId: first, before: { from: to, to: from, orderIds } });
  await logTransfer(tx, actor, { from, label: giver.name, after: { "Taken back from": mentionOf(taker) }, orderIds });
  return events.filter(({ order_id }) => orderIds.includes(order_id));
}

async function withoutClaims(tx: Transaction, out: readonly number[]) {
  const orderIds = [...new Set(out)];
  const claims = await ordersWithOpenClaims(tx, orderIds);
  return { clear: orderIds.filter((id) => !claims.has(id)), withClaims: claims.size };
}

const mentionOf = ({ borrower_id: borrowerId, name }: Party) => ({ borrowerId, name });

type Logged = { from: number; label: string; after: Snapshot; orderIds: readonly number[] };

/** Logs a transfer, or its undo, under the borrower who gave the loans away. */
async function logTransfer(tx: Transaction, actor: Actor, { from, label, after, orderIds }: Logged): Promise<void> {
  const { call } = "Transferred to" in after ? transferCall : undoChange;
  const orders = { Orders: orderIds.map((id) => `#${id}`).join(", ") };
  const about = { call, kind: "borrowers", subjectId: from, label } as const;
  await recordActivity(tx, actor, { ...about, before: null, after: { ...after, ...orders } });
}
