import { sql } from "kysely";
import type { Database } from "../database.ts";

/** A backup that was made, or could not be: `trouble` says why. Times by the library's clock, size in bytes. */
export type BackupRecord = {
  begunAt: Date;
  endedAt: Date;
  isNightly: boolean;
  file: { name: string; size: number } | null;
  trouble: string;
};

const kept = 100;

export async function recordBackup(db: Database, record: BackupRecord): Promise<void> {
  const { begunAt: begun_at, endedAt: ended_at, isNightly: is_nightly, file, trouble } = record;
  const row = { begun_at, ended_at, is_nightly, file_name: file?.name ?? null, size: file?.size ?? null, trouble };
  await db.insertInto("backups").values(row).execute();
  await sql`
    delete from backups where backup_id <= (select max(backup_id) from backups) - ${kept}`.execute(db);
}

export async function wasBackedUpSince(db: Database, since: Date): Promise<boolean> {
  const made = await db
    .selectFrom("backups")
    .select("backup_id")
    .where("is_nightly", "=", true)
    .where("file_name", "is not", null)
    .where("begun_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return made !== undefined;
}

/** The files of those that were asked for, not made by the schedule. */
export async function askedNames(db: Database): Promise<ReadonlySet<string>> {
  const asked = db.selectFrom("backups").select("file_name").where("is_nightly", "=", false);
  return new Set((await asked.execute()).flatMap(({ file_name: name }) => name ?? []));
}
