import type { Database, Transaction } from "#server/platform/database.ts";
import { isMissing } from "#server/platform/errors/database-errors.ts";
import { sql } from "kysely";

export async function countLeft(db: Database, importId: number): Promise<number> {
  const { count } = await db
    .selectFrom("imported_records")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("import_id", "=", importId)
    .where("kept", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the next rows whose records are neither undone nor kept. */
export async function rowsLeft(
  tx: Transaction,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await tx
    .selectFrom("imported_records")
    .select("row_number")
    .where("import_id", "=", importId)
    .where("kept", "is", null)
    .where("row_number", ">", after)
    .orderBy("row_number")
    .limit(sql.lit(limit))
    .execute();
  return rows.map(({ row_number }) => row_number);
}

export async function keep(
  tx: Transaction,
  importId: number,
  records: readonly { row: number; reason: string }[],
): Promise<void> {
  await sql`
    update imported_records set kept = reason
    from unnest(${records.map(({ row }) => row)}::integer[], ${records.map(({ reason }) => reason)}::text[]) as input (row, reason)
    where import_id = ${importId} and row_number = row`.execute(tx);
}

/** Resets the kept records, so that an undo tries them again. */
export async function forgetKept(tx: Transaction, importId: number): Promise<void> {
  await tx
    .updateTable("imported_records")
    .set({ kept: null })
    .where("import_id", "=", importId)
    .where("kept", "is not", null)
    .execute();
}

/** Forgets rows, because their records are undone, or weren't saved after all. */
export async function removeRecords(tx: Transaction, importId: number, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .deleteFrom("imported_records")
    .where("import_id", "=", importId)
    .where(sql<boolean>`row_number = any(${[...rows]}::integer[])`)
    .execute();
}

export async function keptRecords(
  db: Database,
  importId: number,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const records = db.selectFrom("imported_records").where("import_id", "=", importId).where("kept", "is not", null);
  const [rows, { total }] = await Promise.all([
    records
      .select(["row_number as row", sql<number>`record_id`.as("id"), sql<string>`kept`.as("reason")])
      .orderBy("row_number")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    records.select(sql<number>`count(*)::integer`.as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

type Written<Each> = Record<"done" | "used", readonly Each[]>;

/** Writes all at once, or one by one if other records still refer to one of them. */
export async function writeUnused<Each>(
  tx: Transaction,
  all: readonly Each[],
  write: (batch: readonly Each[]) => Promise<void>,
): Promise<Written<Each>> {
  if (all.length === 0 || (await tryWrite(tx, () => write(all)))) return { done: all, used: [] };
  const [done, used]: [Each[], Each[]] = [[], []];
  for (const each of all) ((await tryWrite(tx, () => write([each]))) ? done : used).push(each);
  return { done, used };
}

async function tryWrite(tx: Transaction, write: () => Promise<void>): Promise<boolean> {
  await sql`savepoint before_removal`.execute(tx);
  try {
    await write();
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    await sql`rollback to savepoint before_removal`.execute(tx);
    return false;
  }
}
