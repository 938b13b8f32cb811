import type { Database, Transaction } from "#server/platform/database.ts";
import { type Place, planTitle } from "./plan-title.rules.ts";
import {
  bookingsOf,
  heldCopies,
  lendableCopies,
  placesOf,
  setBookedSoon,
  dayOfBookings,
  writeBookings,
} from "./planning.queries.ts";
import { awayOf, bookedSoon, isNow, type LibraryDay } from "./windows.rules.ts";

/**
 * Plans locked titles that have bookings, from their open orders and copies: which copy each place gets, and how many are
 * booked before a usual loan would be over. The database proves at commit that no copy has two places at once.
 */
export async function planTitles(tx: Transaction, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  const library = await dayOfBookings(tx);
  for (const itemId of itemIds) await writePlan(tx, itemId, library);
}

async function writePlan(tx: Transaction, itemId: number, library: LibraryDay): Promise<void> {
  const { places, plan, soon } = await planOf(tx, itemId, library);
  const booked =
    soon === null ? [] : placesOfOrders(places).map((place) => ({ ...place, copyId: plan.get(place) ?? null }));
  const changed = booked.filter(
    ({ copyId, planned, before, from, to }) => planned !== copyId || before?.from !== from || before.to !== to,
  );
  const kept = new Set(booked.map(nameOf));
  const gone = (await bookingsOf(tx, itemId)).filter((booking) => !kept.has(nameOf(booking)));
  await writeBookings(tx, itemId, { changed, gone });
  await setBookedSoon(tx, itemId, soon);
}

const nameOf = ({ orderLineId, slot }: { orderLineId: number; slot: number }) => `${orderLineId} ${slot}`;

/** Held copies are in the plan, and have no booking: they are kept by their offer. */
export const placesOfOrders = <P extends { isHeld: boolean }>(places: readonly P[]) =>
  places.filter(({ isHeld }) => !isHeld);

/** The open places of a title and its held copies, each with its days and the copy it gets; `soon` is null where no order has days. */
export async function planOf(db: Database, itemId: number, library: LibraryDay) {
  const rows = await placesOf(db, itemId);
  const copyIds = await lendableCopies(db, itemId);
  const lendable = new Set(copyIds);
  const ofOrders = rows
    // a copy that is out and inactive keeps nobody else's from anybody
    .filter(({ copy_id }) => copy_id === null || lendable.has(copy_id))
    .map((row) => ({
      ...awayOf(row, library),
      orderLineId: row.order_line_id,
      slot: row.slot,
      orderId: row.order_id,
      fixedTo: row.copy_id,
      planned: row.planned,
      isNow: isNow(row),
      isHeld: false,
      before: row.away_from === null || row.away_to === null ? null : { from: row.away_from, to: row.away_to },
    }));
  const held = (await heldCopies(db, itemId)).map((copyId) => ({
    from: library.day,
    to: library.usualUntil,
    orderLineId: 0,
    slot: 0,
    orderId: 0,
    fixedTo: copyId,
    planned: null,
    isNow: true,
    isHeld: true,
    before: null,
  }));
  const places = [...ofOrders, ...held.filter(({ fixedTo }) => lendable.has(fixedTo))];
  const isDated = rows.some(({ free_on }) => free_on !== null);
  return {
    places,
    copyIds,
    plan: planTitle(places satisfies Place[], copyIds),
    soon: isDated ? bookedSoon(places, library) : null,
  };
}
