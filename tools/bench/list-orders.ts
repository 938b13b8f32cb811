import { loadavg } from "node:os";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { administratorToken, startBenchLibrary } from "./bench-library.ts";
import { forgetPeak, peakOf } from "./download-borrowers.ts";
import { memoryOf } from "./measure.ts";
import { recombinedTitles } from "./titles.ts";

/** Requests many orders at once, and prints the time and how long another call waited. */
export async function measureAllOrders(orders: number): Promise<string> {
  const { library, stop } = await startBenchLibrary(recombinedTitles(2000), (db) => loadOrders(db, orders));
  try {
    const headers = { authorization: `Bearer ${await administratorToken(library.address)}` };
    const rows: string[] = [];
    for (const what of ["the first", "again", "three at once"]) {
      forgetPeak(library.processId);
      const before = memoryOf(library.processId);
      const started = performance.now();
      const sizes = Promise.all(
        Array.from({ length: what === "three at once" ? 3 : 1 }, async () =>
          sizeOf(await fetch(`${library.address}/api/Order/GetOrders`, { headers })),
        ),
      );
      const [bytes, waits] = await Promise.all([sizes, waitsOf(library.address, sizes)]);
      const took = (performance.now() - started) / 1000;
      const megabytes = bytes.reduce((sum, size) => sum + size, 0) / 1e6;
      if (megabytes < orders / 10_000) throw new Error(`${megabytes} MB are too few.`);
      const memory = [before, peakOf(library.processId), memoryOf(library.processId)].map((held) => held.toFixed(0));
      rows.push(
        `| ${orders} | ${what} | ${took.toFixed(1)} s | ${megabytes.toFixed(1)} | ` +
          `${waits.middle.toFixed(0)} ms | ${waits.longest.toFixed(0)} ms | ${memory.join(" | ")} |`,
      );
    }
    return (
      `Load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n\n` +
      "| orders | what | time | MB | a probe waited | at most | memory before, MB | at most | after |\n" +
      `|---:|---|---:|---:|---:|---:|---:|---:|---:|\n${rows.join("\n")}\n`
    );
  } finally {
    await stop();
  }
}

/** Reads an answer to its end without storing it. */
async function sizeOf({ ok, body }: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of body ?? []) bytes += chunk.length;
  if (!ok) throw new Error("The orders were refused.");
  return bytes;
}

/** How long a trivial call waits, repeatedly until the end, in ms. */
async function waitsOf(address: string, until: Promise<unknown>) {
  let isOver = false;
  void until.finally(() => (isOver = true));
  const waits: number[] = [];
  while (!isOver) {
    const started = performance.now();
    await (await fetch(`${address}/health/live`)).text();
    waits.push(performance.now() - started);
  }
  waits.sort((one, other) => one - other);
  return { middle: waits[Math.floor(waits.length / 2)] ?? 0, longest: waits.at(-1) ?? 0 };
}

const slice = 10_000; // statements have a time limit

async function loadOrders(db: Database, count: number): Promise<void> {
  const { rows } = await sql<{ borrower_id: number }>`
    with account as (insert into accounts (user_name, user_type_id) values ('reader', 2) returning user_id)
    insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
    select user_id, 'María Fernández-Reader', 'Oak Grove Elementary School', 'Central Valley Unified', 'reader@example.org',
      '(555) 010-2030', '1 West Main Street', 'San Bernardino', 'California', '93701' from account
    returning borrower_id`.execute(db);
  const borrower = rows[0]?.borrower_id ?? 0;
  for (let first = 1; first <= count; first += slice) {
    await sql`
      with added as (
        insert into orders (borrower_id, status_id, ordered_at, terms_version, terms_accepted_at, ship_to_name,
          ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
        select ${borrower}, 4, now() - number * interval '1 minute', '1', now(), 'María Fernández-Reader',
          'Oak Grove Elementary School', 'Central Valley Unified', '1 West Main Street', 'San Bernardino', 'CA', '93701'
        from generate_series(${first}::integer, ${Math.min(count, first + slice - 1)}::integer) as number returning order_id
      )
      insert into order_lines (order_id, item_id, quantity)
      select order_id, 1 + (order_id * 7 + line) % 2000, 1 + line from added, generate_series(0, 2) as line`.execute(
      db,
    );
  }
  await sql`vacuum analyze`.execute(db);
}
