import { statuses } from "#contract/catalog/codes.ts";
import type { CallName } from "#contract/all.ts";
import {
  renewCopy as renewCopyCall,
  renewOrder as renewOrderCall,
  renewOwnOrder as renewOwnCall,
} from "#contract/orders/order-changes.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { countWithoutCopy, recountStock } from "#server/catalog/public.ts";
import { addDays, dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, nameOf } from "#server/platform/record-activity.ts";
import { changeOrder, lockOrder } from "./order-changes.queries.ts";
import { recordChange } from "./events/record-change.ts";
import { isAwaited, loanToRenew, renewableById, renewDueDays, setDueDay, titlesOut } from "./renewals.queries.ts";
import { daysOverdueAtMost, objectionToRenewing } from "./orders.rules.ts";
import { dueDayOf, type ReadClosedDays } from "./dates.ts";

type Lending = Pick<Configuration, "timeZone" | "loanDays" | "renewals">;

/** The day a renewed order is due: a loan after its due day, or after today if that is over; moved where its school is closed. */
async function renewedUntil(
  db: Database,
  { orderId, due, today }: { orderId: number; due: string | null; today: string },
  { loanDays }: Pick<Lending, "loanDays">,
  readClosedDays: ReadClosedDays,
): Promise<string> {
  const from = due === null || due < today ? today : due;
  return dueDayOf(db, orderId, { shipped: from, due: addDays(from, loanDays) }, readClosedDays);
}

/** The day that its borrower may renew an order to now; null when they may not. */
export async function renewableUntil(
  db: Database,
  orderId: number,
  at: Date,
  lending: Lending,
  readClosedDays: ReadClosedDays,
): Promise<string | null> {
  const today = dayOf(at, lending.timeZone);
  const { objection, until } = await looked(db, orderId, { today, lending, readClosedDays });
  return objection ? null : until;
}

type Look = { today: string; lending: Lending; readClosedDays: ReadClosedDays };

async function looked(db: Database, orderId: number, { today, lending, readClosedDays }: Look) {
  const order = found(await renewableById(db, orderId));
  const { return_date: due, status_id: statusId, renewals } = order;
  const until = await renewedUntil(db, { orderId, due, today }, lending, readClosedDays);
  const awaited = statusId === statuses.shipped && (await isAwaited(db, orderId));
  const rules = { most: lending.renewals, today, last: (day: string) => addDays(day, daysOverdueAtMost) };
  return { ...order, until, objection: objectionToRenewing({ statusId, due, renewals, isAwaited: awaited }, rules) };
}

/** Its borrower keeps an order for another loan; the new due day is mailed after a while. */
export async function renewOwnOrder(
  db: Database,
  { orderId, borrowerId }: { orderId: number; borrowerId: number },
  actor: Actor,
  lending: Lending,
  readClosedDays: ReadClosedDays,
): Promise<void> {
  const today = dayOf(actor.at, lending.timeZone);
  await inTransaction(db, async (tx) => {
    found(await lockOrder(tx, orderId));
    const { until, objection, borrower_id, renewals } = await looked(tx, orderId, { today, lending, readClosedDays });
    if (borrower_id !== borrowerId) throw new HttpError(404);
    if (objection) throw new Refusal(objection);
    const titles = await titlesOut(tx, orderId);
    const before = await countWithoutCopy(tx, titles);
    await recordChange(tx, actor, { call: renewOwnCall.call, orderIds: [orderId], isOwn: true }, async () => {
      await changeOrder(tx, orderId, actor.userId, { return_date: until, renewals: renewals + 1 });
      await renewDueDays(tx, orderId, until);
      await recountStock(tx, titles);
    });
    // somebody booked it for days that it would be kept
    if ((await countWithoutCopy(tx, titles)) > before) throw new Refusal({ kind: "renewal-awaited" });
  });
}

/** An order to renew by staff; with `seen`, only while it is due on that day. */
type ToRenew = { orderId: number; seen?: string | null; call?: CallName };

/** Staff give a shipped order another loan; the new due date, which it returns with the event, is mailed after a while. */
export async function renewOrder(
  db: Database,
  { orderId, seen, call = renewOrderCall.call }: ToRenew,
  actor: Actor,
  lending: Lending,
  readClosedDays: ReadClosedDays,
): Promise<{ dueOn: string; eventId: number | null }> {
  const today = dayOf(actor.at, lending.timeZone);
  return inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    if (seen !== undefined && seen !== order.return_date)
      throw new Refusal({ kind: "stale", what: "order", changedBy: await nameOf(tx, order.changed_by) });
    if (order.status_id !== statuses.shipped) throw new Refusal({ kind: "renewal-not-out" });
    const until = await renewedUntil(tx, { orderId, due: order.return_date, today }, lending, readClosedDays);
    const { eventId } = await recordChange(tx, actor, { call, orderIds: [orderId] }, async () => {
      await changeOrder(tx, orderId, actor.userId, { return_date: until });
      await renewDueDays(tx, orderId, until);
      await recountStock(tx, await titlesOut(tx, orderId));
    });
    return { dueOn: until, eventId: eventId ?? null };
  });
}

/** Staff give one copy of a shipped order another loan; the new due day is mailed after a while. Gives the order's id. */
export async function renewCopy(
  db: Database,
  assignmentId: number,
  actor: Actor,
  lending: Pick<Configuration, "timeZone" | "loanDays">,
  readClosedDays: ReadClosedDays,
): Promise<number> {
  const today = dayOf(actor.at, lending.timeZone);
  return inTransaction(db, async (tx) => {
    const { order_id: orderId } = found(await loanToRenew(tx, assignmentId));
    const { status_id: statusId, return_date: due } = found(await lockOrder(tx, orderId));
    const loan = found(await loanToRenew(tx, assignmentId)); // after the lock, to see what others did
    if (statusId !== statuses.shipped || due === null) throw new Refusal({ kind: "renewal-not-out" });
    if (loan.released_at !== null) throw new Refusal({ kind: "copy-not-out", inactiveReason: null });
    const before = loan.due_on ?? due;
    const day = await renewedUntil(tx, { orderId, due: before, today }, lending, readClosedDays);
    await recordChange(tx, actor, { call: renewCopyCall.call, orderIds: [orderId] }, async () => {
      await setDueDay(tx, assignmentId, day);
      await changeOrder(tx, orderId, actor.userId);
      await recountStock(tx, [loan.item_id]);
    });
    return orderId;
  });
}
