import type { Reason } from "#contract/wire/reasons.ts";
import type { LendingDays, Ways } from "#contract/site/teaching-days.ts";
import type { Transaction } from "#server/platform/database.ts";
import { type Demand, recountStock } from "../stock.queries.ts";
import { beginDays, dayOfBookings, lockTitles, storeDays, withoutCopy } from "./planning.queries.ts";
import { planOf } from "./plan-titles.ts";
import { busiest, nearestDays } from "./room.rules.ts";
import { libraryDay } from "./windows.rules.ts";

/** What an order by days is counted with: the day, and the settings. */
export type DaysAsked = { days: LendingDays; today: string; loanDays: number; ways: Ways };

type NoRoom = Extract<Reason, { kind: "no-room" }>["titles"];
type Window = Pick<LendingDays, "leavesBy" | "freeOn">;

/** Locks titles in id order, and gives those that have no room on some of the days, with the nearest days that do. */
export async function titlesWithoutRoom(
  tx: Transaction,
  demand: readonly Demand[],
  { days, today, loanDays, ways }: DaysAsked,
): Promise<NoRoom> {
  await beginDays(tx, libraryDay(today, { ...ways, loanDays }));
  const wanted = { from: days.teachFrom, to: days.teachTo };
  return (await shortOn(tx, demand, days)).map(({ places, copies, quantity, ...short }) => ({
    ...short,
    ...nearestDays(places, { copies, quantity }, wanted, { today, ways }),
  }));
}

/** The same for more of an order whose days are stored already. */
export async function titlesWithoutMore(tx: Transaction, demand: readonly Demand[], days: Window): Promise<NoRoom> {
  const short = await shortOn(tx, demand, days);
  return short.map(({ id, title, left }) => ({ id, title, left, before: null, next: null }));
}

/** Locks titles, and gives those without room; the places of an order that moves do not count. */
export async function shortOn(
  tx: Transaction,
  demand: readonly Demand[],
  { leavesBy, freeOn }: Window,
  movedOrderId?: number,
) {
  const titles = await lockTitles(
    tx,
    demand.map(({ itemId }) => itemId),
  );
  const library = await dayOfBookings(tx);
  const short = [];
  for (const { item_id: id, title } of titles) {
    const { places: all, copyIds } = await planOf(tx, id, library);
    const places = all.filter(({ orderId }) => orderId !== movedOrderId);
    const quantity = demand.find(({ itemId }) => itemId === id)?.quantity ?? 0;
    const copies = copyIds.length;
    const left = Math.max(0, copies - busiest(places, { from: leavesBy, to: freeOn }));
    if (left < quantity) short.push({ id, title, left, places, copies, quantity });
  }
  return short;
}

/** How many places of locked titles have no copy in their plan. */
export async function countWithoutCopy(tx: Transaction, itemIds: readonly number[]): Promise<number> {
  await lockTitles(tx, itemIds);
  return withoutCopy(tx, itemIds);
}

/** Stores the days of an order for those of its lines that have none, and plans these titles. */
export async function bookDays(
  tx: Transaction,
  { orderId, itemIds }: { orderId: number; itemIds: readonly number[] },
  days: LendingDays,
): Promise<void> {
  await storeDays(tx, orderId, days);
  await recountStock(tx, itemIds);
}
