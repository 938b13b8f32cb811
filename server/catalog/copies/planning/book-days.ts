import type { Reason } from "#contract/wire/refusals.ts";
import type { LendingDays, Ways } from "#contract/orders/teaching-days.ts";
import type { Transaction } from "#server/platform/database.ts";
import { type Demand, recountPlanned, recountStock } from "../stock.queries.ts";
import {
  beginDays,
  keepDay,
  lockTitles,
  type PlannedTitle,
  plannedTitles,
  storeDays,
  titlesToPlan,
  withoutCopy,
} from "./planning.queries.ts";
import { dayOf, entriesOf } from "./plan-titles.ts";
import { busiest, libraryDay, nearestDays } from "./room.rules.ts";

/** The reserved dates of an order, and the day and settings to plan them with. */
export type DaysAsked = { days: LendingDays; today: string; loanDays: number; ways: Ways };

/** Stores the first library day if there is none, and locks the stored one until commit. */
export async function beginLibraryDays(tx: Transaction, { today, loanDays, ways }: Omit<DaysAsked, "days">) {
  await beginDays(tx, libraryDay(today, { ...ways, loanDays }));
  await keepDay(tx);
}

type NoRoom = Extract<Reason, { kind: "no-room" }>["titles"];
type Window = Pick<LendingDays, "shipBy" | "availableOn">;

/**
 * Stores the reserved dates of a new order, locks its titles in id order, and plans them. Returns the titles without
 * enough copies, with the nearest dates that work; then it plans nothing, and the caller must roll back.
 */
export async function bookNewOrder(
  tx: Transaction,
  { orderId, demand }: { orderId: number; demand: readonly Demand[] },
  { days, ...day }: DaysAsked,
): Promise<NoRoom> {
  const itemIds = demand.map(({ itemId }) => itemId);
  await storeDays(tx, orderId, days);
  await lockTitles(tx, itemIds);
  const titles = await titlesFrom(tx, itemIds, day);
  const shortages = shortagesAmong(titles, demand, days, (place) => place.orderId !== orderId);
  if (shortages.length === 0) await recountPlanned(tx, itemIds, titles);
  const requested = { from: days.teachFrom, to: days.teachTo };
  return shortages.map(({ places, copies, quantity, ...title }) => ({
    ...title,
    ...nearestDays(places, { copies, quantity }, requested, day),
  }));
}

/** Returns locked titles to plan, and stores the library day with the first order that has reserved dates. */
async function titlesFrom(tx: Transaction, itemIds: readonly number[], day: Omit<DaysAsked, "days">) {
  const titles = await titlesToPlan(tx, itemIds);
  if (titles.every(({ library }) => library !== null)) return titles;
  await beginLibraryDays(tx, day);
  return titlesToPlan(tx, itemIds);
}

/** Locks titles in id order, and returns those without enough copies for an order whose dates are already stored. */
export async function titlesWithoutMore(tx: Transaction, demand: readonly Demand[], days: Window): Promise<NoRoom> {
  const shortages = await shortOn(tx, demand, days);
  return shortages.map(({ id, title, left }) => ({ id, title, left, before: null, next: null }));
}

type Counts = (place: ReturnType<typeof entriesOf>[number]) => boolean;

/** Locks titles, and returns those without enough copies after the reservations that `counts` selects. */
export async function shortOn(tx: Transaction, demand: readonly Demand[], window: Window, counts?: Counts) {
  const itemIds = demand.map(({ itemId }) => itemId);
  await lockTitles(tx, itemIds);
  return shortagesAmong(await plannedTitles(tx, itemIds), demand, window, counts);
}

function shortagesAmong(
  titles: readonly PlannedTitle[],
  demand: readonly Demand[],
  { shipBy, availableOn }: Window,
  counts: Counts = () => true,
) {
  return titles.flatMap((plan) => {
    const { itemId: id, title, copyIds } = plan;
    const places = entriesOf(plan, dayOf(plan)).filter(counts);
    const quantity = demand.find(({ itemId }) => itemId === id)?.quantity ?? 0;
    const copies = copyIds.length;
    const left = Math.max(0, copies - busiest(places, { from: shipBy, to: availableOn }));
    return left < quantity ? [{ id, title, left, places, copies, quantity }] : [];
  });
}

/** Locks titles, and counts their reservations without a planned copy. */
export async function countWithoutCopy(tx: Transaction, itemIds: readonly number[]): Promise<number> {
  await lockTitles(tx, itemIds);
  return withoutCopy(tx, itemIds);
}

export async function bookDays(
  tx: Transaction,
  { orderId, itemIds }: { orderId: number; itemIds: readonly number[] },
  days: LendingDays,
): Promise<void> {
  await storeDays(tx, orderId, days);
  await recountStock(tx, itemIds);
}
