import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { findTitles, type Search } from "./search.queries.ts";

const { db } = await testDatabase();

const addTitles = (from: number, to: number) =>
  sql`
  insert into items (title, description, reference_number, category_id, subject_id, grade_mask, active_copies, archived_at)
  select 'Title ' || md5(number::text), '', 'T' || number, 1 + number % 3, 1 + number % 11, 1 + number % 63, number % 4,
    case when number % 50 = 0 then now() end
  from generate_series(${from}::integer, ${to}::integer) as number`.execute(db);

const all = { text: "", categoryId: 0, subjectId: 0, gradeId: 0, stock: "all" } as const;
const searches: [name: string, search: Omit<Search, "page">, condition: string][] = [
  ["all titles", all, "is_in_stock is not null"],
  ["titles in stock", { ...all, stock: "in" }, "is_in_stock"],
  ["titles out of stock", { ...all, stock: "out" }, "not is_in_stock"],
  ["archived titles", { ...all, stock: "archived" }, "is_in_stock is null"],
  ["a category", { ...all, stock: "in", categoryId: 2 }, "is_in_stock and category_id = 2"],
  ["a subject", { ...all, subjectId: 3 }, "is_in_stock is not null and subject_id = 3"],
  ["a grade", { ...all, stock: "in", gradeId: 8 }, "is_in_stock and grade_mask & 8 <> 0"],
  ["all grades", { ...all, stock: "in", gradeId: 63 }, "is_in_stock"],
  ["an added grade", { ...all, gradeId: 64 }, "is_in_stock is not null and grade_mask = 63"],
  ["two grades", { ...all, gradeId: 5 }, "is_in_stock is not null and grade_mask & 5 <> 0"],
  [
    "a category and a grade",
    { ...all, stock: "in", categoryId: 1, gradeId: 2 },
    "is_in_stock and category_id = 1 and grade_mask & 2 <> 0",
  ],
];

/** Reads the expected ids of a search in order, and the totals, from the table itself. */
async function readWhole(condition: string) {
  const codes = condition.replace(/(?:not )?is_in_stock(?: is(?: not)? null)?(?: and )?/, "");
  const { rows } = await sql<{ ids: number[]; in: number; out: number; archived: number }>`
    select
      array(select item_id from items where ${sql.raw(condition)} order by is_in_stock desc, sort_title, item_id) as ids,
      count(*) filter (where is_in_stock) as in, count(*) filter (where not is_in_stock) as out,
      count(*) filter (where is_in_stock is null) as archived
    from items where ${sql.raw(codes || "true")}`.execute(db);
  return rows[0] ?? { ids: [], in: 0, out: 0, archived: 0 };
}

const size = 18;

async function expectPages(search: Omit<Search, "page">, condition: string): Promise<void> {
  const whole = await readWhole(condition);
  const pages = Math.ceil(whole.ids.length / size);
  const sample = new Set([1, 2, 6, 7, 30, Math.ceil(pages / 3), Math.ceil(pages / 2), pages - 1, pages, pages + 1]);
  for (const number of [...sample].filter((page) => page > 0)) {
    const results = await findTitles(db, { ...search, page: { number, size } }, undefined);
    expect(results.ids).toEqual(whole.ids.slice((number - 1) * size, number * size));
    expect(results).toMatchObject({
      inStockTotal: whole.in,
      outOfStockTotal: whole.out,
      total: { in: whole.in, out: whole.out, all: whole.in + whole.out, archived: whole.archived }[search.stock],
    });
  }
}

describe("pages of titles and their totals", () => {
  describe("for changed titles", () => {
    beforeAll(async () => {
      await sql`delete from items where item_id % 10 = 1`.execute(db);
      await sql`update items set title = 'A new ' || title where item_id % 10 = 2`.execute(db);
      await sql`update items set active_copies = 1 - least(active_copies, 1) where item_id % 10 = 3`.execute(db);
      await sql`update items set archived_at = now() where item_id % 100 = 4`.execute(db);
      await sql`update items set category_id = 1 + item_id % 3, subject_id = 3, grade_mask = 63 where item_id % 10 = 5`.execute(
        db,
      );
      await addTitles(7001, 7500);
    });
    it.each(searches)("are correct for %s", (_name, search, condition) => expectPages(search, condition));
  });
});
