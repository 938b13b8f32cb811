import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/platform/database.ts";
import { testDatabase } from "#server/test/database.ts";
import { rowsRead } from "#server/test/plans/rows-read.ts";
import { lowStockAfter } from "../archive/archive.queries.ts";
import { itemChanges, itemIdsBetween, partsWithItems } from "../catalog.queries.ts";
import { nextSku } from "../editing/next-sku.ts";
import { termsOf } from "../search/terms.queries.ts";

// In fewer titles PostgreSQL rightly reads all of a small table, which would hide what grows.
const [small, large] = [
  { titles: 6000, db: (await testDatabase()).db },
  { titles: 24_000, db: (await testDatabase()).db },
] as const;
const waiting = 300; // orders, in either: low stock is looked for among titles of which copies are out or promised

/** One in ten titles is archived, one in four of the others has no copies. */
async function fill({ db, titles }: { db: Database; titles: number }) {
  await sql`
    insert into items
      (title, description, reference_number, category_id, subject_id, grade_mask, active_copies, archived_at, created_at)
    select 'Title ' || md5(number::text), '', 'T' || number, 1 + number % 3, 1 + number % 11, 1 + number % 7, number % 4,
      case when number % 10 = 9 then now() end, now() + number * interval '1 second'
    from generate_series(1, ${titles}::integer) as number`.execute(db);
  await sql`
    with reader as (insert into accounts (user_name, user_type_id) values ('reader', 2) returning user_id)
    insert into borrowers
      (user_id, name, school_name, school_district, email_address, phone_number, street, city, state, zip)
    select user_id, 'n', 's', 'd', 'e', 'p', 't', 'c', 'CA', 'z' from reader`.execute(db);
  await sql`
    with placed as (
      insert into orders (borrower_id, status_id, ordered_at, terms_version, terms_accepted_at,
        ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
      select borrower_id, 1, now(), '1', now(), 'n', 's', 'd', 't', 'c', 'CA', 'z'
      from borrowers, generate_series(1, ${waiting}::integer) returning order_id
    )
    insert into order_lines (order_id, item_id, quantity)
    select order_id, item_id, 1
    from (select order_id, row_number() over () as place from placed) as placed
    join (select item_id, row_number() over (order by item_id) as place from items where is_in_stock) as titles using (place)`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}
beforeAll(async () => {
  await fill(small);
  await fill(large);
}, 180_000);

type Operation = (db: Database) => Promise<number>;

/** What `work` reads, which finds so many; or so many letters. */
const reading =
  (found: number, work: (db: Database) => Promise<{ length: number }>): Operation =>
  async (db) =>
    rowsRead(db, async () => expect((await work(db)).length).toBe(found));

const reads: [string, Operation][] = [
  ["the file of low stock", reading(waiting, (db) => lowStockAfter(db, { lowAt: 100, after: 0, lastId: 1e9 }))],
  ["the next free SKU", reading(6, async (db) => (await nextSku(db, 0)).padEnd(6))],
  ["the next free SKU of a category", reading(6, async (db) => (await nextSku(db, 2)).padEnd(6))],
  ["a file of the site map", reading(4500, async (db) => itemChanges(db, await itemIdsBetween(db, 0, 5000)))],
];

describe("in a library of four times the titles", () => {
  it.each(reads)("%s reads at most twice the rows", async (_name, read) => {
    const [few, many] = [await read(small.db), await read(large.db)];
    expect(many / few).toBeLessThanOrEqual(2);
  });
});

it("a word that no title has is looked up without reading titles", async () => {
  for (const { db } of [small, large])
    expect(
      await rowsRead(db, async () => expect(await termsOf(db, ["vapping", "apping"])).toHaveLength(2)),
    ).toBeLessThan(500);
});

// It has an entry for each file, and so grows with them.
it("the index of the site map reads a few rows for each of its files", async () => {
  for (const { db, titles } of [small, large]) {
    const files = Math.ceil(titles / 5000);
    const read = await rowsRead(db, async () => expect(await partsWithItems(db, 5000)).toHaveLength(files));
    expect(read).toBeLessThanOrEqual(1 + 3 * files);
  }
});
