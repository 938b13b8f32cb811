import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { copiesToLabel } from "./labels.queries.ts";

const { db } = await testDatabase();
const limit = 20;
const withoutLabel = { itemId: undefined, words: "", isLabeledToo: false };

await sql`
  insert into items (title, description, reference_number, category_id, subject_id, grade_mask, active_copies)
  select 'Title ' || md5(number::text), '', 'T' || number, 1, 1, 63, number % 4 from generate_series(1, 4000) as number`.execute(
  db,
);
await sql`
  insert into copies (item_id, copy_number, sku_number)
  select item_id, number, reference_number from items, generate_series(1, active_copies) as number`.execute(db);

/** Reads the expected copies from the table itself. */
async function readAll() {
  const { rows } = await sql<{ copy_id: number }>`
    select copy_id from copies join items using (item_id)
    where label_printed_at is null and not is_inactive and items.archived_at is null
    order by sort_title, item_id, copy_number`.execute(db);
  return rows.map(({ copy_id }) => copy_id);
}

async function expectCorrect() {
  const all = await readAll();
  const { rows, total } = await copiesToLabel(db, withoutLabel, limit);
  expect(rows.map(({ copy_id }) => copy_id)).toEqual(all.slice(0, limit));
  expect(total).toBe(all.length);
}

describe("copies without a label", () => {
  it.each([
    ["after they are added", sql`select`],
    ["after labels are printed", sql`update copies set label_printed_at = now() where copy_id % 3 = 0`],
    ["after some are set inactive", sql`update copies set is_inactive = true where copy_id % 5 < 2`],
    [
      "after those are set active with new labels",
      sql`update copies set is_inactive = false, label_printed_at = null where copy_id % 10 = 0`,
    ],
    ["after titles are archived", sql`update items set archived_at = now() where item_id % 7 = 0`],
    ["after some are deleted", sql`delete from copies where copy_id % 11 = 0`],
  ])("are listed and counted correctly %s", async (_name, change) => {
    await change.execute(db);
    await expectCorrect();
  });
});
