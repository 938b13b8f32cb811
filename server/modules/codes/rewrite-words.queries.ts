import type { CodeList } from "#contract/staff/code-lists.ts";
import { allGrades, just } from "#contract/titles/grade-masks.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** The ids of titles with a code, in order, beyond one of them. */
export async function titlesWithCode(
  db: Database,
  { list, id }: { list: CodeList; id: number },
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const hasCode =
    list === "subjects"
      ? sql`subject_id = ${id}::integer`
      : sql`((grade_mask & ${id}::integer) <> 0 or (grade_mask & ${allGrades | just}::integer) = ${allGrades}::integer)`;
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items where item_id > ${after}::integer and ${hasCode} order by item_id limit ${most}`.execute(
    db,
  );
  return rows.map(({ item_id }) => item_id);
}

/**
 * Rewrites what titles are searched by; returns those that something else holds, which are left for later: an import
 * holds its titles until it ends. Setting the category to what it is makes the triggers do it.
 */
export async function rewriteWords(tx: Transaction, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items where item_id = any(${[...itemIds]}::integer[]) order by item_id
    for no key update skip locked`.execute(tx);
  const free = rows.map(({ item_id }) => item_id);
  await sql`update items set category_id = category_id where item_id = any(${free}::integer[])`.execute(tx);
  return itemIds.filter((id) => !free.includes(id));
}

/** The transactions that may have read what was stored before this moment. */
export async function transactionsSoFar(db: Database): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(db);
  return rows[0]?.xid ?? "0";
}

/** Whether all of them that write have ended. */
export async function haveEnded(db: Database, soFar: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${soFar}::xid8 as ended`.execute(db);
  return rows[0]?.ended ?? false;
}
