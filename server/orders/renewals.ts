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
import { maxDaysOverdue, objectionToRenewing } from "./orders.rules.ts";
import { dueDayOf, type ReadClosedDays } from "./dates.ts";

type Lending = Pick<Configuration, "timeZone" | "loanDays" | "renewals">;

/** Returns the due date one loan period after the current one or today, whichever is later, moved past closures. */
async function newDueDate(
  db: Database,
  { orderId, due, today }: { orderId: number; due: string | null; today: string },
  { loanDays }: Pick<Lending, "loanDays">,
  readClosedDays: ReadClosedDays,
): Promise<string> {
  const from = due === null || due < today ? today : due;
  return dueDayOf(db, orderId, { shipped: from, due: addDays(from, loanDays) }, readClosedDays);
}

/** Returns the due date that a borrower can renew an order to now, or null. */
export async function renewableUntil(
  db: Database,
  orderId: number,
  at: Date,
  lending: Lending,
  readClosedDays: ReadClosedDays,
): Promise<string | null> {
  const today = dayOf(at, lending.timeZone);
  const { objection, until } = await renewalOf(db, orderId, { today, lending, readClosedDays });
  return objection ? null : until;
}

type RenewalContext = { today: string; lending: Lending; readClosedDays: ReadClosedDays };

async function renewalOf(db: Database, orderId: number, { today, lending, readClosedDays }: RenewalContext) {
  const order = found(await renewableById(db, orderId));
  const { return_date: due, status_id: statusId, renewals } = order;
  const until = await newDueDate(db, { orderId, due, today }, lending, readClosedDays);
  const hasWaiters = statusId === statuses.shipped && (await isAwaited(db, orderId));
  const rules = { maxRenewals: lending.renewals, today, last: (day: string) => addDays(day, maxDaysOverdue) };
  return { ...order, until, objection: objectionToRenewing({ statusId, due, renewals, isAwaited: hasWaiters }, rules) };
}

/** Renews a borrower's own order, and emails the new due date after a while. */
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
    const { until, objection, borrower_id, renewals } = await renewalOf(tx, orderId, {
      today,
      lending,
      readClosedDays,
    });
    if (borrower_id !== borrowerId) throw new HttpError(404);
    if (objection) throw new Refusal(objection);
    const titles = await titlesOut(tx, orderId);
    const before = await countWithoutCopy(tx, titles);
    await recordChange(tx, actor, { call: renewOwnCall.call, orderIds: [orderId], isOwn: true }, async () => {
      await changeOrder(tx, orderId, actor.userId, { return_date: until, renewals: renewals + 1 });
      await renewDueDays(tx, orderId, until);
      await recountStock(tx, titles);
    });
    // someone reserved it for dates within the renewal
    if ((await countWithoutCopy(tx, titles)) > before) throw new Refusal({ kind: "renewal-awaited" });
  });
}

/** `seen` rejects the renewal if the due date has changed since. */
type ToRenew = { orderId: number; seen?: string | null; call?: CallName };

/** Renews a shipped order for staff, and emails the new due date after a while. */
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
    const until = await newDueDate(tx, { orderId, due: order.return_date, today }, lending, readClosedDays);
    const { eventId } = await recordChange(tx, actor, { call, orderIds: [orderId] }, async () => {
      await changeOrder(tx, orderId, actor.userId, { return_date: until });
      await renewDueDays(tx, orderId, until);
      await recountStock(tx, await titlesOut(tx, orderId));
    });
    return { dueOn: until, eventId: eventId ?? null };
  });
}

/** Renews one copy of a shipped order, and emails the new due date after a while. Returns the order's id. */
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
    const loan = found(await loanToRenew(tx, assignmentId)); // after the lock, to see others' changes
    if (statusId !== statuses.shipped || due === null) throw new Refusal({ kind: "renewal-not-out" });
    if (loan.released_at !== null) throw new Refusal({ kind: "copy-not-out", inactiveReason: null });
    const before = loan.due_on ?? due;
    const day = await newDueDate(tx, { orderId, due: before, today }, lending, readClosedDays);
    await recordChange(tx, actor, { call: renewCopyCall.call, orderIds: [orderId] }, async () => {
      await setDueDay(tx, assignmentId, day);
      await changeOrder(tx, orderId, actor.userId);
      await recountStock(tx, [loan.item_id]);
    });
    return orderId;
  });
}
