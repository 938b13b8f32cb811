import type { Ways } from "#contract/site/teaching-days.ts";
import { type Clock, today } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { recountStock } from "../stock.queries.ts";
import { changeDay, endPlanning, storedDay, titlesWithBookings } from "./planning.queries.ts";
import { libraryDay } from "./room.rules.ts";

type Parts = { db: Database; clock: Clock; configuration: Pick<Configuration, "timeZone" | "loanDays"> };

const atOnce = 20; // titles: a transaction of a fraction of a second

/**
 * Counts and plans all titles that have bookings for another day, loan, or calendar than before. It compares with what is
 * stored, so a server that slept, a clock that was wrong, and a run that was killed are made up for.
 */
export async function followTheDay(
  { db, clock, configuration: { timeZone, loanDays } }: Parts,
  ways: Pick<Ways, "inspectionDays" | "closed">,
  stopping?: AbortSignal,
): Promise<void> {
  const stored = await storedDay(db);
  if (!stored) return; // nobody ever ordered by days
  const { isPlanned, ...before } = stored;
  const now = libraryDay(today(clock, timeZone), { ...ways, loanDays });
  const isSame = JSON.stringify(ordered(before)) === JSON.stringify(ordered(now));
  if (isSame && isPlanned) return;
  if (!isSame) await changeDay(db, now);
  for (let after = 0; ;) {
    stopping?.throwIfAborted();
    const titles = await titlesWithBookings(db, after, atOnce);
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
