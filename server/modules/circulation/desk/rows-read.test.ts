import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { mostCounted } from "#contract/desk/search.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { rowsRead } from "#server/test/plans/rows-read.ts";
import { lackingOf } from "#contract/desk/packing.ts";
import { holdShelf } from "#server/modules/queue/queue.queries.ts";
import { ordersOf } from "../circulation.queries.ts";
import { countWaiting, waitingCopies } from "../inspection/inspection.queries.ts";
import { copiesToPick, oldestWaiting } from "../packing/packing.queries.ts";
import { idsOfSearch, ordersInList } from "./order-search.queries.ts";
import { casesAfter, casesOf, countCases } from "../cases/cases.queries.ts";
import { returnsToUndo } from "../returns/returns.queries.ts";
import { showStaffOrders } from "../show-order.ts";
import { resolveText } from "./resolve-text.ts";
import { searchOf, searchOrders } from "./search-orders.ts";
import { countWork } from "./work.queries.ts";

const { db, clock, newAdmin, newBorrower, newTitle } = await circulationFixture();
const orders = 20_000;
const pageSize = 10;
const today = "2026-03-02";

/** Of 20,000 orders 40 are out, half of them late, 20 wait, and one in a thousand has an open case; the rest is back and settled. */
beforeAll(async () => {
  const clerk = await newAdmin("clerk");
  const { borrowerId } = await newBorrower("reader");
  const { itemId } = await newTitle("Kit", 1040);
  await sql`
    insert into orders (borrower_id, status_id, ordered_at, ship_date, return_date, tracking_number, sent_back_on,
      sent_back_tracking, terms_version,
      terms_accepted_at, ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
    select ${borrowerId}::integer, case when number <= 40 then 3 when number <= 60 then 1 else 4 end,
      '2026-02-01'::timestamptz - number * interval '30 minutes',
      case when number <= 40 then date '2026-01-02' when number > 60 then date '2019-12-01' + number % 2000 end,
      case when number <= 20 then date '2026-02-20' when number <= 40 then date '2026-03-20' when number > 60 then date '2020-01-01' + number % 2000 end,
      case when number <= 40 or number > 60 then '1Z' || lpad(number::text, 8, '0') else '' end,
      case when number % 2 = 0 then date '2026-02-01' end,
      case when number % 2 = 0 then '94 ' || lpad(number::text, 8, '0') else '' end, '1', now(),
      'Name' || number || case when number % 1000 = 0 then ' Rarely' else '' end, case when number % 1000 = 7 then 'Seldom Middle' else 'Oak Grove' end,
      case when number % 1000 = 8 then 'Farley Unified' else 'Valley' end, '1 Main', 'Fresno', 'CA', '93701'
    from generate_series(1, ${orders}::integer) as number`.execute(db);
  await sql`
    insert into order_lines (order_id, item_id, quantity) select order_id, ${itemId}, 1 from orders order by order_id`.execute(
    db,
  );
  await sql`
    insert into assignments (order_line_id, order_id, item_id, line_quantity, copy_id, slot, order_is_open, assigned_at, released_at,
      release_reason)
    select order_line_id, order_id, item_id, 1, copy_id, 1, is_open, ordered_at,
      case when not is_open then ordered_at + interval '10 days' end, case when not is_open then 'returned' end
    from order_lines join orders using (order_id) join copies using (item_id)
    where status_id > 2 and copy_number = case when is_open then order_id else 41 + order_id % 1000 end`.execute(db);
  await sql`
    insert into cases (assignment_id, loan, kind, cost_cents, note, opened_at, opened_by, closed_at, closed_by, outcome)
    select assignment_id, 'returned', 'damaged', 100, '', released_at, ${clerk.userId}, case when order_id % 1000 <> 0 then released_at end,
      case when order_id % 1000 <> 0 then ${clerk.userId}::integer end, case when order_id % 1000 <> 0 then 'paid' end
    from assignments where loan = 'returned' and order_id % 4 = 0`.execute(db);
  // twenty that are out are half back, and reported; twenty that wait have no copy for their days
  await sql`
    insert into assignments (order_line_id, order_id, item_id, line_quantity, copy_id, slot, order_is_open, assigned_at, released_at,
      release_reason)
    select order_line_id, order_id, item_id, 1, copy_id, 1, true, ordered_at, ordered_at, 'returned'
    from order_lines join orders using (order_id) join copies using (item_id)
    where order_id <= 20 and copy_number = 41 + order_id`.execute(db);
  await sql`
    insert into problem_reports (order_id, written_at, words, settled_at, settled_by)
    select order_id, now(), 'Torn', case when order_id > 20 then now() end, case when order_id > 20 then ${clerk.userId}::integer end from orders where order_id <= 20 or status_id = 4`.execute(
    db,
  );
  await sql`
    insert into bookings (order_line_id, slot, item_id, away)
    select order_line_id, 1, item_id, '[2026-03-02,2026-04-02)' from order_lines join orders using (order_id) where status_id = 1`.execute(
    db,
  );
  // ten copies wait for inspection, and ten are held for somebody; so many were in the past
  await sql`
    update copies set is_inactive = true, inactive_reason = 'inspection' where copy_number between 1021 and 1030`.execute(
    db,
  );
  await sql`
    with places as (
      insert into queue_places (item_id, borrower_id, left_at, left_because)
      select ${itemId}::integer, ${borrowerId}::integer, now(), 'lapsed' from generate_series(1, ${orders}::integer) returning place_id
    )
    insert into queue_offers (place_id, item_id, copy_id, closed_at, outcome)
    select place_id, ${itemId}::integer, copy_id, now(), 'lapsed' from places join copies on copy_number = 1 + place_id % 1000`.execute(
    db,
  );
  for (let number = 1; number <= 10; number += 1) {
    const { borrowerId: waits } = await newBorrower(`waits${number}`);
    await sql`
      with place as (
        insert into queue_places (item_id, borrower_id) values (${itemId}, ${waits}) returning place_id
      )
      insert into queue_offers (place_id, item_id, copy_id)
      select place_id, ${itemId}, copy_id from place join copies on copy_number = 1030 + ${number}`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}, 120_000);

type Asked = Parameters<typeof searchOrders>[1];
const everything: Asked = {
  searchString: "",
  school: "",
  statusId: 0,
  isOverdue: false,
  work: "",
  sort: "",
  startDate: null,
  endDate: null,
  shippedFrom: null,
  shippedTo: null,
  dueFrom: null,
  dueTo: null,
};

const placeOn = (day: string) => ({
  clock: { ...clock, now: () => new Date(`${day}T18:00:00Z`) },
  timeZone: "America/Los_Angeles",
});

/** What a page of orders reads. */
const list = (asked: Partial<Asked>, found: number, day = today) =>
  rowsRead(db, async () => {
    const place = placeOn(day);
    const { data, total } = await searchOrders(db, { ...everything, page: 1, pageSize, ...asked }, place);
    expect([data.length, total]).toEqual([Math.min(found, pageSize), found]);
  });

describe("among 20,000 orders", () => {
  it("what few orders have, and what is to be done, reads few of them", async () => {
    expect(await list({ searchString: "rarely" }, 20)).toBeLessThan(1000);
    expect(await list({ searchString: "#4711" }, 1)).toBeLessThan(1000);
    expect(await list({ searchString: "1Z00004711" }, 1)).toBeLessThan(1000);
    expect(await list({ searchString: "94 0000 4712" }, 1)).toBeLessThan(1000);
    expect(await list({ isOverdue: true, sort: "due" }, 20)).toBeLessThan(1000);
    expect(await list({ statusId: 1, sort: "oldest" }, 20)).toBeLessThan(1000);
    expect(await list({ work: "to-pack", sort: "leaves" }, 20)).toBeLessThan(1000);
    expect(await list({ work: "to-pack" }, 20)).toBeLessThan(1000);
    expect(await list({ work: "overdue-8-30" }, 20)).toBeLessThan(1000);
  });

  it.each<[string, number, Partial<Asked>, string?]>([
    ["a school", 20, { school: "seldom" }],
    ["a district", 20, { school: "farley" }],
    ["the day ordered", 80, { startDate: "2026-01-30", endDate: "2026-01-31" }],
    ["the day shipped", 40, { shippedFrom: "2026-01-02", shippedTo: "2026-01-02" }],
    ["the day due", 20, { dueFrom: "2026-03-20", dueTo: "2026-03-20" }],
    ["to ship", 0, { work: "to-ship" }],
    ["due this week", 20, { work: "due-this-week" }, "2026-03-20"],
    ["overdue since 1 to 7 days", 20, { work: "overdue-1-7" }, "2026-02-23"],
    ["overdue since 31 days", 20, { work: "overdue-31" }, "2026-03-30"],
    ["incomplete", 20, { work: "incomplete" }],
    ["reported", 20, { work: "reported" }],
    ["at risk", 20, { work: "at-risk" }],
  ])("orders by %s read few of them", async (_name, found, asked, day) => {
    expect(await list(asked, found, day)).toBeLessThan(1000);
  });

  it("the hold shelf and what waits for inspection read what is there, and not what ever was", async () => {
    expect(await rowsRead(db, () => holdShelf(db, { limit: 25, offset: 0 }))).toBeLessThan(2000);
    expect(await rowsRead(db, () => waitingCopies(db, "inspection", { page: 1, pageSize: 25 }))).toBeLessThan(1000);
    expect(await rowsRead(db, () => countWaiting(db, "inspection"))).toBeLessThan(1000);
  });

  it("what is to be packed reads the orders that wait, and the loans of their titles' copies once", async () => {
    const ids = await oldestWaiting(db, 50, today);
    expect(ids).toHaveLength(20);
    expect(await rowsRead(db, () => oldestWaiting(db, 50, today))).toBeLessThan(1000);
    expect(await rowsRead(db, () => ordersOf(db, {}, { ids }))).toBeLessThan(1000);
    expect(await rowsRead(db, () => showStaffOrders(db, ids))).toBeLessThan(2000);
    const lacking = lackingOf(await showStaffOrders(db, ids));
    expect(await rowsRead(db, () => copiesToPick(db, lacking))).toBeLessThan(orders + 5000);
  });

  it("a download reads the ids of its list once, and then the rows of each page by their keys", async () => {
    const overdue = searchOf({ ...everything, isOverdue: true }, placeOn(today));
    expect(await rowsRead(db, () => idsOfSearch(db, overdue))).toBeLessThan(1000);
    const ids = await idsOfSearch(db, searchOf(everything, placeOn(today)));
    expect(await rowsRead(db, () => ordersInList(db, ids.slice(5000, 5250), 5000))).toBeLessThan(250 * 10);
    const filter = { state: "", kind: "", orderId: 0, searchString: "" } as const;
    const first = (await casesAfter(db, filter, 0, 100_000)).length;
    expect(first).toBe(500);
    // the names of who opened and closed each are looked up among the dozen accounts there are
    expect(await rowsRead(db, () => casesAfter(db, filter, 2000, 100_000))).toBeLessThan(500 * 60);
  });

  it("a page of all of them reads no more than are counted", async () => {
    for (const sort of ["newest", "oldest", "due", "leaves"] as const)
      for (const page of [1, 900])
        expect(await list({ sort, page }, mostCounted), `${sort}, page ${page}`).toBeLessThan(
          mostCounted * 3 + page * pageSize * 2 + 2500,
        );
  });

  it("the numbers of the work count a few from their indexes", async () => {
    const read = await rowsRead(db, async () => {
      const { orders: counts, openCases } = await countWork(db, today, { lowStock: 2 });
      expect(counts).toContainEqual({ work: "to-pack", count: 20 });
      expect(counts).toContainEqual({ work: "overdue-8-30", count: 20 });
      expect(openCases).toBe(20);
    });
    expect(read).toBeLessThan(2000);
  });

  it("what is typed or scanned in the box reads few of them", async () => {
    for (const text of ["rarely", "#4711", "4711", "1Z00004711", "9400004712", "kit", "name19999", "B1 2"])
      expect(await rowsRead(db, () => resolveText(db, text, today)), text).toBeLessThan(1000);
  });

  it("open cases, and those of few words, read few cases", async () => {
    const cases = (asked: object, found: number) =>
      rowsRead(db, async () => {
        const filter = { state: "", kind: "", orderId: 0, searchString: "", ...asked } as const;
        const rows = await casesOf(db, filter, { page: 1, pageSize });
        expect([rows.length, (await countCases(db, filter)).count]).toEqual([pageSize, found]);
      });
    expect(await cases({ state: "open" }, 20)).toBeLessThan(1000);
    expect(await cases({ searchString: "rarely" }, 20)).toBeLessThan(4000);
  });

  it("fifty orders, with what can be undone of them, read their own rows", async () => {
    const { rows } = await sql<{ order_id: number }>`
      select order_id from orders where status_id = 4 order by order_id limit 50`.execute(db);
    const ids = rows.map(({ order_id }) => order_id);
    expect((await showStaffOrders(db, ids)).length).toBe(50);
    expect(await rowsRead(db, () => returnsToUndo(db, ids))).toBeLessThan(5000);
  });
});
