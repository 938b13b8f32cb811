import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { DataFolder } from "../embedded-postgres/data-folder.ts";
import type { RunAs } from "../embedded-postgres/processes.ts";
import type { Settings } from "../embedded-postgres/watchdog.ts";
import { errorCode } from "../errors/error-code.ts";
import { StartError } from "../errors/start-error.ts";

/** What WAL_ARCHIVE keeps of one database: its log in segments, copies of its files, and the stored files of the library. */
export type WalFolder = { wal: string; bases: string; files: string };

export const walFolderOf = (archive: string, database: string): WalFolder => ({
  wal: path.join(archive, database, "wal"),
  bases: path.join(archive, database, "bases"),
  files: path.join(archive, database, "files"),
});

/** PostgreSQL's own number of a database, which its copies share: another one in the same archive gets another folder. */
export function numberOfDatabase(cluster: string): string {
  const control = fs.readFileSync(path.join(cluster, "global", "pg_control"));
  return control.readBigUInt64LE(0).toString();
}

/** Makes the folder of a database; the server's user writes the log into it. */
export function makeWalFolder(archive: string, { cluster, runAs }: Pick<DataFolder, "cluster" | "runAs">): WalFolder {
  if (process.platform === "win32")
    throw new StartError("WAL_ARCHIVE works with the built-in database on Linux and macOS only: leave it out.");
  const folder = walFolderOf(archive, numberOfDatabase(cluster));
  try {
    fs.mkdirSync(archive, { recursive: true }); // the server's user goes through it
    for (const place of [folder.wal, folder.bases, folder.files]) fs.mkdirSync(place, { recursive: true, mode: 0o700 });
    giveTo(runAs, path.dirname(folder.wal));
    giveTo(runAs, folder.wal);
    keepHistories(cluster, folder);
  } catch (error) {
    throw new StartError(`WAL_ARCHIVE ${archive} cannot be made or written (${errorCode(error) ?? String(error)}).`);
  }
  return folder;
}

/** To the server's user, where that is another one than ours. */
export function giveTo({ identity }: RunAs, place: string): void {
  if (identity.uid !== undefined && identity.gid !== undefined) fs.chownSync(place, identity.uid, identity.gid);
}

/** A restored database has its own timeline from that moment on; its beginning was written while nothing was archived. */
export function keepHistories(cluster: string, { wal }: WalFolder): void {
  const own = path.join(cluster, "pg_wal");
  for (const name of fs.readdirSync(own).filter((each) => each.endsWith(".history"))) {
    const kept = path.join(wal, `${name}.gz`);
    if (fs.existsSync(kept)) continue;
    fs.writeFileSync(`${kept}.aside`, gzipSync(fs.readFileSync(path.join(own, name))), { flush: true });
    fs.renameSync(`${kept}.aside`, kept);
  }
}

/** For sh; a percent sign means something to PostgreSQL. */
const inShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`).replaceAll("%", "%%")}'`;

/** Each segment is copied once, whole, and to the disk, a minute after something was written at the latest. */
export function archiving({ wal }: WalFolder): Settings {
  const folder = inShell(wal);
  const aside = `sync ${folder}/%f.aside || sync`;
  return {
    wal_level: "replica",
    archive_mode: "on",
    archive_timeout: "60",
    archive_command:
      `if test -f ${folder}/%f.gz; then gzip -dc ${folder}/%f.gz | cmp -s - %p; ` +
      `else gzip -1 < %p > ${folder}/%f.aside && { ${aside}; } && mv ${folder}/%f.aside ${folder}/%f.gz; fi`,
  };
}

/** Reads the log from the archive, up to a moment of a line. */
export function recovering({ wal }: WalFolder, moment: Date, line: number): Settings {
  const kept = `${inShell(wal)}/%f.gz`;
  return {
    archive_mode: "off",
    hot_standby: "off", // nobody reads what is not there yet
    restore_command: `test -f ${kept} && gzip -dc ${kept} > %p`,
    recovery_target_time: moment.toISOString().replace("T", " ").replace("Z", "+00"),
    recovery_target_timeline: String(line),
    recovery_target_action: "promote",
  };
}
