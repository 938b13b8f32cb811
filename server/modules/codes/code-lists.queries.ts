import type { CodeEntry, CodeList, StoredList } from "#contract/staff/code-lists.ts";
import { allGrades } from "#contract/titles/grade-masks.ts";
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

/** A list in its order; grades without "All grades". */
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

/** Takes the next version of a list, and keeps others from it; false when another one was stored first. */
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

/** Writes a list in its order: one statement, because two may exchange their names. */
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
