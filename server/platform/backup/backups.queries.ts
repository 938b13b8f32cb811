import { sql } from "kysely";
import type { Database } from "../database.ts";

/** A backup, or a failed attempt with its reason in `trouble`. Size in bytes. */
export type BackupRecord = {
  startedAt: Date;
  endedAt: Date;
  isNightly: boolean;
  file: { name: string; size: number } | null;
  trouble: string;
};

const maxRecords = 100;

export async function recordBackup(db: Database, record: BackupRecord): Promise<void> {
  const { startedAt: started_at, endedAt: ended_at, isNightly: is_nightly, file, trouble } = record;
  const row = { started_at, ended_at, is_nightly, file_name: file?.name ?? null, size: file?.size ?? null, trouble };
  await db.insertInto("backups").values(row).execute();
  await sql`
    delete from backups where backup_id <= (select max(backup_id) from backups) - ${maxRecords}`.execute(db);
}

export async function wasBackedUpSince(db: Database, since: Date): Promise<boolean> {
  const backup = await db
    .selectFrom("backups")
    .select("backup_id")
    .where("is_nightly", "=", true)
    .where("file_name", "is not", null)
    .where("started_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return backup !== undefined;
}

/** Returns the file names of requested backups, as opposed to nightly ones. */
export async function requestedNames(db: Database): Promise<ReadonlySet<string>> {
  const requested = db.selectFrom("backups").select("file_name").where("is_nightly", "=", false);
  return new Set((await requested.execute()).flatMap(({ file_name: name }) => name ?? []));
}
