import { changeLines as changeLinesCall } from "#contract/orders/order-changes.ts";
import type { LendingDays } from "#contract/orders/teaching-days.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { bookDays, holdStock, itemsById, recountStock, titlesWithoutMore } from "#server/catalog/public.ts";
import { type Actor } from "#server/platform/record-activity.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { daysOfOrder, linesOf } from "./orders.queries.ts";
import { type LineChange, lineChanges, stateOf, type RequestedLine } from "./orders.rules.ts";
import { refuseIfStale, changeOrder, lockOrder, releaseExtraCopies, writeLine } from "./order-changes.queries.ts";
import { recordChange } from "./events/record-change.ts";

type Input = { orderId: number; version: number; lines: readonly RequestedLine[] };

/**
 * Replaces the titles of an order that hasn't shipped. Extra copies go back to the shelf, and the borrower gets email
 * after a while. Rejects stale saves and titles that are short.
 */
export async function changeLines(db: Database, { orderId, version, lines }: Input, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    await refuseIfStale(tx, order, version);
    if (!stateOf(order.status_id).mayBeChanged) throw new Refusal({ kind: "not-changeable" });
    const before = await linesOf(tx, orderId);
    const changes = lineChanges(before, lines);
    if (changes.length === 0) return;
    const items = await itemsById(
      tx,
      changes.map(({ itemId }) => itemId),
    );
    if (changes.some(({ itemId }) => !items.has(itemId))) throw new HttpError(404);
    const days = await daysOfOrder(tx, orderId);
    await hold(tx, changes, days);
    await recordChange(tx, actor, { call: changeLinesCall.call, orderIds: [orderId] }, () =>
      write(tx, { orderId, days }, changes, actor),
    );
  });
}

/** Replaces the titles of a borrower's own locked order. Rejects titles that aren't available for its dates. */
export async function changeOwnLines(
  tx: Transaction,
  { orderId, lines, days }: Ordered & { lines: readonly RequestedLine[] },
  actor: Actor,
): Promise<void> {
  const changes = lineChanges(await linesOf(tx, orderId), lines);
  await hold(tx, changes, days);
  await write(tx, { orderId, days }, changes, actor);
}

/** Reserves the added copies. Also locks titles with fewer copies, because all locks follow one order. */
async function hold(tx: Transaction, changes: readonly LineChange[], days: LendingDays | undefined): Promise<void> {
  const demand = changes.map(({ itemId, before, after }) => ({ itemId, quantity: Math.max(0, after - before) }));
  const titles = days ? await titlesWithoutMore(tx, demand, days) : [];
  if (titles.length > 0) throw new Refusal({ kind: "no-room", titles });
  if (days) return;
  const { shortages } = await holdStock(tx, demand);
  if (shortages.length > 0) throw new Refusal({ kind: "short-stock", titles: shortages });
}

type Ordered = { orderId: number; days: LendingDays | undefined };

async function write(tx: Transaction, { orderId, days }: Ordered, changes: readonly LineChange[], actor: Actor) {
  for (const change of changes) {
    const { orderLineId, before, after } = change;
    if (orderLineId !== undefined && after < before)
      await releaseExtraCopies(tx, { orderLineId, quantity: after }, actor);
    await writeLine(tx, orderId, change);
  }
  await changeOrder(tx, orderId, actor.userId);
  const itemIds = changes.map(({ itemId }) => itemId);
  await (days ? bookDays(tx, { orderId, itemIds }, days) : recountStock(tx, itemIds));
}
