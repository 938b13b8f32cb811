import { sql } from "kysely";
import { addItemToCart, saveOrder } from "#contract/cart.ts";
import { dayAfter } from "#contract/site/business-days.ts";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { systemClock, today as todayOf } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import * as z from "zod";
import { withLibrary } from "./bench-library.ts";
import { table } from "./table.ts";
import type { BenchTitle } from "./titles.ts";

const [booked, copies, bookings] = [40, 50, 500]; // titles, and for each of them
const [plans, orders, searches] = [200, 300, 200];
const goal = 50; // ms

const added = z.object({ isSuccess: z.literal(true), ...addItemToCart.answer });
const ordered = z.object({ isSuccess: z.literal(true), ...saveOrder.answer });
const titleFound = z.array(z.object({ inventoryId: z.number() }));
const found = z.object({ data: z.object({ searchInStockResults: titleFound, searchOutOfStockResults: titleFound }) });

/**
 * How long a title with many bookings takes to plan again, and orders and searches with and without days beside 20,000 bookings.
 */
export function measurePlanning(titles: readonly BenchTitle[]): Promise<string> {
  const filled = titles.map((title, place) => ({ ...title, copies: place < booked ? copies : 5 }));
  const load = async (db: Database) => {
    await sql`vacuum analyze`.execute(db);
    await loadBookings(db);
    await sql`vacuum analyze`.execute(db);
  };
  return withLibrary({ titles: filled, load }, async ({ db, library }) => {
    const planned = await timesOfPlans(db);
    const borrowers: Caller[] = [];
    while (borrowers.length < 32) borrowers.push(await newBorrower(library.address, `plans${borrowers.length}`));
    await sql`update borrowers set mailbox_confirmed_at = now()`.execute(db);
    const order = orderer(library.address, borrowers, titles.length);
    for (let turn = 0; turn < 30; turn += 1) for (const kind of kinds) await order(kind); // warm
    const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
    // in turn, so that all meet the same machine
    for (let turn = 0; turn < orders; turn += 1) for (const kind of kinds) times.get(kind)?.push(await order(kind));
    const without = median(times.get("without days") ?? []);
    const searches = await timesOfSearches(library.address, titles);
    return table(
      ["what", "median ms", "99 % ms", "compared"],
      [
        [
          `planning a title of ${copies} copies and ${bookings} bookings, nothing new`,
          ...figures(planned.same),
          over(planned.same),
        ],
        ["the same when a copy was taken away or came back", ...figures(planned.changed), over(planned.changed)],
        ...kinds.map((kind) => {
          const taken = times.get(kind) ?? [];
          return [`an order ${kind}`, ...figures(taken), `${(median(taken) / without).toFixed(2)} ×`];
        }),
        ["a new search of 18 titles", ...figures(searches.usual), "1.00 ×"],
        [
          "the same, and what its titles have on some days",
          ...figures(searches.forDays),
          `${(median(searches.forDays) / median(searches.usual)).toFixed(2)} ×`,
        ],
      ],
    );
  });
}

const kinds = ["without days", "with days", "with days, of a title with bookings"] as const;
type Kind = (typeof kinds)[number];

const over = (times: readonly number[]) => `${(median(times) / goal).toFixed(2)} of ${goal} ms`;
const at = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0;
const median = (times: readonly number[]) => at(times, 0.5);
const figures = (times: readonly number[]) => [median(times).toFixed(1), at(times, 0.99).toFixed(1)];

/**
 * Orders for weeks of the coming year, spread evenly, of the first titles; their plans follow. Each borrower has twenty: with all of
 * them in one account, PostgreSQL takes every borrower for one who has all orders, and whatever is ordered reads them all.
 */
