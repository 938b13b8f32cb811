import { existsSync } from "node:fs";
import { mkdir, readdir, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { recordCheck } from "#server/platform/checks/checks.queries.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { openStorage } from "#server/platform/connection/open-storage.ts";
import { openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { describeError, StartError } from "#server/platform/errors/source-places.ts";
import { localFiles } from "#server/platform/files/local-files.ts";
import { BackupFailed, folders, type Manifest } from "./archive.ts";
import { isBackupName } from "./back-up.ts";
import { formatSize } from "./nightly-backup.ts";
import { checkArchive, objectionToVersion, restore } from "./restore.ts";
import { inScratchFolder, removeAbandonedTests, scratchFolderIn } from "./scratch-folder.ts";

type Settings = Pick<Configuration, "backup" | "databaseUrl" | "dataFolder">;

/**
 * For a database that exists for minutes next to a running library: little memory, and no protection from power
 * failures.
 */
const scratchServer = {
  shared_buffers: "16MB",
  max_wal_size: "128MB",
  min_wal_size: "32MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  fsync: "off",
  full_page_writes: "off",
  autovacuum: "off",
};
const serverBytes = 150_000_000; // an empty database and its log
const indexFactor = 4; // rows with their indexes take up to this many times their size as text

/**
 * Restores a backup, by default the newest in BACKUP_DIR, into a temporary database, and compares it with its manifest.
 * Records the result for the newest backup, for admin/system, and throws BackupFailed if the backup is bad.
 */
export async function tryRestore(settings: Settings, given?: string): Promise<{ file: string; manifest: Manifest }> {
  os.setPriority(os.constants.priority.PRIORITY_LOW); // the library comes first
  const startedAt = new Date();
  let subject = given === undefined ? "The newest backup" : path.basename(given);
  let isNewest = given === undefined;
  try {
    const file = given ?? (await newestIn(settings.backup.folder));
    subject = path.basename(file);
    isNewest = await isNewestOf(settings, file);
    const manifest = await restoreIntoScratch(settings, file);
    const checkedCount = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
    if (isNewest) await recordResult(settings, { startedAt, subject, checkedCount, wrong: [] });
    return { file, manifest };
  } catch (error) {
    const sentence = error instanceof StartError ? error.message : "See the log, or the output of restore -- --try.";
    if (isNewest) await recordResult(settings, { startedAt, subject, checkedCount: 0, wrong: [{ sentence }] });
    throw error;
  }
}

/** Records only a test of the newest backup, or of any backup if they go where this process can't look. */
async function isNewestOf({ backup: { folder } }: Settings, file: string): Promise<boolean> {
  if (folder === undefined) return existsSync(file);
  const newest = await newestIn(folder).catch(() => undefined);
  return newest !== undefined && path.resolve(newest) === path.resolve(file);
}

async function newestIn(folder: string | undefined): Promise<string> {
  if (folder === undefined) throw new StartError("Name a backup, or set BACKUP_DIR to a folder with backups.");
  const names = await readdir(folder).catch((): string[] => []);
  const newest = names.filter(isBackupName).toSorted().at(-1);
  if (newest === undefined) throw new StartError(`There is no backup in BACKUP_DIR ${folder}.`);
  return path.join(folder, newest);
}

async function restoreIntoScratch({ backup: { passphrase }, dataFolder }: Settings, file: string): Promise<Manifest> {
  const place = existsSync(dataFolder) ? dataFolder : os.tmpdir();
  await removeAbandonedTests(place);
  let bytes = serverBytes;
  const manifest = await checkArchive(file, passphrase, ({ rows, files }) => (bytes += rows * indexFactor + files));
  const objection = objectionToVersion(manifest);
  if (objection !== undefined) throw new BackupFailed(objection);
  await requireSpace(place, bytes);
  const scratch = scratchFolderIn(place);
  let server: Promise<Awaited<ReturnType<typeof openEmbeddedPostgres>>> | undefined;
  const stop = async () => (await server?.catch(() => undefined))?.stop();
  return inScratchFolder(scratch, stop, async () => {
    try {
      await mkdir(scratch, { mode: 0o711 }); // the database server may run as another user
      const storedFiles = {
        media: { store: localFiles(path.join(scratch, "media")), names: "" },
        mail: { store: localFiles(path.join(scratch, "mail")), names: "" },
      };
      server = openEmbeddedPostgres(path.join(scratch, "postgres"), { settings: scratchServer });
      const { connection: owner } = await server;
      await restore({ owner, storedFiles, passphrase }, file, manifest);
      await stop();
      await compareFiles(scratch, manifest);
      return manifest;
    } catch (error) {
      await stop();
      if (isFull(error)) throw new BackupFailed(`There was not enough space in ${place}.`, { cause: error });
      throw error;
    }
  });
}

/** `restore` compares the rows; this compares the files. */
async function compareFiles(scratch: string, manifest: Manifest): Promise<void> {
  for (const folder of folders) {
    const { length } = await readdir(path.join(scratch, folder)).catch((): string[] => []);
    if (length !== manifest.files[folder])
      throw new BackupFailed(`${length} ${folder} files were restored instead of ${manifest.files[folder]}.`);
  }
}

/** Refuses a test that could fill the disk of a running library. */
async function requireSpace(place: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(place);
  if (bavail * bsize >= bytes) return;
  throw new BackupFailed(
    `A test needs ${formatSize(bytes)} in ${place}, which has ${formatSize(bavail * bsize)} free.`,
  );
}

const isFull = (error: unknown) => ["ENOSPC", "EDQUOT", "53100"].includes(errorCode(error) ?? "");

type Result = Omit<Parameters<typeof recordCheck>[1], "kind" | "endedAt">;

/** Records the result if this machine has a library. Reports it if that fails. */
async function recordResult(settings: Settings, result: Result): Promise<void> {
  if (settings.databaseUrl === undefined && !existsSync(path.join(settings.dataFolder, "postgres"))) return;
  try {
    const { connection, stop } = await openStorage(settings);
    const db = openDatabase({ connection, poolSize: 1 });
    try {
      await recordCheck(db, { ...result, kind: "restore", endedAt: new Date() });
    } finally {
      await db.destroy();
      await stop();
    }
  } catch (error) {
    process.stderr.write(`The library could not record the result: ${describeError(error)}\n`);
  }
}
