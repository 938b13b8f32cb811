import type { Transaction } from "#server/platform/database.ts";
import { type Place, planTitle } from "./plan-title.rules.ts";
import { type PlannedTitle, withdrawDays, writeBookings } from "./planning.queries.ts";
import { ahead, awayOf, bookedSoon, isNow, type LibraryDay } from "./windows.rules.ts";

/**
 * Plans locked titles from their open orders and copies: which copy each place gets. Gives how many are booked before a usual loan
 * would be over, by title; null where no order has days anymore. Days that were held for somebody in line and have no room now are
 * held no more. The database proves at commit that no copy has two places at once.
 */
export async function planTitles(
  tx: Transaction,
  titles: readonly PlannedTitle[],
): Promise<ReadonlyMap<number, number | null>> {
  const planned = titles.map(planOf);
  await writeBookings(tx, {
    changed: planned.flatMap(({ changed }) => changed),
    gone: planned.flatMap(({ gone }) => gone),
  });
  await withdrawDays(
    tx,
    planned.flatMap(({ withdrawn }) => withdrawn),
  );
  return new Map(planned.map(({ itemId, soon }) => [itemId, soon]));
}

/** The stored day, which whatever has bookings is counted from. */
export function dayOf({ library }: Pick<PlannedTitle, "library">): LibraryDay {
  if (!library) throw new Error("There are bookings, and no day that they are counted from.");
  return library;
}

function planOf(title: PlannedTitle) {
  const { itemId, copyIds, isArchived } = title;
  const library = dayOf(title);
  const wanted = placesOf(title, library);
  const plan = planTitle(wanted satisfies Place[], copyIds);
  // the line of an archived title ends with all that was held
  const withdrawn = wanted.flatMap((place) =>
    !isArchived && place.offerId !== null && plan.get(place) === null ? [place.offerId] : [],
  );
  const places = wanted.filter(({ offerId }) => offerId === null || !withdrawn.includes(offerId));
  const soon = soonOf(title, places, library);
  const booked = soon === null ? [] : placesOfOrders(places);
  const changed = booked.flatMap((place) => {
    const { orderLineId, slot, from, to, before } = place;
    const copyId = plan.get(place) ?? null;
    const isSame = place.planned === copyId && before?.from === from && before.to === to;
    return isSame ? [] : { itemId, orderLineId, slot, copyId, from, to };
  });
  const kept = new Set(booked.map(nameOf));
  const gone = bookingsOf(title).filter((booking) => !kept.has(nameOf(booking)));
  return { itemId, soon, changed, gone, withdrawn };
}

/** A place or a booking, by its line and its number in it. */
export const nameOf = ({ orderLineId, slot }: { orderLineId: number; slot: number }) => `${orderLineId} ${slot}`;

/** Held copies and days are in the plan, and have no booking: they are kept by their offer. */
export const placesOfOrders = <P extends { isHeld: boolean }>(places: readonly P[]) =>
  places.filter(({ isHeld }) => !isHeld);

/** The bookings that a title has. */
export const bookingsOf = ({ places }: PlannedTitle) =>
  places.flatMap(({ order_line_id: orderLineId, slot, away_from: from }) =>
    from === null ? [] : [{ orderLineId, slot }],
  );

/** How many copies of a title are booked before a usual loan would be over; null where no order has days, and none are held. */
export function soonOf(title: PlannedTitle, places: ReturnType<typeof placesOf>, library: LibraryDay): number | null {
  const isDated =
    title.places.some(({ free_on }) => free_on !== null) || places.some(({ offerId }) => offerId !== null);
  return isDated ? bookedSoon(places, library) : null;
}

type OfOffer = { fixedTo: number | null; planned: null; before: null; offerId: number | null; isTold: boolean };

/** What is held for somebody in line, as a place of an order. */
const ofOffer: OfOffer & { orderLineId: number; isHeld: boolean; isNow: boolean } = {
  orderLineId: 0,
  fixedTo: null,
  planned: null,
  isHeld: true,
  isNow: false,
  before: null,
  offerId: null,
  isTold: true,
};

/** The open places of a title and its held copies and days, each with its days and what was planned for it. */
export function placesOf({ copyIds, held, places }: PlannedTitle, library: LibraryDay) {
  const lendable = new Set(copyIds);
  const ofOrders = places.flatMap((row) => {
    const { order_id: orderId, copy_id: fixedTo, away_from: from, away_to: to } = row;
    // its order is over, or the copy is out and inactive, and keeps nobody else's from anybody
    if (orderId === null || (fixedTo !== null && !lendable.has(fixedTo))) return [];
    const away = awayOf(row, library);
    return {
      from: away.from, // spread into so large an object, they would cost 40 µs
      to: away.to,
      orderLineId: row.order_line_id,
      slot: row.slot,
      orderId,
      fixedTo,
      planned: row.planned,
      isNow: isNow(row),
      isHeld: false,
      before: from === null || to === null ? null : { from, to },
      offerId: null,
      isTold: true,
    };
  });
  const ofOffers = held
    .filter(({ copyId }) => copyId === null || lendable.has(copyId))
    .map(({ offerId, isTold, copyId, leavesOn: from, freeOn: to }) =>
      copyId === null
        ? // orders go before them, and the first in line before the next
          {
            ...ofOffer,
            ...ahead({ from, to }, library),
            orderId: Number.MAX_SAFE_INTEGER,
            slot: offerId,
            offerId,
            isTold,
          }
        : { ...ofOffer, from: library.day, to: library.usualUntil, orderId: 0, slot: 0, fixedTo: copyId, isNow: true },
    );
  return [...ofOrders, ...ofOffers];
}
