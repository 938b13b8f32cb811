import fs from "node:fs";
import path from "node:path";
import { backUp } from "./platform/backup/back-up.ts";
import { type BackupRecord, recordBackup } from "./platform/backup/backups.queries.ts";
import { inWords, sizeInWords } from "./platform/backup/nightly-backup.ts";
import { readConfiguration } from "./platform/configuration.ts";
import type { ConnectionSettings } from "./platform/connection/connection-pool.ts";
import { openStorage } from "./platform/connection/open-storage.ts";
import { openDatabase } from "./platform/database.ts";
import { storedFilesOf } from "./stored-files.ts";
import { describeError, StartError } from "./platform/errors/source-places.ts";

/** Writes a backup, whether the library is running or not. */
const usage = "Usage: npm run backup, or npm run backup -- --to FILE, or --to FOLDER";

async function main(args: string[]) {
  if (args.length > 0 && (args.length !== 2 || args[0] !== "--to" || args[1] === "")) throw new StartError(usage);
  const configuration = readConfiguration(process.env);
  const { databaseUrl, dataFolder, backup } = configuration;
  if (databaseUrl === undefined && !fs.existsSync(path.join(dataFolder, "postgres")))
    throw new StartError(`There is no library in ${dataFolder}: set DATA_DIR or DATABASE_URL as for npm start.`);
  const { connection, stop } = await openStorage(configuration);
  try {
    const parts = { connection, storedFiles: storedFilesOf(configuration), passphrase: backup.passphrase };
    const begunAt = new Date();
    const { file, size, manifest } = await backUp(parts, args[1] ?? backup.folder ?? ".");
    await note(connection, { begunAt, file: { name: path.basename(file), size } });
    process.stdout.write(`${file}: ${sizeInWords(size)}, ${inWords(manifest)}.\n`);
    const { count, names } = manifest.missing;
    if (count > 0)
      process.stderr.write(`Not found: ${count} stored files that rows name, as ${names.slice(0, 5).join(", ")}.\n`);
  } finally {
    await stop();
  }
}

/** For admin/system; a library of an older version may have no place for it. */
async function note(connection: ConnectionSettings, made: Pick<BackupRecord, "begunAt" | "file">): Promise<void> {
  const db = openDatabase({ connection, poolSize: 1 });
  try {
    await recordBackup(db, { ...made, endedAt: new Date(), isNightly: false, trouble: "" });
  } catch (error) {
    process.stderr.write(`The backup is made, but could not be noted in the library: ${describeError(error)}\n`);
  } finally {
    await db.destroy();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
