import { type Clock, today } from "#server/platform/clock.ts";
import { type Finding, recordCheck } from "#server/platform/checks/checks.queries.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { nextTitles, recountStock, stockDisagreements } from "./stock.queries.ts";
import {
  changeDay,
  endPlanning,
  lockTitles,
  type PlannedTitle,
  plannedTitles,
  storedDay,
  titlesToCompare,
  titlesWithBookings,
} from "./planning/planning.queries.ts";
import { bookingsOf, nameOf, entriesOf, placesOfOrders, soonOf } from "./planning/plan-titles.ts";
import type { Ways } from "#contract/orders/teaching-days.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { libraryDay } from "./planning/room.rules.ts";

type Parts = { db: Database; clock: Clock; log: Pick<Log, "error"> };

const checkBatchSize = 2000; // titles, so that a statement takes a fraction of a second

const rowsNamed = 10; // per title

function namedRows(rows: readonly string[]): string {
  if (rows.length === 0) return "";
  return ` Counted: ${rows.slice(0, rowsNamed).join(", ")}${rows.length > rowsNamed ? ", and more" : ""}.`;
}

/**
 * Compares the stored counts and bookings of every title with its rows, and records the differences. They change in one
 * transaction, so each statement sees them consistent, however much is lent at the same time.
 */
export async function checkStock({ db, clock, log }: Parts, stopping?: AbortSignal): Promise<void> {
  const startedAt = clock.now();
  const wrong: Finding[] = [];
  let [after, checkedCount] = [0, 0];
  for (;;) {
    stopping?.throwIfAborted();
    const { count, last } = await nextTitles(db, after, checkBatchSize);
    if (last === null) break;
    for (const { item_id: itemId, stored, counted, rows } of await stockDisagreements(db, { after, last, rowsNamed }))
      wrong.push({ itemId, sentence: `It says ${stored}; its copies and orders say ${counted}.${namedRows(rows)}` });
    wrong.push(...(await planDisagreements(db, { after, last })));
    checkedCount += count;
    after = last;
  }
  if (wrong.length > 0)
    log.error(
      { count: wrong.length, titles: wrong.slice(0, 20).map(({ itemId }) => itemId) },
      "stock and its rows disagree",
    );
  await recordCheck(db, { kind: "stock", startedAt, endedAt: clock.now(), checkedCount, wrong });
}

/** Returns titles of a range whose bookings differ from their orders and copies; empty unless there is a bug. */
export async function planDisagreements(db: Database, range: { after: number; last: number }): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const itemId of await titlesToCompare(db, range)) {
    // the lock keeps the title from changing between two statements
    const sentence = await inTransaction(db, async (tx) => {
      await lockTitles(tx, [itemId]);
      const [title] = await plannedTitles(tx, [itemId]);
      return title && disagreement(tx, title);
    });
    if (sentence !== undefined) findings.push({ itemId, sentence });
  }
  return findings;
}

async function disagreement(db: Database, title: PlannedTitle) {
  const { reservedSoon: stored, copyIds } = title;
  const library = await storedDay(db);
  if (!library) return "It has orders with reserved dates, but no library day is stored.";
  if (!library.isPlanned) return undefined; // all titles are being planned for another day right now
  const places = entriesOf(title, library);
  const soon = soonOf(title, places, library);
  if (soon !== stored) return `It says ${stored ?? "none"} booked soon; its orders say ${soon ?? "none"}.`;
  const expected = soon === null ? [] : placesOfOrders(places);
  const bookings = bookingsOf(title);
  if (bookings.length !== expected.length) {
    const [booked, placed] = [new Set(bookings.map(nameOf)), new Set(expected.map(nameOf))];
    const missing = expected.filter((place) => !booked.has(nameOf(place))).map(({ orderId }) => `#${orderId}`);
    const extra = bookings.filter((each) => !placed.has(nameOf(each))).map(({ orderLineId }) => `line ${orderLineId}`);
    return `It has ${bookings.length} bookings; its orders say ${expected.length}${naming([...missing, ...extra])}.`;
  }
  const moved = expected.filter(({ before, planned, fixedTo, from, to }) => {
    const isElsewhere = fixedTo !== null ? planned !== fixedTo : planned !== null && !copyIds.includes(planned);
    return isElsewhere || before?.from !== from || before.to !== to;
  });
  const orders = moved.map(({ orderId }) => `#${orderId}`);
  return moved.length === 0
    ? undefined
    : `${moved.length} of its bookings ${moved.length === 1 ? "has" : "have"} different dates or copies than planned${naming(orders)}.`;
}

const maxNamed = 10;

/** Formats ": #3, #7, and 12 more" for orders, or lines of closed ones. */
function naming(rows: readonly string[]): string {
  const named = [...new Set(rows)];
  if (named.length === 0) return "";
  const more = named.length - maxNamed;
  return `: ${named.slice(0, maxNamed).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

type PlanParts = { db: Database; clock: Clock; configuration: Pick<Configuration, "timeZone" | "loanDays"> };

const planBatchSize = 20; // titles, so that a transaction takes a fraction of a second

/**
 * Plans all titles with bookings again when the day, the loan period, or the calendar has changed. It compares with the
 * stored day, so it recovers from a sleeping server, a wrong clock, or a killed run.
 */
export async function followTheDay(
  { db, clock, configuration: { timeZone, loanDays } }: PlanParts,
  ways: Pick<Ways, "inspectionDays" | "closed">,
  stopping?: AbortSignal,
): Promise<void> {
  const stored = await storedDay(db);
  if (!stored) return; // no order ever had reserved dates
  const { isPlanned, ...before } = stored;
  const now = libraryDay(today(clock, timeZone), { ...ways, loanDays });
  const isSame = JSON.stringify(ordered(before)) === JSON.stringify(ordered(now));
  if (isSame && isPlanned) return;
  if (!isSame) await changeDay(db, now);
  for (let after = 0; ;) {
    stopping?.throwIfAborted();
    const titles = await titlesWithBookings(db, after, planBatchSize);
    const last = titles.at(-1);
    if (last === undefined) break;
    await inTransaction(db, (tx) => recountStock(tx, titles));
    after = last;
  }
  await endPlanning(db, now.day);
}

const ordered = ({ day, usualUntil, inspectionDays, closed }: ReturnType<typeof libraryDay>) => [
  day,
  usualUntil,
  inspectionDays,
  closed.map(({ from, to }) => [from, to]),
];
