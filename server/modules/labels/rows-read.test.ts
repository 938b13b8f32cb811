import { sql } from "kysely";
import { expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { rowsRead } from "#server/test/plans/rows-read.ts";
import { addUpCopiesToLabel, copiesToLabel } from "./labels.queries.ts";

const most = 20;
const archived = 50; // in either: their copies without a label are counted again each time

/** What the first copies without a label read in a library of this many titles with six copies for four of them. */
async function readAmong(titles: number): Promise<number> {
  const { db } = await testDatabase();
  await sql`
    insert into items (title, description, reference_number, category_id, subject_id, grade_mask, active_copies, archived_at)
    select 'Title ' || md5(number::text), '', 'T' || number, 1, 1, 63, number % 4, case when number <= ${archived} then now() end
    from generate_series(1, ${titles}::integer) as number`.execute(db);
  await sql`
    insert into copies (item_id, copy_number, sku_number)
    select item_id, number, reference_number from items, generate_series(1, active_copies) as number`.execute(db);
  await addUpCopiesToLabel(db);
  await sql`vacuum analyze`.execute(db);
  return rowsRead(db, async () => {
    const { rows, total } = await copiesToLabel(db, { itemId: undefined, words: "", isLabeledToo: false }, most);
    expect([rows.length, total]).toEqual([most, (titles * 6) / 4 - 75]); // so many copies has what is archived
  });
}

it("copies without a label read at most twice the rows in a library of four times the titles", async () => {
  const [few, many] = [await readAmong(12_000), await readAmong(48_000)];
  expect(many / few).toBeLessThanOrEqual(2);
}, 180_000);
