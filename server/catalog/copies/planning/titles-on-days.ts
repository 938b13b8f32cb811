import { dayAfter } from "#contract/orders/business-days.ts";
import {
  firstTeachingDay,
  lendingDays,
  type LendingDays,
  type Teaching,
  teachingLimits,
} from "#contract/orders/teaching-days.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { bookDays, type DaysAsked, shortOn } from "./book-days.ts";
import { lockTitles, type PlacesOfTitle, placesOfTitles, plannedTitles, removeDays } from "./planning.queries.ts";
import type { Away } from "./plan-title.rules.ts";
import { entriesOf } from "./plan-titles.ts";
import { awayOf, busiest, copiesByDay, type LibraryDay, libraryDay, type Nearest, nearestDays } from "./room.rules.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import type { Demand } from "../stock.queries.ts";

/** The number of available copies of a title for some dates, or the nearest dates with one. */
type TitleOnDays = Nearest & { id: number; title: string; left: number };

/** Returns the availability of titles for some dates, without locks, because an order checks again. */
export async function titlesOnDays(
  db: Database,
  itemIds: readonly number[],
  { days, today, loanDays, ways }: DaysAsked,
): Promise<TitleOnDays[]> {
  const library = libraryDay(today, { ...ways, loanDays });
  const requested = { from: days.teachFrom, to: days.teachTo };
  const window = { from: days.shipBy, to: days.availableOn };
  const windowOf = memoized((teaching) => lendingDays(teaching, ways)); // titles try the same dates
  return (await placesOfTitles(db, itemIds)).map((title) => {
    const copies = title.copyIds.length;
    const windows = windowsOf(title, library);
    const left = Math.max(0, copies - busiest(windows, window));
    const nearest =
      left > 0 || copies === 0
        ? { before: null, next: null }
        : nearestDays(windows, { copies, quantity: 1 }, requested, { today, ways, windowOf });
    return { id: title.itemId, title: title.title, left, ...nearest };
  });
}

/** Returns the copies of titles available for teaching on each day; null for days too soon to ship or too far out. */
export async function freeCopiesByDay(
  db: Database,
  itemIds: readonly number[],
  { first, last, count }: { first: string; last: string; count: number },
  { today, loanDays, ways }: Omit<DaysAsked, "days">,
): Promise<{ id: number; free: (number | null)[] }[]> {
  const library = libraryDay(today, { ...ways, loanDays });
  const earliest = firstTeachingDay(today, ways);
  const loans = Array.from({ length: count }, (_, at) => {
    const day = dayAfter(first, at);
    if (day < earliest || day > last) return null;
    const { shipBy: from, availableOn: to } = lendingDays({ from: day, to: day }, ways);
    return { from, to };
  });
  return (await placesOfTitles(db, itemIds)).map((title) => {
    const windows = windowsOf(title, library);
    const free = loans.map((loan) => loan && Math.max(0, title.copyIds.length - busiest(windows, loan)));
    return { id: title.itemId, free };
  });
}

/** Returns the days for which copies of a title are off the shelf. Inactive copies don't count. */
function windowsOf({ copyIds, places, heldIds }: PlacesOfTitle, library: LibraryDay): Away[] {
  const lendable = new Set(copyIds);
  return [
    ...places.filter(({ copy_id }) => copy_id === null || lendable.has(copy_id)).map((place) => awayOf(place, library)),
    ...heldIds.filter((copyId) => lendable.has(copyId)).map(() => ({ from: library.day, to: library.usualUntil })),
  ];
}

function memoized<Result>(work: (teaching: Teaching) => Result): (teaching: Teaching) => Result {
  const results = new Map<string, Result>();
  return (teaching) => {
    const key = `${teaching.from} ${teaching.to}`;
    const result = results.get(key) ?? work(teaching);
    results.set(key, result);
    return result;
  };
}

/** An order with reserved dates and no packed copies. */
type Dated = { orderId: number; lines: readonly Demand[] };

/** Covers the dates one can order, and the windows that begin on the last of them. */
const horizon = 2 * teachingLimits.ahead; // days

/** Returns the nearest dates before and after an order's own when all its titles are available, without locks. */
export async function otherDays(
  db: Database,
  { orderId, lines }: Dated,
  { days, today, loanDays, ways }: DaysAsked,
): Promise<Nearest> {
  const library = libraryDay(today, { ...ways, loanDays });
  const fullDays: Away[] = [];
  const quantities = new Map(lines.map(({ itemId, quantity }) => [itemId, quantity]));
  for (const title of await plannedTitles(db, [...quantities.keys()])) {
    const quantity = quantities.get(title.itemId) ?? 0;
    const others = entriesOf(title, library).filter((place) => place.orderId !== orderId);
    copiesByDay(others, title.copyIds.length, today, horizon).forEach((available, at) => {
      if (available < quantity) fullDays.push({ from: dayAfter(today, at), to: dayAfter(today, at + 1) });
    });
  }
  const requested = { from: days.teachFrom, to: days.teachTo };
  return nearestDays(fullDays, { copies: 1, quantity: 1 }, requested, { today, ways });
}

/** Moves an order to other dates, or returns the titles that aren't available then and moves nothing. */
export async function moveToDays(
  tx: Transaction,
  { orderId, lines }: Dated,
  days: LendingDays,
): Promise<Extract<Reason, { kind: "no-room" }>["titles"]> {
  const itemIds = lines.map(({ itemId }) => itemId);
  await lockTitles(tx, itemIds);
  const short = await shortOn(tx, lines, days, (place) => place.orderId !== orderId);
  if (short.length > 0) return short.map(({ id, title, left }) => ({ id, title, left, before: null, next: null }));
  await removeDays(tx, orderId);
  await bookDays(tx, { orderId, itemIds }, days);
  return [];
}
