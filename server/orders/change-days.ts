import { statuses } from "#contract/catalog/codes.ts";
import {
  changeDays as changeDaysCall,
  changeOwnDays as changeOwnDaysCall,
  removeOwnTitle as removeOwnTitleCall,
} from "#contract/orders/order-changes.ts";
import { beginLibraryDays, moveToDays, otherDays } from "#server/catalog/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal, refuseFor } from "#server/refusals/refusal.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import {
  assignmentsOf,
  borrowerOfOrder,
  daysOfOrder,
  deleteRisksOfOrder,
  requestedLinesOf,
  titlesOfOrder,
} from "./orders.queries.ts";
import { objectionToDays } from "./lending-limits.ts";
import { stateOf } from "./orders.rules.ts";
import { type DatesInput, type DayParts, type RequestedDates, requestedDates } from "./dates.ts";
import { cancelOwn } from "./cancel.ts";
import { changeOwnLines } from "./change-lines.ts";
import {
  changeOrder,
  lockBorrower,
  type LockedOrder,
  lockOrder,
  lockOwnOrder,
  type OwnOrder,
  refuseIfStale,
} from "./order-changes.queries.ts";
import { recordChange } from "./events/record-change.ts";
import { writeOwnChangeMail } from "./notices/notices.ts";
import { removeDaysFromNotice } from "./notices/notices.queries.ts";

type Input = DatesInput & { orderId: number };

/**
 * Sets or changes the teaching dates of an order that hasn't shipped, and emails the borrower after a while. Rejects
 * stale saves, packed orders, and dates for which a title isn't available.
 */
export async function changeDays(
  parts: DayParts,
  { orderId, version, ...dates }: Input & { version: number },
  actor: Actor,
): Promise<void> {
  const requested = await daysFor({ ...parts, isByStaff: true }, orderId, dates);
  await inTransaction(parts.db, async (tx) => {
    await beginLibraryDays(tx, requested);
    const order = found(await lockOrder(tx, orderId));
    await refuseIfStale(tx, order, version);
    if (!stateOf(order.status_id).mayBeChanged) throw new Refusal({ kind: "days-fixed", cause: "not-waiting" });
    await recordChange(tx, actor, { call: changeDaysCall.call, orderIds: [orderId] }, () =>
      move(tx, order, requested, actor),
    );
  });
}

/** Changes the teaching dates of a borrower's own order while it is New, or at risk and Processing. */
export async function changeOwnDays(
  parts: DayParts & ConfiguredParts<"lending">,
  { orderId, borrowerId, ...dates }: Input & { borrowerId: number },
  actor: Actor,
): Promise<void> {
  if ((await borrowerOfOrder(parts.db, orderId)) !== borrowerId) throw new HttpError(404);
  const requested = await daysFor(parts, orderId, dates);
  await inTransaction(parts.db, async (tx) => {
    found(await lockBorrower(tx, borrowerId));
    await beginLibraryDays(tx, requested);
    const order = await lockOwnOrder(tx, { orderId, borrowerId });
    if (!(await mayBeChangedByBorrower(tx, order))) throw new Refusal({ kind: "days-fixed", cause: "not-new" });
    const change = {
      borrowerId,
      orderId,
      lines: await requestedLinesOf(tx, orderId),
      days: requested.days,
      before: await daysOfOrder(tx, orderId),
      at: actor.at,
    };
    refuseFor(await objectionToDays(tx, change, parts.configuration.lending));
    const own = { call: changeOwnDaysCall.call, orderIds: [orderId], isOwn: true };
    const { result: isMoved } = await recordChange(tx, actor, own, () => move(tx, order, requested, actor));
    if (!isMoved) return;
    await removeDaysFromNotice(tx, orderId);
    await writeOwnChangeMail(tx, orderId, actor.at);
  });
}

/** Removes a title from a borrower's own order, or cancels the order if that is its only title. */
export async function removeOwnTitle(db: Database, { itemId, ...own }: OwnOrder & { itemId: number }, actor: Actor) {
  const { orderId } = own;
  await inTransaction(db, async (tx) => {
    const order = await lockOwnOrder(tx, own);
    const titles = await titlesOfOrder(tx, orderId);
    if (order.status_id === statuses.canceled || !titles.some((title) => title.item_id === itemId)) return;
    if (!(await mayBeChangedByBorrower(tx, order))) throw new Refusal({ kind: "cancel-too-late" });
    await recordChange(tx, actor, { call: removeOwnTitleCall.call, orderIds: [orderId], isOwn: true }, async () => {
      if (titles.length === 1) return cancelOwn(tx, { ...own, reason: "" }, actor);
      const lines = titles.flatMap(({ item_id, quantity }) =>
        item_id === itemId ? [] : { itemId: item_id, quantity },
      );
      await changeOwnLines(tx, { orderId, lines, days: await daysOfOrder(tx, orderId) }, actor);
      await deleteRisksOfOrder(tx, orderId);
      await writeOwnChangeMail(tx, orderId, actor.at);
    });
  });
}

async function mayBeChangedByBorrower(tx: Transaction, { order_id: orderId, status_id: statusId }: LockedOrder) {
  if (await isPacked(tx, orderId)) return false;
  if (statusId === statuses.new) return true;
  return statusId === statuses.processing && (await titlesOfOrder(tx, orderId)).some(({ missing }) => missing > 0);
}

async function daysFor(parts: DayParts, orderId: number, dates: DatesInput): Promise<RequestedDates> {
  const borrowerId = await borrowerOfOrder(parts.db, orderId);
  return found(await requestedDates(dates, { ...parts, borrowerId }));
}

/** Moves a locked order. Returns false if it already has these dates. */
async function move(
  tx: Transaction,
  { order_id: orderId }: Pick<LockedOrder, "order_id">,
  requested: RequestedDates,
  actor: Actor,
): Promise<boolean> {
  const before = await daysOfOrder(tx, orderId);
  if (before?.teachFrom === requested.days.teachFrom && before.teachTo === requested.days.teachTo) return false;
  if (await isPacked(tx, orderId)) throw new Refusal({ kind: "days-fixed", cause: "packed" });
  const lines = await requestedLinesOf(tx, orderId);
  const shortTitles = await moveToDays(tx, { orderId, lines }, requested.days);
  if (shortTitles.length > 0) {
    const nearest = await otherDays(tx, { orderId, lines }, requested);
    throw new Refusal({ kind: "no-room", titles: shortTitles.map((title) => ({ ...title, ...nearest })) });
  }
  await changeOrder(tx, orderId, actor.userId);
  await deleteRisksOfOrder(tx, orderId);
  return true;
}

export const isPacked = async (db: Database, orderId: number): Promise<boolean> =>
  (await assignmentsOf(db, orderId)).some(({ released_at }) => released_at === null);
