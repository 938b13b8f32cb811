import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Caller } from "#e2e/steps/api.ts";
import type { Database } from "#server/platform/database.ts";
import { withLibrary } from "./bench-library.ts";
import { tableOfSteps } from "./table-of-steps.ts";
import { recombinedTitles } from "./titles.ts";

/** Downloads the CSV of many borrowers, once and several times at once. */
export function measureBorrowers(count: number): Promise<string> {
  return withLibrary({ load: (db) => loadBorrowers(db, count) }, (bench) => {
    const file = (rest = 0) => sizeOf(bench.clerk, "account/borrowers/csv", { rest, lines: count + 1 });
    return tableOfSteps(bench, [
      [`${count} borrowers`, file],
      ["again", file],
      ["five at once", async () => (await Promise.all([1, 2, 3, 4, 5].map(() => file()))).join(", ")],
      ["by a client that stops reading for 5 s", () => file(5000)],
    ]);
  });
}

/** Lists many orders at once. */
export function measureOrders(count: number): Promise<string> {
  return withLibrary({ titles: recombinedTitles(2000), load: (db) => loadOrders(db, count) }, (bench) => {
    const list = () => sizeOf(bench.clerk, "Order/GetOrders");
    return tableOfSteps(bench, [
      [`${count} orders`, list],
      ["again", list],
      ["three at once", async () => (await Promise.all([1, 2, 3].map(list))).join(", ")],
    ]);
  });
}

type Reading = { rest?: number; lines?: number };

/** Reads an answer to its end without storing it, with a rest after its first bytes; missing lines are a failure. */
export async function sizeOf(clerk: Caller, call: string, { rest = 0, lines }: Reading = {}): Promise<string> {
  const { ok, status, body } = await clerk.send(call);
  if (!ok) throw new Error(`${call} answered ${status}.`);
  let [bytes, found] = [0, 0];
  for await (const chunk of body ?? []) {
    if (bytes === 0 && rest > 0) await pause(rest);
    bytes += chunk.length;
    if (lines !== undefined) for (const byte of chunk) if (byte === 10) found += 1;
  }
  if (lines !== undefined && found !== lines) throw new Error(`The file has ${found} lines.`);
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

const slice = 10_000; // statements have a time limit

/** Does something with the numbers up to `count`, a slice at a time. */
async function inSlices(db: Database, count: number, load: (first: number, last: number) => Promise<unknown>) {
  for (let first = 1; first <= count; first += slice) await load(first, Math.min(count, first + slice - 1));
  await sql`vacuum analyze`.execute(db);
}

/** Average borrowers, two of three with orders: two each, one of them open. */
function loadBorrowers(db: Database, count: number): Promise<void> {
  return inSlices(db, count, (first, last) =>
    sql`
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
      from added cross join unnest(array[1, 4]) as status where borrower_id % 3 <> 0`.execute(db),
  );
}

/** The orders of average borrowers, three titles each. */
async function loadOrders(db: Database, count: number): Promise<void> {
  await loadBorrowers(db, Math.ceil(count * 0.75));
  await inSlices(db, count, (first, last) =>
    sql`
      insert into order_lines (order_id, item_id, quantity)
      select order_id, 1 + (order_id * 7 + line) % 2000, 1 + line from orders, generate_series(0, 2) as line
      where order_id between ${first}::integer and ${last}::integer`.execute(db),
  );
}
