import { sql } from "kysely";
import type { Caller } from "#e2e/steps/api.ts";
import type { Database } from "#server/platform/database.ts";
import { withLibrary } from "./bench-library.ts";
import { table } from "./table.ts";
import { recombinedTitles } from "./titles.ts";

const rounds = 20;
const slice = 5000; // statements have a time limit

/** What staff look for, from rare words to those in every order. */
const searches: readonly string[] = [
  "searchString=garcia",
  "searchString=maria+garcia",
  "searchString=health",
  "searchString=school",
  "searchString=health+school+unified",
  "searchString=a+s+e",
  "searchString=zzzz",
  "searchString=%2348",
  "searchString=1Z+999+AA1+0000",
  "searchString=reader77%40bay.example",
  "school=oak+grove&statusId=3",
  "school=unified",
  "isOverdue=true&sort=due",
  "sort=due",
  "statusId=4&sort=oldest",
  "shippedFrom=2024-01-01&shippedTo=2024-12-31",
  "dueFrom=2016-01-01&dueTo=2026-12-31&sort=due",
];

const texts: readonly string[] = [
  "48",
  "000ABC",
  "000ABC 2",
  "1Z999AA1",
  "maria",
  "maria garcia",
  "school",
  "a",
  "health",
  "zzz",
];

/** Measures the search of orders, and what the box finds, among many orders of three titles each. */
export function measureSearch(orders: number): Promise<string> {
  return withLibrary({ titles: recombinedTitles(10_000), load: (db) => load(db, orders) }, async ({ clerk }) => {
    const rows: (string | number)[][] = [];
    for (const search of searches)
      rows.push(await measured(clerk, search, `Desk/SearchOrders?${search}&page=1&pageSize=10`));
    for (const text of texts)
      rows.push(await measured(clerk, `box: ${text}`, `Desk/Resolve?text=${encodeURIComponent(text)}`));
    return table(["what", "median ms", "slowest ms"], rows);
  });
}

async function measured(clerk: Caller, name: string, call: string): Promise<(string | number)[]> {
  const times: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const start = performance.now();
    await clerk.ask(call);
    if (round >= 0) times.push(performance.now() - start); // the first ones warm up
  }
  times.sort((a, b) => a - b);
  return [decodeURIComponent(name), ...[0.5, 1].map((share) => (times[Math.ceil(rounds * share) - 1] ?? 0).toFixed(0))];
}

const words = (list: string) => sql.lit(list.split(" ").join(","));
const firsts = words("María Dolores José Ana Linh Wei Robin James Mary Patricia Jennifer Linda Susan Karen Nancy Will");
const lasts = words(
  "García Huerta Nguyen Smith Johnson Williams Brown Jones Miller Davis Lopez Wilson Lee Clark Young",
);
const places = words(
  "Oak Bay Lincoln Washington Pine Cedar Sierra Valley Mission Sunset Central Kennedy Chavez Harbor Lake",
);
const kinds = words("Elementary Middle High Charter");
const pick = (list: ReturnType<typeof words>, by: ReturnType<typeof sql>) =>
  sql`(string_to_array(${list}, ','))[1 + (${by}) % array_length(string_to_array(${list}, ','), 1)]`;

/** Borrowers of many schools, and their orders of ten years: most are back, some out and some overdue. */
async function load(db: Database, orders: number): Promise<void> {
  await sql`
    with added as (
      insert into accounts (user_name, user_type_id) select 'reader' || number, 2 from generate_series(1, 20000) as number
      returning user_id
    )
    insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
    select user_id, ${pick(firsts, sql`user_id * 7`)} || ' ' || ${pick(lasts, sql`user_id * 11`)},
      ${pick(places, sql`user_id * 3`)} || ' Grove ' || ${pick(kinds, sql`user_id`)} || ' School ' || user_id % 300,
      ${pick(places, sql`user_id * 5`)} || ' Unified', 'reader' || user_id || '@bay.example', '(555) 010-2030',
      '1 Main Street', 'Fresno', 'CA', '93701'
    from added`.execute(db);
  for (let first = 1; first <= orders; first += slice) {
    await sql`
      with placed as (
        insert into orders (borrower_id, status_id, ordered_at, ship_date, return_date, tracking_number, terms_version,
          terms_accepted_at, ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state,
          ship_to_zip)
        select borrower_id, case when number > ${orders} * 0.99 then 1 when number > ${orders} * 0.95 then 3 else 4 end,
          '2016-06-01'::timestamptz + number * interval '50 minutes', ('2016-06-03'::date + number / 29),
          ('2016-07-15'::date + number / 29), '1Z 999 AA1 ' || lpad((number::bigint * 7919 % 100000000)::text, 8, '0'), '1', now(),
          name, school_name, school_district, street, city, state, zip
        from generate_series(${first}::integer, ${Math.min(orders, first + slice - 1)}::integer) as number
        join borrowers on borrower_id = 1 + number * 31 % 20000
        order by number returning order_id
      )
      insert into order_lines (order_id, item_id, quantity)
      select order_id, 1 + (order_id * 7 + line * 3331) % 10000, 1 + line from placed, generate_series(0, 2) as line`.execute(
      db,
    );
  }
  await sql`vacuum analyze`.execute(db);
}
