import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Adds up some of what was noted; whether there may be more. */
export async function addUpTitleChanges(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_more: boolean }>`select add_up_title_changes() as is_more`.execute(db);
  return rows[0]?.is_more ?? false;
}

/** Sets marks among the titles of the one that has most; whether one had too many. */
export async function splitLongestMark(db: Database): Promise<boolean> {
  const { rows } = await sql<{ was_split: boolean }>`select split_longest_title_mark() as was_split`.execute(db);
  return rows[0]?.was_split ?? false;
}
