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
import { placesOf } from "./plan-titles.ts";
import { awayOf, busiest, freeOnDays, type LibraryDay, libraryDay, type Nearest, nearestDays } from "./room.rules.ts";
import type { Reason } from "#contract/wire/reasons.ts";
import type { Demand } from "../stock.queries.ts";

/** How many copies of a title are free for days; where none is, the nearest days for which one is. */
type TitleOnDays = Nearest & { id: number; title: string; left: number };

/**
 * What titles have for days, in one statement and without locks: an order looks again. Missing titles are left out.
 */
export async function titlesOnDays(
  db: Database,
  itemIds: readonly number[],
  { days, today, loanDays, ways }: DaysAsked,
): Promise<TitleOnDays[]> {
  const library = libraryDay(today, { ...ways, loanDays });
  const wanted = { from: days.teachFrom, to: days.teachTo };
  const stretch = { from: days.leavesBy, to: days.freeOn };
  const windowOf = remembered((teaching) => lendingDays(teaching, ways)); // titles try the same days
  return (await placesOfTitles(db, itemIds)).map((title) => {
    const copies = title.copyIds.length;
    const windows = windowsOf(title, library);
    const left = Math.max(0, copies - busiest(windows, stretch));
    const nearest =
      left > 0 || copies === 0
        ? { before: null, next: null }
        : nearestDays(windows, { copies, quantity: 1 }, wanted, { today, ways, windowOf });
    return { id: title.itemId, title: title.title, left, ...nearest };
  });
}

/** For each of a number of days, with how many copies one can teach then; null: too soon for the mail, or too far ahead. */
export async function freeCopiesByDay(
  db: Database,
  itemId: number,
  { first, last, count }: { first: string; last: string; count: number },
  { today, loanDays, ways }: Omit<DaysAsked, "days">,
): Promise<(number | null)[]> {
  const [title] = await placesOfTitles(db, [itemId]);
  const windows = title ? windowsOf(title, libraryDay(today, { ...ways, loanDays })) : [];
  const copies = title?.copyIds.length ?? 0;
  const earliest = firstTeachingDay(today, ways);
  return Array.from({ length: count }, (_, at) => {
    const day = dayAfter(first, at);
    if (day < earliest || day > last) return null;
    const { leavesBy: from, freeOn: to } = lendingDays({ from: day, to: day }, ways);
    return Math.max(0, copies - busiest(windows, { from, to }));
  });
}

/** The days for which copies of a title are off the shelf. What is out and inactive keeps nobody else's from anybody. */
function windowsOf({ copyIds, places, heldIds }: PlacesOfTitle, library: LibraryDay): Away[] {
  const lendable = new Set(copyIds);
  return [
    ...places.filter(({ copy_id }) => copy_id === null || lendable.has(copy_id)).map((place) => awayOf(place, library)),
    ...heldIds.filter((copyId) => lendable.has(copyId)).map(() => ({ from: library.day, to: library.usualUntil })),
  ];
}

function remembered<Result>(work: (teaching: Teaching) => Result): (teaching: Teaching) => Result {
  const known = new Map<string, Result>();
  return (teaching) => {
    const key = `${teaching.from} ${teaching.to}`;
    const found = known.get(key) ?? work(teaching);
    known.set(key, found);
    return found;
  };
}

/** An order by teaching days, of which no copy is packed. */
type Dated = { orderId: number; lines: readonly Demand[] };

/** How far plans are looked at: as far ahead as one can order, and the windows that begin there. */
const horizon = 2 * teachingLimits.ahead; // days

/** The nearest days before and after its own for which all titles of an order have room, without locks. */
export async function otherDays(
  db: Database,
  { orderId, lines }: Dated,
  { days, today, loanDays, ways }: DaysAsked,
): Promise<Nearest> {
  const library = libraryDay(today, { ...ways, loanDays });
  const full: Away[] = [];
  const quantities = new Map(lines.map(({ itemId, quantity }) => [itemId, quantity]));
  for (const title of await plannedTitles(db, [...quantities.keys()])) {
    const quantity = quantities.get(title.itemId) ?? 0;
    const others = placesOf(title, library).filter((place) => place.orderId !== orderId);
    freeOnDays(others, title.copyIds.length, today, horizon).forEach((free, at) => {
      if (free < quantity) full.push({ from: dayAfter(today, at), to: dayAfter(today, at + 1) });
    });
  }
  const wanted = { from: days.teachFrom, to: days.teachTo };
  // a day is free when it is for every title
  return nearestDays(full, { copies: 1, quantity: 1 }, wanted, { today, ways });
}

/**
 * Moves an order to other days; gives the titles without room then, and moves nothing if there are any.
 */
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
