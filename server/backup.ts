import fs from "node:fs";
import path from "node:path";
import { backUp } from "./platform/backup/back-up.ts";
import { type BackupRecord, backupHistory, recordBackup } from "./platform/backup/backups.queries.ts";
import { isTestDue } from "./platform/backup/monthly-test.ts";
import { describeManifest, formatSize, nightlyBackup } from "./platform/backup/nightly-backup.ts";
import { tryRestore } from "./platform/backup/try-restore.ts";
import { systemClock } from "./platform/clock.ts";
import { followSettings } from "./admin/public.ts";
import { JobFailed } from "./platform/jobs/job.ts";
import { createLog } from "./platform/log.ts";
import { type Configuration, readConfiguration } from "./platform/configuration.ts";
import type { ConnectionSettings } from "./platform/connection/connection-settings.ts";
import { argumentsOf, runCommand } from "./platform/environment/command-arguments.ts";
import { openStorage, requireLibrary } from "./platform/connection/open-storage.ts";
import { openDatabase } from "./platform/database.ts";
import { storedFilesOf } from "./stored-files.ts";
import { describeError, StartError } from "./platform/errors/source-places.ts";

// Writes a backup, whether the library is running or not.
const usage = "Usage: npm run backup, or npm run backup -- --to FILE, --to FOLDER, or --nightly";

async function main(args: string[]) {
  const flags = { to: { type: "string" }, nightly: { type: "boolean", default: false } } as const;
  const { values, positionals } = argumentsOf(args, flags, usage);
  const { to, nightly: isNightly } = values;
  if (positionals.length > 0 || to === "" || (isNightly && to !== undefined)) throw new StartError(usage);
  const configuration = readConfiguration(process.env);
  const { backup } = configuration;
  requireLibrary(configuration);
  const { connection, stop } = await openStorage(configuration);
  try {
    if (isNightly) return await makeNightly(configuration, connection);
    const parts = { connection, storedFiles: storedFilesOf(configuration), passphrase: backup.passphrase };
    const startedAt = new Date();
    if (to === undefined && backup.folder !== undefined) fs.mkdirSync(backup.folder, { recursive: true });
    const { file, size, manifest } = await backUp(parts, to ?? backup.folder ?? ".");
    await record(connection, { startedAt, file: { name: path.basename(file), size } });
    process.stdout.write(`${file}: ${formatSize(size)}, ${describeManifest(manifest)}.\n`);
    const { count, names } = manifest.missing;
    if (count > 0)
      process.stderr.write(
        `Missing: ${count} stored files that the database refers to, such as ${names.slice(0, 5).join(", ")}.\n`,
      );
  } finally {
    await stop();
  }
}

/** Does the nightly work of an instance with BACKUP_DIR, for installations where a scheduler runs it. */
async function makeNightly(configuration: Configuration, connection: ConnectionSettings): Promise<void> {
  const { folder } = configuration.backup;
  if (folder === undefined) throw new StartError("BACKUP_DIR must be set to a folder for the nightly backup.");
  const db = openDatabase({ connection, poolSize: 1 });
  try {
    await followSettings(db, configuration);
    const [log, storedFiles] = [createLog(configuration.logLevel), storedFilesOf(configuration)];
    await nightlyBackup({ db, clock: systemClock, configuration, log, connection, storedFiles }, folder);
    if (!isTestDue(await backupHistory(db), new Date())) return;
    const { file } = await tryRestore(configuration);
    log.info({ file }, "backup restored as a test");
  } catch (error) {
    throw error instanceof JobFailed ? new StartError(error.message, { cause: error }) : error;
  } finally {
    await db.destroy();
  }
}

/** Records the backup for admin/system. The table may be missing in an older library, so a failure is only reported. */
async function record(connection: ConnectionSettings, backup: Pick<BackupRecord, "startedAt" | "file">): Promise<void> {
  const db = openDatabase({ connection, poolSize: 1 });
  try {
    await recordBackup(db, { ...backup, endedAt: new Date(), isNightly: false, trouble: "" });
  } catch (error) {
    process.stderr.write(`The backup is complete, but the library could not record it: ${describeError(error)}\n`);
  } finally {
    await db.destroy();
  }
}

runCommand(main);
