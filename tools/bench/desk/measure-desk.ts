import { sql } from "kysely";
import type { Caller } from "#e2e/steps/api.ts";
import type { Database } from "#server/platform/database.ts";
import { withLibrary } from "../bench-library.ts";
import { table } from "../table.ts";
import { type DeskCall, deskCalls } from "./desk-calls.ts";
import { deskTitles, loadDesk } from "./desk-library.ts";
import { scansOnScreen } from "./scans-on-screen.ts";

const rounds = 20;
const warmUps = 3;
const goal = 150; // ms

/**
 * Measures every list and search of the desk, and a scan from its last key to the painted answer, among many orders. A
 * whole scan reads all rows of a table that has many.
 */
export function measureDesk(orders: number): Promise<string> {
  return withLibrary({ titles: deskTitles(), load: (db) => loadDesk(db, orders) }, async ({ clerk, db, library }) => {
    const rows: (string | number)[][] = [];
    for (const call of await deskCalls(db)) rows.push(await measured(clerk, db, call));
    for (const [name, times] of await scansOnScreen(db, clerk, rounds)) rows.push([name, ...figures(times), ""]);
    return `${table(["what", "median ms", "slowest ms", `times ${goal} ms`, "rows of whole scans"], rows)}\n${errorsOf(library.log())}`;
  });
}

async function measured(clerk: Caller, db: Database, { name, ask }: DeskCall): Promise<(string | number)[]> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const start = performance.now();
    await ask(clerk, round);
    if (round >= warmUps) times.push(performance.now() - start);
  }
  const before = await rowsScanned(db);
  await ask(clerk, warmUps + rounds);
  return [name, ...figures(times), (await rowsScanned(db)) - before];
}

function figures(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  const [median = 0, slowest = 0] = [0.5, 1].map((share) => sorted[Math.ceil(sorted.length * share) - 1]);
  return [median.toFixed(0), slowest.toFixed(0), (median / goal).toFixed(2)];
}

/** A connection tells what it read once it ends: the library makes new ones. */
async function rowsScanned(db: Database): Promise<number> {
  await sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db);
  const { rows } = await sql<{ rows: number }>`
    select sum(seq_tup_read)::float as rows from pg_stat_user_tables where n_live_tup > 5000`.execute(db);
  return rows[0]?.rows ?? 0;
}

const errorsOf = (log: string) =>
  log
    .split("\n")
    .filter((line) => line.includes('"level":50'))
    .slice(0, 5)
    .join("\n");
