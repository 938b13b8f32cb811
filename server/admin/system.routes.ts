import type { FastifyInstance } from "fastify";
import os from "node:os";
import path from "node:path";
import { backUpNow, checkStock, getRelease, getSystem, type System, type SystemCheck } from "#contract/admin/system.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { hastenJob } from "#server/platform/jobs/jobs.queries.ts";
import type { Release } from "#server/platform/release.ts";
import type { Warnings } from "#server/platform/setup/setup-checks.ts";
import { askForBackup } from "./ask-for-backup.ts";
import { backupRows, type CheckRow, lastCheckRows, systemRow } from "./system.queries.ts";

type Parts = {
  db: Database;
  clock: Clock;
  configuration: Pick<Configuration, "mode" | "backup" | "databaseUrl" | "dataFolder" | "pictureStore" | "smtpUrl">;
  release: Release;
  warnings: Warnings;
};

/** Serves System/*: what runs here, for managers; which version it is, for all staff. */
export function systemRoutes(app: FastifyInstance, { db, clock, configuration, release, warnings }: Parts): void {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const { mode, databaseUrl, dataFolder, pictureStore, smtpUrl } = configuration;
  const place = pictureStore
    ? `${pictureStore.bucket} at ${new URL(pictureStore.endpoint).host}`
    : path.join(dataFolder, "media");
  const checkOf = (rows: readonly CheckRow[], kind: CheckRow["kind"]) =>
    presentCheck(rows.find((row) => row.kind === kind));
  serve(app, checkStock, async () => {
    await hastenJob(db, "check-stock");
    return {};
  });
  serve(app, backUpNow, async (_received, { session }) => {
    await askForBackup(db, { userId: session.userId, at: clock.now() }, configuration.backup.folder);
    return {};
  });
  serve(app, getRelease, async () => ({ data: release }));
  serve(app, getSystem, async () => {
    const row = await systemRow(db);
    const checks = await lastCheckRows(db);
    return {
      data: {
        ...release,
        host: os.hostname(),
        startedAt,
        mode,
        node: process.version.slice(1),
        database: { version: row.postgres, isEmbedded: databaseUrl === undefined, bytes: row.bytes },
        lastMigration: { name: row.last_migration, at: row.migrated_at.toISOString() },
        storage: { isBucket: pictureStore !== undefined, place },
        mail: {
          isToFiles: smtpUrl === undefined,
          waiting: row.mails_waiting,
          dead: row.mails_dead,
          heldSinceBackupOf: row.held_since_backup_of?.toISOString() ?? null,
        },
        jobs: { waiting: row.jobs_waiting, running: row.jobs_running, dead: row.jobs_dead },
        backup: presentBackup(
          { isNightly: configuration.backup.folder !== undefined, isRunning: row.is_backed_up },
          await backupRows(db),
        ),
        stock: { isRunning: row.is_stock_checked, last: checkOf(checks, "stock") },
        warnings: warnings.all(),
      },
    };
  });
}

function presentCheck(row: CheckRow | undefined): SystemCheck | null {
  if (!row) return null;
  const found = row.found.map(({ itemId, title, sentence }) => ({ itemId, title: title ?? "", sentence }));
  return { at: row.ended_at.toISOString(), lookedAt: row.looked_at, wrong: row.wrong, found };
}

type Made = { ended_at: Date; file_name: string | null; size: number | null } | undefined;

function presentBackup(
  is: Pick<System["backup"], "isNightly" | "isRunning">,
  { made, trouble }: { made: Made; trouble: string },
): System["backup"] {
  const last = made && { at: made.ended_at.toISOString(), name: made.file_name ?? "", bytes: made.size ?? 0 };
  return { ...is, last: last ?? null, trouble };
}