async function loadBookings(db: Database): Promise<void> {
  const configuration = readConfiguration({});
  const today = todayOf(systemClock, configuration.timeZone);
  await sql`
    with account as (
      insert into accounts (user_name, user_type_id) select 'books' || n, 2 from generate_series(1, ${2 * bookings}) as n returning user_id
    )
    insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
    select user_id, 'Robin', 'Oak Grove', 'Valley', 'robin@bay.example', '(555) 010-2030', '1 Main', 'Fresno', 'CA', '93701'
    from account`.execute(db);
  await sql`
    insert into library_day (day, usual_until, inspection_days, closed, is_planned)
    values (${today}::date, ${dayAfter(today, 32)}::date, 1, '[]', true)`.execute(db);
  for (let item = 1; item <= booked; item += 1) {
    await sql`
      with placed as (
        insert into orders (borrower_id, status_id, ordered_at, tracking_number, terms_version, terms_accepted_at,
          ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
        select borrower_id, 1, now(), '', '1', now(), name, school_name, school_district, street, city, state, zip
        from borrowers order by borrower_id limit ${bookings} offset ${(item % 2) * bookings} returning order_id
      ), lines as (
        insert into order_lines (order_id, item_id, quantity) select order_id, ${item}, 1 from placed returning order_line_id
      ), numbered as (
        select order_line_id, ${today}::date + 40 + (row_number() over () * 7 % 320)::integer as first from lines
      )
      insert into line_days (order_line_id, item_id, teach_from, teach_to, leaves_on, arrives_on, post_on, due_on, free_on)
      select order_line_id, ${item}, first, first + 4, first - 7, first - 1, first + 4, first + 11, first + 13 from numbered`.execute(
      db,
    );
    await sql`update items set booked_soon = 0 where item_id = ${item}`.execute(db);
    await inTransaction(db, (tx) => recountStock(tx, [item]));
  }
}

/** Each title again and again: as it is, and after one of its copies was set aside or came back. */
async function timesOfPlans(db: Database) {
  const timed = async (item: number, change: boolean) => {
    const start = performance.now();
    await inTransaction(db, async (tx) => {
      if (change)
        await sql`update copies set is_inactive = not is_inactive where copy_id = (
          select min(copy_id) from copies where item_id = ${item})`.execute(tx);
      await recountStock(tx, [item]);
    });
    return performance.now() - start;
  };
  const [same, changed]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < plans; turn += 1) {
    const item = 1 + (turn % booked);
    if (turn < 10) await timed(item, false); // warm
    same.push(await timed(item, false));
    changed.push(await timed(item, true), await timed(item, true));
  }
  return { same, changed };
}

/** Fills a cart with one title and orders it; gives how long the order alone took, in ms. */
function orderer(address: string, borrowers: readonly Caller[], titles: number) {
  const first = dayAfter(new Date().toISOString().slice(0, 10), 60);
  let turn = 0;
  return async (kind: Kind): Promise<number> => {
    turn += 1;
    const isBooked = kind === "with days, of a title with bookings";
    const item = isBooked ? 1 + (turn % booked) : booked + 1 + ((turn * 7919) % (titles - booked));
    const who = borrowers[turn % borrowers.length];
    const from = dayAfter(first, (turn * 11) % 280);
    const days = kind === "without days" ? "" : `?teachFrom=${from}&teachTo=${dayAfter(from, 4)}`;
    const cart = await send(added, `${address}/api/Cart/AddItemToCart/${item}/1/false`);
    const started = performance.now();
    await send(ordered, `${address}/api/Order/SaveOrder/${who?.borrowerId}/${cart.data}${days}`, who?.kept.token);
    return performance.now() - started;
  };
}

/** Searches by words of titles, none of them twice, and then asks what was found for teaching days; in ms. */
async function timesOfSearches(address: string, titles: readonly BenchTitle[]) {
  const first = dayAfter(new Date().toISOString().slice(0, 10), 60);
  const [usual, forDays]: [number[], number[]] = [[], []];
  const get = async (path: string): Promise<unknown> => (await fetch(`${address}/api/Inventory/${path}`)).json();
  for (let turn = 0; turn < searches + 10; turn += 1) {
    const words = (titles[(turn * 7919) % titles.length]?.title ?? "").split(/\s+/).slice(0, 2).join(" ");
    const query = new URLSearchParams({ searchString: `${words} ${titles[turn]?.title.split(/\s+/)[0] ?? ""}` });
    const started = performance.now();
    const { data } = found.parse(await get(`GetInventoryBySearchParams?page=1&pageSize=18&${query}`));
    const searched = performance.now() - started;
    const ids = [...data.searchInStockResults, ...data.searchOutOfStockResults].map(({ inventoryId }) => inventoryId);
    const from = dayAfter(first, (turn * 11) % 280);
    await get(`GetTitlesOnDays?ids=${ids.join("|")}&teachFrom=${from}&teachTo=${dayAfter(from, 4)}`);
    if (turn < 10 || ids.length === 0) continue; // warm
    usual.push(searched);
    forDays.push(performance.now() - started);
  }
  return { usual, forDays };
}

async function send<Answer>(schema: z.ZodType<Answer>, address: string, token?: string): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  return schema.parse(await (await fetch(address, { method: "POST", headers })).json());
}
