import { stat } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { readRelease } from "#server/platform/release.ts";
import { BackupFailed, type Folder, folders, format, type Manifest } from "./archive.ts";
import { schemaScript, schemaScriptFor, Snapshot } from "./snapshot.ts";
import { type ArchiveWriter, writeArchive } from "./write-archive.ts";

/** The store of each folder, with a query for the names that the database refers to. */
export type StoredFiles = Record<Folder, { store: FileStore; names: string }>;

export type BackupParts = {
  connection: ConnectionSettings;
  /** If undefined, only the tables are backed up. */
  storedFiles: StoredFiles | undefined;
  passphrase: string | undefined;
  /** Aborts the backup and leaves no file. */
  stopping?: AbortSignal | undefined;
};

type Backup = { file: string; size: number; manifest: Manifest };

/**
 * Writes the library's tables and stored files, as of one moment, into a new file, while any number of instances run.
 * Throws BackupFailed.
 */
export async function backUp(parts: BackupParts, to: string): Promise<Backup> {
  const { connection, storedFiles, passphrase, stopping } = parts;
  const file = await targetFile(to, passphrase !== undefined);
  let written: Manifest | undefined;
  const size = await Snapshot.take(connection, (snapshot) =>
    writeArchive({ file, passphrase, stopping }, async (archive) => {
      const { tables, ...details } = await snapshot.describe();
      const tableCounts: Manifest["tables"] = [];
      for (const table of tables) tableCounts.push({ ...table, rows: await snapshot.write(table, archive) });
      const script = schemaScriptFor({ ...details, tables: tableCounts });
      await archive.add({ name: schemaScript, content: Buffer.from(script) });
      const missing: Manifest["missing"] = { count: 0, names: [] };
      const files = { media: 0, mail: 0 };
      for (const folder of folders) {
        if (!storedFiles) break;
        const { store, names } = storedFiles[folder];
        files[folder] = await writeFiles({ folder, store, archive, missing }, await snapshot.names(names));
      }
      await archive.end((entries) => {
        written = { format, product: readRelease().version, ...details, tables: tableCounts, files, missing, entries };
        return written;
      });
    }),
  );
  if (!written) throw new Error("The archive has no manifest.");
  return { file, size, manifest: written };
}

type FileParts = { folder: Folder; store: FileStore; archive: ArchiveWriter; missing: Manifest["missing"] };

const batchSize = 8; // a bucket takes longer to answer than to send a file

async function writeFiles({ folder, store, archive, missing }: FileParts, names: string[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < names.length; at += batchSize) {
    const read = names.slice(at, at + batchSize).map(async (name) => {
      const stored = await store.read(name);
      return { name: `${folder}/${name}`, content: stored && (await buffer(stored.content)) };
    });
    for (const { name, content } of await Promise.all(read)) {
      if (content) await archive.add({ name, content });
      else if (missing.count++ < 100) missing.names.push(name);
      if (content) count += 1;
    }
  }
  return count;
}

/** Returns the path of the backup: a new name in a folder, or the given name, which must not exist. */
async function targetFile(to: string, isEncrypted: boolean): Promise<string> {
  const target = path.resolve(to);
  const stats = await stat(target).catch(() => undefined);
  if (stats?.isDirectory()) return path.join(target, backupName(new Date(), isEncrypted));
  if (stats) throw new BackupFailed(`${target} already exists: choose another name.`);
  return target;
}

const nameOfBackup = /^library-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar(?:\.age)?$/;
export const isBackupName = (name: string) => nameOfBackup.test(name);

/** Returns a name that sorts by time. */
function backupName(at: Date, isEncrypted: boolean): string {
  return `library-${at.toISOString().replaceAll(/[:.]/g, "-")}.tar${isEncrypted ? ".age" : ""}`;
}
