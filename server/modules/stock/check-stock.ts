import type { Clock } from "#server/platform/clock.ts";
import { type Finding, recordCheck } from "#server/platform/checks/checks.queries.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { planDisagreements } from "./planning/plan-disagreements.ts";
import { nextTitles, stockDisagreements } from "./stock.queries.ts";

type Parts = { db: Database; clock: Clock; log: Pick<Log, "error"> };

const atOnce = 2000; // titles: a statement of a fraction of a second

const rowsNamed = 10; // of a title

function named(rows: readonly string[]): string {
  if (rows.length === 0) return "";
  return ` Counted: ${rows.slice(0, rowsNamed).join(", ")}${rows.length > rowsNamed ? ", and more" : ""}.`;
}

/**
 * Compares the stored counts of every title with its rows, and keeps what it found. The counts of a title change together
 * with its rows, so each statement sees both as of one moment, however much is lent at the same time. So are its bookings.
 */
export async function checkStock({ db, clock, log }: Parts, stopping?: AbortSignal): Promise<void> {
  const begunAt = clock.now();
  const wrong: Finding[] = [];
  let [after, lookedAt] = [0, 0];
  for (;;) {
    stopping?.throwIfAborted();
    const { count, last } = await nextTitles(db, after, atOnce);
    if (last === null) break;
    for (const { item_id: itemId, stored, counted, rows } of await stockDisagreements(db, { after, last, rowsNamed }))
      wrong.push({ itemId, sentence: `It says ${stored}; its copies and orders say ${counted}.${named(rows)}` });
    wrong.push(...(await planDisagreements(db, { after, last })));
    lookedAt += count;
    after = last;
  }
  if (wrong.length > 0)
    log.error(
      { count: wrong.length, titles: wrong.slice(0, 20).map(({ itemId }) => itemId) },
      "stock and its rows disagree",
    );
  await recordCheck(db, { kind: "stock", begunAt, endedAt: clock.now(), lookedAt, wrong });
}
