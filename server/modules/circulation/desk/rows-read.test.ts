import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { mostCounted } from "#contract/desk/order-search.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { rowsRead } from "#server/test/plans/rows-read.ts";
import { casesOf, countCases } from "../cases/cases.queries.ts";
import { returnsToUndo } from "../returns/returns.queries.ts";
import { showStaffOrders } from "../show-order.ts";
import { resolveText } from "./resolve-text.ts";
import { searchOrders } from "./search-orders.ts";
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
      'Name' || number || case when number % 1000 = 0 then ' Rarely' else '' end, 'Oak Grove', 'Valley', '1 Main', 'Fresno', 'CA', '93701'
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

/** What a page of orders reads. */
const list = (asked: Partial<Asked>, found: number) =>
  rowsRead(db, async () => {
    const place = { clock: { ...clock, now: () => new Date(`${today}T18:00:00Z`) }, timeZone: "America/Los_Angeles" };
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

  it("a page of all of them reads no more than are counted", async () => {
    for (const sort of ["newest", "oldest", "due", "leaves"] as const)
      for (const page of [1, 900])
        expect(await list({ sort, page }, mostCounted), `${sort}, page ${page}`).toBeLessThan(
          mostCounted * 3 + page * pageSize * 2 + 1000,
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
