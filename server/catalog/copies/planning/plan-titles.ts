import type { Transaction } from "#server/platform/database.ts";
import { type Place, planTitle } from "./plan-title.rules.ts";
import { type PlannedTitle, writeBookings } from "./planning.queries.ts";
import { awayOf, reservedSoon, isNow, type LibraryDay } from "./room.rules.ts";

/**
 * Plans the copies for each open order of locked titles. Returns the copies reserved within the next loan period by
 * title, or null if no order has reserved dates. A database constraint rejects overlaps at commit.
 */
export async function planTitles(
  tx: Transaction,
  titles: readonly PlannedTitle[],
): Promise<ReadonlyMap<number, number | null>> {
  const plans = titles.map(planOf);
  await writeBookings(tx, {
    changed: plans.flatMap(({ changed }) => changed),
    gone: plans.flatMap(({ gone }) => gone),
  });
  return new Map(plans.map(({ itemId, soon }) => [itemId, soon]));
}

/** Returns the stored library day, which every title with bookings needs. */
export function dayOf({ library }: Pick<PlannedTitle, "library">): LibraryDay {
  if (!library) throw new Error("There are bookings, but no library day is stored.");
  return library;
}

function planOf(title: PlannedTitle) {
  const { itemId, copyIds } = title;
  const library = dayOf(title);
  const places = entriesOf(title, library);
  const plan = planTitle(places satisfies Place[], copyIds);
  const soon = soonOf(title, places, library);
  const bookedPlaces = soon === null ? [] : placesOfOrders(places);
  const changed = bookedPlaces.flatMap((place) => {
    const { orderLineId, slot, from, to, before } = place;
    const copyId = plan.get(place) ?? null;
    const isSame = place.planned === copyId && before?.from === from && before.to === to;
    return isSame ? [] : { itemId, orderLineId, slot, copyId, from, to };
  });
  const current = new Set(bookedPlaces.map(nameOf));
  const gone = bookingsOf(title).filter((booking) => !current.has(nameOf(booking)));
  return { itemId, soon, changed, gone };
}

export const nameOf = ({ orderLineId, slot }: { orderLineId: number; slot: number }) => `${orderLineId} ${slot}`;

/** Leaves out copies on hold, which are in the plan but have no booking. */
export const placesOfOrders = <P extends { isHeld: boolean }>(places: readonly P[]) =>
  places.filter(({ isHeld }) => !isHeld);

export const bookingsOf = ({ places }: PlannedTitle) =>
  places.flatMap(({ order_line_id: orderLineId, slot, away_from: from }) =>
    from === null ? [] : [{ orderLineId, slot }],
  );

/** Counts the copies reserved within the next loan period; null if no order has reserved dates. */
export function soonOf(title: PlannedTitle, places: ReturnType<typeof entriesOf>, library: LibraryDay): number | null {
  const isDated = title.places.some(({ available_on }) => available_on !== null);
  return isDated ? reservedSoon(places, library) : null;
}

type OnHold = { fixedTo: number | null; planned: null; before: null };

const onHold: OnHold & { orderLineId: number; slot: number; orderId: number; isHeld: boolean; isNow: boolean } = {
  orderLineId: 0,
  slot: 0,
  orderId: 0,
  fixedTo: null,
  planned: null,
  isHeld: true,
  isNow: true,
  before: null,
};

export function entriesOf({ copyIds, heldIds, places }: PlannedTitle, library: LibraryDay) {
  const lendable = new Set(copyIds);
  const orderPlaces = places.flatMap((row) => {
    const { order_id: orderId, copy_id: fixedTo, away_from: from, away_to: to } = row;
    // skip closed orders, and inactive copies, which take no other copy's place
    if (orderId === null || (fixedTo !== null && !lendable.has(fixedTo))) return [];
    const away = awayOf(row, library);
    return {
      from: away.from, // spreading into an object this large costs 40 µs
      to: away.to,
      orderLineId: row.order_line_id,
      slot: row.slot,
      orderId,
      fixedTo,
      planned: row.planned,
      isNow: isNow(row),
      isHeld: false,
      before: from === null || to === null ? null : { from, to },
    };
  });
  const heldPlaces = heldIds
    .filter((copyId) => lendable.has(copyId))
    .map((copyId) => ({ ...onHold, from: library.day, to: library.usualUntil, fixedTo: copyId }));
  return [...orderPlaces, ...heldPlaces];
}
