import { dayAfter } from "#contract/site/business-days.ts";
import { type LendingDays, teachingLimits } from "#contract/site/teaching-days.ts";
import type { Reason } from "#contract/wire/reasons.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Demand } from "../stock.queries.ts";
import { bookDays, type DaysAsked, shortOn } from "./book-days.ts";
import type { Away } from "./plan-title.rules.ts";
import { placesOf } from "./plan-titles.ts";
import { lockTitles, plannedTitles, removeDays } from "./planning.queries.ts";
import { freeOnDays, type Nearest, nearestDays } from "./room.rules.ts";
import { libraryDay } from "./windows.rules.ts";

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
