import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { rowsRead } from "#server/test/plans/rows-read.ts";
import { addUpTitles } from "./add-up-titles.ts";
import { browseItems } from "./browse.queries.ts";

const { db } = await testDatabase();
const titles = 12_000;

beforeAll(async () => {
  await sql`
    insert into items (title, description, reference_number, category_id, subject_id, grade_mask, active_copies)
    select 'Title ' || md5(number::text), '', 'T' || number, 1 + number % 3, 1 + number % 11, 1 + number % 7, number % 4
    from generate_series(1, ${titles}::integer) as number`.execute(db);
  await addUpTitles(db, new AbortController().signal);
  await sql`vacuum analyze items, title_counts, title_marks, title_mark_counts`.execute(db);
});

const all = { text: "", categoryId: 0, subjectId: 0, gradeId: 0, stock: "in" } as const;

describe("a page of titles, wherever it is, reads few of them", () => {
  it.each([
    ["of all titles", all, 9000],
    ["of both lists", { ...all, stock: "all" as const }, 12_000],
    ["of those out of stock", { ...all, stock: "out" as const }, 3000],
    ["of all grades", { ...all, gradeId: 63 }, 9000],
    ["of a category", { ...all, categoryId: 2 }, 3000],
    ["of a subject", { ...all, subjectId: 3 }, 800],
    ["of a grade", { ...all, gradeId: 4 }, 5100],
  ])("%s", async (_name, search, found) => {
    const size = 18;
    for (const share of [0, 0.3, 0.6, 0.95]) {
      const page = { size, number: 1 + Math.floor((found * share) / size) };
      const read = await rowsRead(db, async () => {
        expect((await browseItems(db, { ...search, page })).items).toHaveLength(size);
      });
      expect(read).toBeLessThan(titles / 4);
    }
  });
});
