import { statuses } from "#contract/codes.ts";
import { renewCopy as renewCopyCall } from "#contract/desk/renewals.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { ReadClosedDays } from "../due/due-day-of.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { graceOf } from "../status/grace.rules.ts";
import { traceOrder } from "../trace-order.ts";
import { enqueueDueMail } from "./due-mail.ts";
import { keepRenewal } from "./renewal-saves.queries.ts";
import { loanToRenew, setDueDay } from "./renewals.queries.ts";
import { renewedUntil } from "./renew-order.ts";

/** Staff give one copy of a shipped order another loan; the new due day is mailed after a while. Gives the order's id. */
export async function renewCopy(
  db: Database,
  assignmentId: number,
  actor: Actor,
  lending: Pick<Configuration, "timeZone" | "loanDays" | "returnMailMinutes">,
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
    await traceOrder(tx, actor, { call: renewCopyCall.call, orderId }, async () => {
      await keepRenewal(tx, { orderId, at: actor.at, assignmentId });
      await setDueDay(tx, assignmentId, day);
      await changeOrder(tx, orderId, actor.userId);
      await recountStock(tx, [loan.item_id]);
    });
    await enqueueDueMail(tx, { orderId, assignmentId, due: before }, graceOf(lending));
    return orderId;
  });
}
