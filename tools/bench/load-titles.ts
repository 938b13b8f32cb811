import { sql } from "kysely";
import { type Database, inTransaction } from "#server/platform/database.ts";
import type { BenchTitle } from "./titles.ts";

/** Inserts titles with their copies for a benchmark; their SKUs count up in base 36. */
export async function loadTitles(db: Database, titles: readonly BenchTitle[]): Promise<void> {
  for (let start = 0; start < titles.length; start += 1000) {
    await inTransaction(db, async (transaction) => {
      const rows = titles.slice(start, start + 1000).map((title, place) => ({
        title: title.title,
        description: title.description,
        tags: title.tags,
        category_id: title.categoryId,
        subject_id: title.subjectId,
        grade_mask: title.gradeMask,
        active_copies: title.copies,
        reference_number: (start + place).toString(36).padStart(6, "0").toUpperCase(),
        created_at: new Date(Date.UTC(2026, 0, 1) + (start + place) * 1000),
      }));
      await transaction.insertInto("items").values(rows).execute();
    });
  }
  await sql`
    insert into copies (item_id, copy_number, sku_number)
    select item_id, number, reference_number from items, generate_series(1, active_copies) as number`.execute(db);
  // not the empty tables: a plan made for nothing scans them fully, and is cached
  await sql`vacuum analyze items, copies`.execute(db);
}
