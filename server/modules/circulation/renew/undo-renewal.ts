import type { CallName } from "#contract/all.ts";
import { ownRenewalGrace, undoRenewal as undoCall } from "#contract/desk/renewals.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { changeOrder, lockOrder, type LockedOrder } from "../order-changes.queries.ts";
import { graceOf } from "../status/grace.rules.ts";
import { traceOrder } from "../trace-order.ts";
import { lockOwn, type Own } from "../way-back/own-order.ts";
import { enqueueDueMail, isDueMailWaiting } from "./due-mail.ts";
import { markRenewalUndone, renewalBefore, renewedBy, restoreDueDays } from "./renewal-saves.queries.ts";
import { loanToRenew, titlesOut } from "./renewals.queries.ts";

type Settings = Pick<Configuration, "returnMailMinutes">;

/**
 * An order is due as before it, or one copy of it, was renewed. The borrower is told if they were told of the renewal. Undoing
 * twice is fine. Refused once something else was done with the order.
 */
export async function undoRenewal(
  db: Database,
  { orderId, call = undoCall.call }: { orderId: number; call?: CallName },
  actor: Actor,
  settings: Settings,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    await traceOrder(tx, actor, { call, orderId }, () => takeBack(tx, order, actor, settings));
  });
}

/** A borrower takes back an own renewal, for a short time, and as long as nothing else was done with the order since. */
export async function undoRenewalOwn(db: Database, own: Own, actor: Actor, settings: Settings): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, own);
    if (order.changed_by !== actor.userId) throw new Refusal({ kind: "cancel-final" });
    await takeBack(tx, order, actor, settings, ownRenewalGrace);
  });
}

/** For how many seconds a borrower can still take back an own renewal; null: not, or not anymore. */
export async function undoRenewalFor(db: Database, orderId: number, { userId, at }: Actor): Promise<number | null> {
  const renewedAt = await renewedBy(db, orderId, userId);
  const left = renewedAt ? secondsLeft(renewedAt, at, ownRenewalGrace) : 0;
  return left > 0 ? left : null;
}

const secondsLeft = (renewedAt: Date, now: Date, grace: number) => grace - (now.getTime() - renewedAt.getTime()) / 1000;

async function takeBack(
  tx: Transaction,
  order: LockedOrder,
  { userId, at }: Actor,
  settings: Settings,
  grace?: number,
) {
  const { order_id: orderId, return_date: renewedTo } = order;
  const kept = await renewalBefore(tx, order);
  if (kept?.is_undone) return;
  const isOver = !kept || (grace !== undefined && secondsLeft(kept.renewed_at, at, grace) < 0);
  if (isOver) throw new Refusal({ kind: grace === undefined ? "renewal-over" : "cancel-final" });
  const copyRenewedTo = (await loanToRenew(tx, kept.assignment_id ?? 0))?.due_on ?? null;
  await changeOrder(tx, orderId, userId, { return_date: kept.return_date, renewals: kept.renewals });
  await restoreDueDays(tx, orderId);
  await markRenewalUndone(tx, orderId);
  await recountStock(tx, await titlesOut(tx, orderId));
  const after = graceOf(settings);
  if (kept.assignment_id === null) return enqueueDueMail(tx, { orderId, due: renewedTo }, after);
  await tellOfCopy(tx, { orderId, assignmentId: kept.assignment_id, due: copyRenewedTo }, after);
}

/** Tells of a copy's day of before, if they were told of the other one. */
async function tellOfCopy(
  tx: Transaction,
  copy: { orderId: number; assignmentId: number; due: string | null },
  after: number,
) {
  const restored = await loanToRenew(tx, copy.assignmentId);
  if (restored?.due_on !== null) return enqueueDueMail(tx, copy, after);
  // due with its order again: the email about the order says so
  if (!(await isDueMailWaiting(tx, copy))) await enqueueDueMail(tx, { orderId: copy.orderId, due: null }, after);
}
