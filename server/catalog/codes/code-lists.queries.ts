import type { CodeEntry, CodeList, StoredList } from "#contract/catalog/code-lists.ts";
import { allGrades, onlyTheseBit } from "#contract/catalog/grade-masks.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

export async function storedList(db: Database, list: CodeList): Promise<StoredList> {
  const { version } = await listRow(db, list);
  return { entries: await entriesOf(db, list), version };
}

export async function listRow(db: Database, list: CodeList) {
  return db
    .selectFrom("code_lists")
    .select(["version", "changed_by"])
    .where("list", "=", list)
    .executeTakeFirstOrThrow();
}

/** Returns a list in order, without "All grades". */
export async function entriesOf(db: Database, list: CodeList): Promise<CodeEntry[]> {
  if (list === "subjects")
    return db
      .selectFrom("subjects")
      .select(["subject_id as id", "subject_name as name"])
      .select(["name_in_spanish as nameInSpanish", "also_called as alsoCalled", "is_hidden as isHidden"])
      .orderBy("position")
      .execute();
  return db
    .selectFrom("grades")
    .select(["grade_id as id", "grade_name as name"])
    .select(["name_in_spanish as nameInSpanish", "also_called as alsoCalled", "is_hidden as isHidden"])
    .where("grade_id", "<>", allGrades)
    .orderBy("position")
    .execute();
}

/** Increments a list's version and locks the list; returns false if the version has changed. */
export async function takeNextVersion(
  tx: Transaction,
  list: CodeList,
  version: number,
  userId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("code_lists")
    .set((eb) => ({ version: eb("version", "+", 1), changed_by: userId }))
    .where("list", "=", list)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const tables = {
  subjects: { table: sql.table("subjects"), id: sql.ref("subject_id"), name: sql.ref("subject_name") },
  grades: { table: sql.table("grades"), id: sql.ref("grade_id"), name: sql.ref("grade_name") },
};

/** Writes a list in one statement, because two entries may swap names. */
export async function writeEntries(tx: Transaction, list: CodeList, entries: readonly CodeEntry[]): Promise<void> {
  const { table, id, name } = tables[list];
  const input = sql`jsonb_to_recordset(${JSON.stringify(entries.map((entry, at) => ({ ...entry, place: at + 1 })))}::jsonb)
    as input (id integer, name text, "nameInSpanish" text, "alsoCalled" text, "isHidden" boolean, place smallint)`;
  await sql`
    update ${table} set ${name} = input.name, name_in_spanish = "nameInSpanish", also_called = "alsoCalled",
      is_hidden = "isHidden", position = place
    from ${input} where ${id} = input.id`.execute(tx);
  await sql`
    insert into ${table} (${id}, ${name}, name_in_spanish, also_called, is_hidden, position)
    select input.id, input.name, "nameInSpanish", "alsoCalled", "isHidden", place from ${input}
    where input.id not in (select ${id} from ${table})`.execute(tx);
}

export async function titlesWithCode(
  db: Database,
  { list, id }: { list: CodeList; id: number },
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const hasCode =
    list === "subjects"
      ? sql`subject_id = ${id}::integer`
      : sql`((grade_mask & ${id}::integer) <> 0 or (grade_mask & ${allGrades | onlyTheseBit}::integer) = ${allGrades}::integer)`;
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items where item_id > ${after}::integer and ${hasCode} order by item_id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ item_id }) => item_id);
}

/**
 * Rewrites the search words of titles by writing their category, which fires the triggers. Returns titles that others,
 * such as a running import, have locked, to retry later.
 */
export async function rewriteWords(tx: Transaction, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items where item_id = any(${[...itemIds]}::integer[]) order by item_id
    for no key update skip locked`.execute(tx);
  const lockedIds = rows.map(({ item_id }) => item_id);
  await sql`update items set category_id = category_id where item_id = any(${lockedIds}::integer[])`.execute(tx);
  return itemIds.filter((id) => !lockedIds.includes(id));
}

/** Returns the upper bound of transactions started so far, which may have read the old data. */
export async function transactionsSoFar(db: Database): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(db);
  return rows[0]?.xid ?? "0";
}

export async function haveEnded(db: Database, xid: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${xid}::xid8 as ended`.execute(db);
  return rows[0]?.ended ?? false;
}
