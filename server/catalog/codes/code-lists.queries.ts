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

/** Returns a list in order; grades without "All grades". */
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

/** Increments the version of a list and locks it; false if its version has changed. */
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
  const given = sql`jsonb_to_recordset(${JSON.stringify(entries.map((entry, at) => ({ ...entry, place: at + 1 })))}::jsonb)
    as given (id integer, name text, "nameInSpanish" text, "alsoCalled" text, "isHidden" boolean, place smallint)`;
  await sql`
    update ${table} set ${name} = given.name, name_in_spanish = "nameInSpanish", also_called = "alsoCalled",
      is_hidden = "isHidden", position = place
    from ${given} where ${id} = given.id`.execute(tx);
  await sql`
    insert into ${table} (${id}, ${name}, name_in_spanish, also_called, is_hidden, position)
    select given.id, given.name, "nameInSpanish", "alsoCalled", "isHidden", place from ${given}
    where given.id not in (select ${id} from ${table})`.execute(tx);
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
 * Rewrites the search words of titles, and returns the ones locked by others to retry later: an import locks its titles
 * until it ends. Writing the category makes the triggers do it.
 */
export async function rewriteWords(tx: Transaction, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from items where item_id = any(${[...itemIds]}::integer[]) order by item_id
    for no key update skip locked`.execute(tx);
  const locked = rows.map(({ item_id }) => item_id);
  await sql`update items set category_id = category_id where item_id = any(${locked}::integer[])`.execute(tx);
  return itemIds.filter((id) => !locked.includes(id));
}

/** Returns the upper bound of transactions started so far, which may have read the old data. */
export async function transactionsSoFar(db: Database): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(db);
  return rows[0]?.xid ?? "0";
}

export async function haveEnded(db: Database, soFar: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${soFar}::xid8 as ended`.execute(db);
  return rows[0]?.ended ?? false;
}
