import fs from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { ConnectionSettings } from "#server/platform/connection/connection-pool.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { BackupFailed, type Folder, folders, format, type Manifest } from "./archive.ts";
import { schemaScript, schemaScriptFor, Snapshot } from "./snapshot.ts";
import { type ArchiveWriter, writeArchive } from "./write-archive.ts";
import * as z from "zod";

/** Where the files of a folder are, and a query for the names of those that rows name. */
export type StoredFiles = Record<Folder, { store: FileStore; names: string }>;

export type BackupParts = {
  connection: ConnectionSettings;
  /** Undefined: they stay where they are, and only the tables are written. */
  storedFiles: StoredFiles | undefined;
  passphrase: string | undefined;
  /** Ends it early, and nothing is left. */
  stopping?: AbortSignal | undefined;
};

type Backup = { file: string; size: number; manifest: Manifest };

/**
 * Writes the library as it is at one moment into a new file: every table, and the files that its rows name. The library
 * may run meanwhile, in any number of instances. Throws BackupFailed.
 */
export async function backUp(parts: BackupParts, to: string): Promise<Backup> {
  const { connection, storedFiles, passphrase, stopping } = parts;
  const file = await placeFor(to, passphrase !== undefined);
  let written: Manifest | undefined;
  const size = await Snapshot.take(connection, (snapshot) =>
    writeArchive({ file, passphrase, stopping }, async (archive) => {
      const { tables, ...described } = await snapshot.describe();
      const counted: Manifest["tables"] = [];
      for (const table of tables) counted.push({ ...table, rows: await snapshot.write(table, archive) });
      const script = schemaScriptFor({ ...described, tables: counted });
      await archive.add({ name: schemaScript, content: Buffer.from(script) });
      const missing: Manifest["missing"] = { count: 0, names: [] };
      const files = { media: 0, mail: 0 };
      for (const folder of folders) {
        if (!storedFiles) break;
        const { store, names } = storedFiles[folder];
        for await (const some of snapshot.names(names))
          files[folder] += await writeFiles({ folder, store, archive, missing }, some);
      }
      await archive.end((entries) => {
        written = { format, product: productVersion(), ...described, tables: counted, files, missing, entries };
        return written;
      });
    }),
  );
  if (!written) throw new Error("An archive that was written has a manifest.");
  return { file, size, manifest: written };
}

type Writing = { folder: Folder; store: FileStore; archive: ArchiveWriter; missing: Manifest["missing"] };

const atOnce = 8; // a bucket's answer takes longer than its bytes

async function writeFiles({ folder, store, archive, missing }: Writing, names: string[]): Promise<number> {
  let count = 0;
  for (let at = 0; at < names.length; at += atOnce) {
    const read = names.slice(at, at + atOnce).map(async (name) => {
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

/** A folder gets a file that is named after the time; a file must be new. */
async function placeFor(to: string, isEncrypted: boolean): Promise<string> {
  const place = path.resolve(to);
  const found = await stat(place).catch(() => undefined);
  if (found?.isDirectory()) return path.join(place, backupName(new Date(), isEncrypted));
  if (found) throw new BackupFailed(`${place} is there already: give another name.`);
  return place;
}

const nameOfBackup = /^library-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar(?:\.age)?$/;
export const isBackupName = (name: string) => nameOfBackup.test(name);

/** Names in the order of time. */
function backupName(at: Date, isEncrypted: boolean): string {
  return `library-${at.toISOString().replaceAll(/[:.]/g, "-")}.tar${isEncrypted ? ".age" : ""}`;
}

function productVersion(): string {
  const text = fs.readFileSync(path.join(projectRoot, "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
