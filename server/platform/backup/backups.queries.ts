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

/** Returns the last backup and restore test; each `trouble` says why the last attempt failed, or is empty. */
export type BackupHistory = {
  libraryCreatedAt: Date;
  firstBackupAt: Date | null;
  last: { at: Date; name: string; bytes: number } | null;
  trouble: string;
  test: { at: Date; name: string; trouble: string } | null;
  lastGoodTestAt: Date | null;
};

export async function backupHistory(db: Database): Promise<BackupHistory> {
  const [backups, tests] = [db.selectFrom("backups"), db.selectFrom("checks").where("kind", "=", "restore")];
  const good = backups.where("file_name", "is not", null);
  const created = sql<{ at: Date }>`select min(timestamp)::timestamptz as at from kysely_migration`;
  const [{ at: libraryCreatedAt } = { at: new Date() }] = (await created.execute(db)).rows;
  const first = await good.select((row) => row.fn.min("started_at").as("at")).executeTakeFirstOrThrow();
  const last = await good
    .select(["ended_at as at", sql<string>`file_name`.as("name"), sql<number>`size::float8`.as("bytes")])
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const latest = await backups.select("trouble").orderBy("started_at", "desc").limit(1).executeTakeFirst();
  const test = await tests
    .select(["ended_at as at", "subject as name", sql<string>`coalesce(found -> 0 ->> 'sentence', '')`.as("trouble")])
    .orderBy("check_id", "desc")
    .limit(1)
    .executeTakeFirst();
  const goodTest = await tests
    .where("wrong", "=", 0)
    .select((row) => row.fn.max("ended_at").as("at"))
    .executeTakeFirstOrThrow();
  return {
    libraryCreatedAt,
    firstBackupAt: first.at,
    last: last ?? null,
    trouble: latest?.trouble ?? "",
    test: test ?? null,
    lastGoodTestAt: goodTest.at,
  };
}
