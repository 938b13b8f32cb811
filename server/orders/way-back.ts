import { isOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import { mostReports, settleReports as settleCall } from "#contract/orders/way-back.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { hasShipped } from "./orders.rules.ts";
import { lockOrder, lockOwn, type Own } from "./order-changes.queries.ts";
import { sendWithReport, sentPhotosOf } from "./photos.queries.ts";
import { insertReport, noteArrived, noteSentBack, reportsOf, settle } from "./way-back.queries.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";

type SentBack = { sentOn: string; trackingNumber: string };

/**
 * Its borrower says that a shipped order is on its way back: reminders rest for a while. Said again, the last counts; but what
 * was on its way so long is not put off again.
 */
export async function saySentBack(
  db: Database,
  { sentOn, trackingNumber, ...own }: Own & SentBack,
  at: Date,
  { timeZone }: Pick<Configuration, "timeZone">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwnOut(tx, own);
    const today = dayOf(at, timeZone);
    if (sentOn > today || sentOn < (order.ship_date ?? sentOn))
      throw refusalOfField({ kind: "sent-back-day" }, "sentOn");
    const first = order.first_sent_back_on;
    if (first !== null && first >= (order.ship_date ?? first) && !isOnTheWayBack(first, sentOn))
      throw refusalOfField({ kind: "sent-back-long-ago" }, "sentOn");
    await noteSentBack(tx, own.orderId, sentOn, trackingNumber);
  });
}

export async function sayArrived(
  db: Database,
  { arrivedOn, ...own }: Own & { arrivedOn: string },
  at: Date,
  { timeZone }: Pick<Configuration, "timeZone">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { ship_date: shipped } = await lockOwnOut(tx, own);
    if (arrivedOn > dayOf(at, timeZone) || arrivedOn < (shipped ?? arrivedOn))
      throw refusalOfField({ kind: "arrival-day" }, "arrivedOn");
    await noteArrived(tx, own.orderId, arrivedOn);
  });
}

/** Locks an order of one's own that is out. */
async function lockOwnOut(tx: Transaction, own: Own) {
  const order = await lockOwn(tx, own);
  if (order.status_id === statuses.returned) throw new Refusal({ kind: "order-returned" });
  if (order.status_id !== statuses.shipped) throw new Refusal({ kind: "not-shipped" });
  return order;
}

type Problem = { words: string; photoIds: readonly number[] };

export async function sayProblem(db: Database, { words, photoIds, ...own }: Own & Problem, at: Date): Promise<void> {
  const photos = new Set(photoIds);
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, own);
    if (!hasShipped(order)) throw new Refusal({ kind: "not-shipped" });
    const before = await reportsOf(tx, [own.orderId]);
    const last = before.at(-1);
    if (last?.words === words) {
      const sent = await sentPhotosOf(tx, [own.orderId], own.borrowerId);
      const withIt = sent.filter(({ report_id }) => report_id === last.report_id).map((row) => row.photo_id);
      if ([...photos].every((photoId) => withIt.includes(photoId))) return; // sent twice
    }
    if (before.length >= mostReports) throw new Refusal({ kind: "reports-full" });
    const reportId = await insertReport(tx, own.orderId, words, at);
    if ((await sendWithReport(tx, own, [...photos], reportId)) < photos.size)
      throw refusalOfField({ kind: "photo-gone" }, "photoIds");
  });
}

type Seen = Received<typeof settleCall>["body"];

/** Staff have seen to what was reported of an order, or not after all. A report that came meanwhile stays open. */
export async function settleReports(db: Database, orderId: number, seen: Seen, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    found(await lockOrder(tx, orderId));
    const open = async () => (await reportsOf(tx, [orderId])).filter(({ settled_at }) => settled_at === null).length;
    const reports = (await reportsOf(tx, [orderId])).slice(0, seen.reports);
    if (reports.length === 0) throw new HttpError(404);
    const before = await open();
    const ids = reports.map(({ report_id }) => report_id);
    await settle(tx, ids, seen.isSettled ? actor : null);
    await recordAudit(tx, actor, {
      call: settleCall.call,
      kind: "order",
      subjectId: orderId,
      label: `Order ${orderId}`,
      before: { "Open reports": before },
      after: { "Open reports": await open() },
    });
  });
}
