import { type JobKind, jobKinds, type StaffJobs } from "#contract/admin/jobs.ts";
import { backUpNow, type System } from "#contract/admin/system.ts";
import os from "node:os";
import path from "node:path";
import { isoDates } from "#server/iso-dates.ts";
import { backupHistory } from "#server/platform/backup/backups.queries.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueUnlessWaiting } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import type { Release } from "#server/platform/release.ts";
import type { Warnings } from "#server/platform/setup/warnings.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { jobsByKind, lastCheck, systemRow } from "./system.queries.ts";

export type SystemParts = {
  db: Database;
  configuration: Pick<Configuration, "mode" | "backup" | "databaseUrl" | "dataFolder" | "pictureStore" | "smtpUrl">;
  release: Release;
  warnings: Warnings;
};

export async function showSystem({ db, configuration, release, warnings }: SystemParts): Promise<System> {
  const { mode, databaseUrl, dataFolder, pictureStore, smtpUrl, backup } = configuration;
  const [row, stock, { last, test }] = [await systemRow(db), await lastCheck(db), await backupHistory(db)];
  return {
    ...release,
    host: os.hostname(),
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    mode,
    node: process.version.slice(1),
    database: { version: row.postgres, isEmbedded: databaseUrl === undefined, bytes: row.bytes },
    lastMigration: { name: row.last_migration, at: row.migrated_at.toISOString() },
    storage: {
      isBucket: pictureStore !== undefined,
      place: pictureStore
        ? `${pictureStore.bucket} at ${new URL(pictureStore.endpoint).host}`
        : path.join(dataFolder, "media"),
    },
    mail: { isToFiles: smtpUrl === undefined, ...row.mail },
    jobs: row.jobs,
    backup: {
      isNightly: backup.folder !== undefined,
      isElsewhere: backup.isElsewhere,
      isRunning: row.is_backed_up,
      last: last && isoDates(last),
      test: test && isoDates(test),
    },
    stock: { isRunning: row.is_stock_checked, last: stock },
    warnings: warnings.all(),
  };
}

export async function requestBackup(db: Database, actor: Actor, folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Refusal({ kind: "no-backup-folder" });
  await inTransaction(db, async (tx) => {
    if (!(await enqueueUnlessWaiting(tx, "back-up-now"))) return;
    await recordActivity(tx, actor, {
      call: backUpNow.call,
      kind: "system",
      subjectId: null,
      label: "Backup",
      before: null,
      after: { Folder: folder },
    });
  });
}

/** Returns the state of every kind of job, including kinds without jobs. */
export async function listJobs(db: Database): Promise<StaffJobs[]> {
  const rows = await jobsByKind(db);
  return jobKinds.map((kind) => rows.find((row) => row.kind === kind) ?? noJobs(kind));
}

const noJobs = (kind: JobKind): StaffJobs => ({
  kind,
  waiting: 0,
  running: 0,
  dead: 0,
  lastRunAt: null,
  nextRunAt: null,
  failures: 0,
  trouble: "",
});
