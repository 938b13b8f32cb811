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
import { Refusal } from "#server/refusals/refusal.ts";
import {
  assignmentsOf,
  borrowerOfOrder,
  daysOfOrder,
  forgetRisksOfOrder,
  linesOf,
  titlesOfOrder,
} from "./orders.queries.ts";
import { stateOf } from "./orders.rules.ts";
import { type Asked, type DayParts, type DaysAsked, daysAsked } from "./dates.ts";
import { cancelOwn } from "./cancel.ts";
import { changeOwnLines } from "./change-lines.ts";
import {
  changeOrder,
  leaveDaysOut,
  type LockedOrder,
  lockOrder,
  lockOwn,
  type Own,
  refuseIfStale,
} from "./order-changes.queries.ts";
import { recordChange } from "./events/record-change.ts";
import { writeOwnChangeMail } from "./notices/notices.ts";

type Input = Asked & { orderId: number };

/**
 * Staff move an order that has not shipped to other teaching days, or give it some; the borrower gets an email after a while.
 * Refused when somebody else changed the order, when a copy is packed, and where a title has no room.
 */
export async function changeDays(
  parts: DayParts,
  { orderId, version, ...asked }: Input & { version: number },
  actor: Actor,
): Promise<void> {
  const wanted = await daysFor(parts, orderId, asked);
  await inTransaction(parts.db, async (tx) => {
    await beginLibraryDays(tx, wanted);
    const order = found(await lockOrder(tx, orderId));
    await refuseIfStale(tx, order, version);
    if (!stateOf(order.status_id).mayBeChanged) throw new Refusal({ kind: "days-fixed", because: "not-waiting" });
    await recordChange(tx, actor, { call: changeDaysCall.call, orderIds: [orderId] }, () =>
      move(tx, order, wanted, actor),
    );
  });
}

/** A borrower moves their own order while it is New, or at risk and Processing, and gets an email with its days. */
export async function changeOwnDays(
  parts: DayParts,
  { orderId, borrowerId, ...asked }: Input & { borrowerId: number },
  actor: Actor,
): Promise<void> {
  if ((await borrowerOfOrder(parts.db, orderId)) !== borrowerId) throw new HttpError(404);
  const wanted = await daysFor(parts, orderId, asked);
  await inTransaction(parts.db, async (tx) => {
    await beginLibraryDays(tx, wanted);
    const order = await lockOwn(tx, { orderId, borrowerId });
    if (!(await mayBeChangedByBorrower(tx, order))) throw new Refusal({ kind: "days-fixed", because: "not-new" });
    const own = { call: changeOwnDaysCall.call, orderIds: [orderId], isOwn: true };
    const { result: isMoved } = await recordChange(tx, actor, own, () => move(tx, order, wanted, actor));
    if (!isMoved) return;
    await leaveDaysOut(tx, orderId);
    await writeOwnChangeMail(tx, orderId, actor.at);
  });
}

/** A borrower removes a title from their own order, and gets an email with what is left; without its only title it is canceled. */
export async function removeOwnTitle(db: Database, { itemId, ...own }: Own & { itemId: number }, actor: Actor) {
  const { orderId } = own;
  await inTransaction(db, async (tx) => {
    const order = await lockOwn(tx, own);
    const titles = await titlesOfOrder(tx, orderId);
    if (order.status_id === statuses.cancelled || !titles.some((title) => title.item_id === itemId)) return; // done already
    if (!(await mayBeChangedByBorrower(tx, order))) throw new Refusal({ kind: "cancel-too-late" });
    await recordChange(tx, actor, { call: removeOwnTitleCall.call, orderIds: [orderId], isOwn: true }, async () => {
      if (titles.length === 1) return cancelOwn(tx, { ...own, reason: "" }, actor);
      const lines = titles.flatMap(({ item_id, quantity }) =>
        item_id === itemId ? [] : { itemId: item_id, quantity },
      );
      await changeOwnLines(tx, { orderId, lines, days: await daysOfOrder(tx, orderId) }, actor);
      await forgetRisksOfOrder(tx, orderId);
      await writeOwnChangeMail(tx, orderId, actor.at);
    });
  });
}

/** Whether nothing of a locked order is packed yet, and it is New or, at risk, Processing. To a borrower the rest is one thing. */
async function mayBeChangedByBorrower(tx: Transaction, { order_id: orderId, status_id: statusId }: LockedOrder) {
  if (await isPacked(tx, orderId)) return false;
  if (statusId === statuses.new) return true;
  return statusId === statuses.processing && (await titlesOfOrder(tx, orderId)).some(({ missing }) => missing > 0);
}

async function daysFor(parts: DayParts, orderId: number, asked: Asked): Promise<DaysAsked> {
  const borrowerId = await borrowerOfOrder(parts.db, orderId);
  return found(await daysAsked(asked, { ...parts, borrowerId }));
}

/** Moves a locked order; false where it has these days already. */
async function move(
  tx: Transaction,
  { order_id: orderId }: Pick<LockedOrder, "order_id">,
  wanted: DaysAsked,
  actor: Actor,
): Promise<boolean> {
  const before = await daysOfOrder(tx, orderId);
  if (before?.teachFrom === wanted.days.teachFrom && before.teachTo === wanted.days.teachTo) return false;
  if (await isPacked(tx, orderId)) throw new Refusal({ kind: "days-fixed", because: "packed" });
  const lines = (await linesOf(tx, orderId)).map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
  const short = await moveToDays(tx, { orderId, lines }, wanted.days);
  if (short.length > 0) {
    const nearest = await otherDays(tx, { orderId, lines }, wanted);
    throw new Refusal({ kind: "no-room", titles: short.map((title) => ({ ...title, ...nearest })) });
  }
  await changeOrder(tx, orderId, actor.userId);
  await forgetRisksOfOrder(tx, orderId);
  return true;
}

/** Whether a copy of an order is packed: it stays off the shelf until the order is back. */
export const isPacked = async (db: Database, orderId: number): Promise<boolean> =>
  (await assignmentsOf(db, orderId)).some(({ released_at }) => released_at === null);
