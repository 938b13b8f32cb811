import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { recombinedTitles } from "../titles.ts";

const slice = 2000; // statements have a time limit
const titles = 10_000;

/** Titles with as many copies as the orders need. */
export const deskTitles = () => recombinedTitles(titles).map((title) => ({ ...title, copies: 5 }));

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

/**
 * Twenty thousand borrowers of many schools, and their orders of the last ten years, of three titles and copies each: most are
 * back, one in 25 is out, some of those late, one in a hundred is to be packed, of those one in three by teaching days; a case for
 * one order in ten, and a mail for each.
 */
export async function loadDesk(db: Database, orders: number): Promise<void> {
  await loadBorrowers(db);
  for (let first = 1; first <= orders; first += slice) {
    const last = Math.min(orders, first + slice - 1);
    await loadOrders(db, orders, first, last);
    await loadCopiesOf(db, first, last);
    // plans for empty tables read all of them
    if (Math.log2(last / slice) % 1 === 0) await sql`analyze orders, order_lines, assignments`.execute(db);
  }
  await loadDays(db);
  await loadCases(db);
  await loadMails(db, orders);
  await sql`vacuum analyze`.execute(db);
  for (let first = 1; first <= titles; first += 500)
    await sql`
      update items set checked_out = counted.checked_out, requested = counted.requested,
        shortfall = greatest(0, counted.checked_out + counted.requested - active_copies)
      from circulation_stock as counted
      where counted.item_id = items.item_id and items.item_id between ${first} and ${first + 499}
        and counted.item_id between ${first} and ${first + 499}`.execute(db);
  await sql`vacuum analyze items`.execute(db);
}

async function loadBorrowers(db: Database): Promise<void> {
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
}

/** The newest are to be packed, those of the last half year are out for six weeks and more, the rest is back. */
async function loadOrders(db: Database, orders: number, first: number, last: number): Promise<void> {
  await sql`
    with placed as (
      insert into orders (borrower_id, status_id, ordered_at, ship_date, return_date, tracking_number, terms_version,
        terms_accepted_at, ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state,
        ship_to_zip)
      select borrower_id, status_id, ordered_at, case when status_id > 2 then ordered_at::date + 2 end,
        case when status_id > 2 then ordered_at::date + 44 end, case when status_id > 2
          then '1Z 999 AA1 ' || lpad((number::bigint * 7919 % 100000000)::text, 8, '0') else '' end, '1', now(),
        name, school_name, school_district, street, city, state, zip
      from (
        select number, now() - (${orders}::integer - number) * interval '52 minutes' as ordered_at,
          case when number > ${orders} * 0.995 then 1 when number > ${orders} * 0.99 then 2
            when number > ${orders} * 0.95 then 3 else 4 end as status_id
        from generate_series(${first}::integer, ${last}::integer) as number
      ) as numbered join borrowers on borrower_id = 1 + number * 31 % 20000
      order by number returning order_id
    )
    insert into order_lines (order_id, item_id, quantity)
    select order_id, 1 + (order_id * 7 + line * 3331) % ${titles}, 1 + line from placed, generate_series(0, 2) as line`.execute(
    db,
  );
}

/** One copy for each line of an order that shipped: those that are out are each another copy. */
async function loadCopiesOf(db: Database, first: number, last: number): Promise<void> {
  await sql`
    insert into assignments (order_line_id, order_id, item_id, line_quantity, copy_id, slot, order_is_open, assigned_at,
      released_at, release_reason)
    select distinct on (case when status_id = 3 then copy_id else -order_line_id end)
      order_line_id, order_id, item_id, quantity, copy_id, 1, is_open, ordered_at, case when status_id = 4
      then ordered_at + interval '40 days' end, case when status_id = 4 then 'returned' end
    from (
      select order_line_id, order_id, order_lines.item_id, quantity, is_open, ordered_at, status_id,
        1 + order_id / (${titles} / 7) % 5 as copy_number
      from order_lines join orders using (order_id)
      where order_id between ${first} and ${last} and status_id in (3, 4)
    ) as sent join copies using (item_id, copy_number)
    where status_id = 4 or not exists (
      select from assignments as before where before.copy_id = copies.copy_id and before.released_at is null)`.execute(
    db,
  );
}

/** Every third order that waits is by teaching days, which begin within three weeks. */
async function loadDays(db: Database): Promise<void> {
  await sql`
    insert into line_days (order_line_id, item_id, teach_from, teach_to, leaves_on, arrives_on, post_on, due_on, free_on)
    select order_line_id, item_id, leaves + 7, leaves + 11, leaves, leaves + 6, leaves + 11, leaves + 18, leaves + 20
    from (
      select order_line_id, item_id, current_date + order_id % 21 as leaves
      from order_lines join orders using (order_id) where status_id in (1, 2) and order_id % 3 = 0
    ) as waiting`.execute(db);
  // as the first order by days writes it: without it, no such title can be counted
  await sql`
    insert into library_day (day, usual_until, inspection_days, closed, is_planned)
    values (current_date, current_date + 37, 1, '[]', true) on conflict do nothing`.execute(db);
}

/** Of one order in ten the first copy came back damaged; one case in twenty is open. */
async function loadCases(db: Database): Promise<void> {
  await sql`
    insert into cases (assignment_id, loan, kind, cost_cents, note, opened_at, opened_by, closed_at, closed_by, outcome)
    select min(assignment_id), 'returned', 'damaged', 2450, 'Torn.', min(released_at), administrator, case when order_id % 200 <> 0
      then min(released_at) + interval '9 days' end, case when order_id % 200 <> 0 then administrator end, case when order_id % 200 <> 0
      then 'paid' end
    from assignments, (select min(user_id) as administrator from accounts) as first_account
    where released_at is not null and order_id % 10 = 0 group by order_id, administrator`.execute(db);
}

async function loadMails(db: Database, orders: number): Promise<void> {
  for (let first = 1; first <= orders; first += slice * 4)
    await sql`
      insert into mails (kind, to_name, to_address, subject, written_at, state, ended_at, trouble)
      select case when order_id % 2 = 0 then 'order-shipped' else 'order-received' end, ship_to_name, 'reader@bay.example',
        'Your order', ordered_at, case when order_id % 500 = 0 then 'dead' else 'sent' end, ordered_at, ''
      from orders where order_id between ${first} and ${first + slice * 4 - 1}`.execute(db);
}
