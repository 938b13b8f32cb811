import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { administratorToken, startBenchLibrary } from "./bench-library.ts";
import { memoryOf } from "./measure.ts";

/** Downloads the CSV of many borrowers and prints the time and the peak memory. */
export async function measureDownloads(borrowers: number): Promise<string> {
  const rows: string[] = [];
  for (const count of [borrowers / 10, borrowers]) rows.push(...(await measureOf(count)));
  return (
    `Load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n\n` +
    "| borrowers | what | time | MB | memory before, MB | at most | after |\n|---:|---|---:|---:|---:|---:|---:|\n" +
    `${rows.join("\n")}\n`
  );
}

async function measureOf(count: number): Promise<string[]> {
  const { library, stop } = await startBenchLibrary([], (db) => loadBorrowers(db, count));
  try {
    const headers = { authorization: `Bearer ${await administratorToken(library.address)}` };
    const ask: Ask = () => fetch(`${library.address}/api/account/borrowers/csv`, { headers });
    const measured = async (what: string, work: () => Promise<number>) => {
      forgetPeak(library.processId);
      const before = memoryOf(library.processId);
      const started = performance.now();
      const bytes = await work();
      const took = (performance.now() - started) / 1000;
      const memory = [before, peakOf(library.processId), memoryOf(library.processId)].map((held) => held.toFixed(0));
      return `| ${count} | ${what} | ${took.toFixed(1)} s | ${(bytes / 1e6).toFixed(1)} | ${memory.join(" | ")} |`;
    };
    return [
      await measured("the first", () => wholeFile(ask, count)),
      await measured("again", () => wholeFile(ask, count)),
      await measured("five at once", async () => {
        const sizes = await Promise.all([1, 2, 3, 4, 5].map(() => wholeFile(ask, count)));
        return sizes.reduce((sum, size) => sum + size, 0);
      }),
      await measured("by a client that stops reading for 5 s", () => wholeFile(ask, count, 5000)),
    ];
  } finally {
    await stop();
  }
}

type Ask = () => Promise<Response>;

/** Reads the file to its end, with a pause after its first bytes, and returns its size; missing lines are a failure. */
async function wholeFile(ask: Ask, count: number, rest = 0): Promise<number> {
  const { body } = await ask();
  let [bytes, lines] = [0, 0];
  for await (const chunk of body ?? []) {
    if (bytes === 0 && rest > 0) await pause(rest);
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  if (lines !== count + 1) throw new Error(`The file has ${lines} lines.`);
  return bytes;
}

/** Average borrowers, two of three with orders: two each, one of them open. */
async function loadBorrowers(db: Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += slice) await loadSlice(db, first, Math.min(count, first + slice - 1));
  await sql`vacuum analyze`.execute(db);
}

const slice = 10_000; // statements have a time limit

async function loadSlice(db: Database, first: number, last: number): Promise<void> {
  await sql`
    with added_accounts as (
      insert into accounts (user_name, user_type_id)
      select 'reader' || number, 2 from generate_series(${first}::integer, ${last}::integer) as number returning user_id
    ),
    added as (
      insert into borrowers
        (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
      select user_id, 'María Fernández-Reader ' || user_id, 'Oak Grove Elementary School ' || user_id % 900,
        'Central Valley Unified School District', 'reader' || user_id || '@oakgrove.example', '(555) 010-2030',
        user_id || ' West Main Street, Room 12', 'San Bernardino', 'California', '93701-1234'
      from added_accounts returning borrower_id
    )
    insert into orders (borrower_id, status_id, terms_version, terms_accepted_at, ship_to_name, ship_to_school,
      ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
    select borrower_id, status, '1', now(), 'n', 's', 'd', 't', 'c', 'CA', 'z'
    from added cross join unnest(array[1, 4]) as status where borrower_id % 3 <> 0`.execute(db);
}

/** A process's peak memory since the last reset, in MB. */
export const peakOf = (processId: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024;

/** Resets the peak. */
export const forgetPeak = (processId: number) => writeFileSync(`/proc/${processId}/clear_refs`, "5");
