import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { lastTime } from "../backup/nightly-backup.ts";
import type { StoredFiles } from "../backup/back-up.ts";
import type { Clock } from "../clock.ts";
import type { Configuration } from "../configuration.ts";
import type { ConnectionSettings } from "../connection/connection-pool.ts";
import type { Database } from "../database.ts";
import { errorCode } from "../errors/error-code.ts";
import { JobFailed } from "../jobs/job.ts";
import { stateOfArchiving } from "./archive.queries.ts";
import { basesOf, type KeptBase, removeHalfBases, takeBase } from "./base-backup.ts";
import { keepFiles, removeOldFiles } from "./kept-files.ts";
import { type Kept, placeOf, readHistory, type Segment } from "./span.rules.ts";
import { numberOfDatabase, type WalFolder, walFolderOf } from "./wal-folder.ts";

type Parts = {
  db: Database;
  connection: ConnectionSettings;
  /** The built-in server's, and where its files are. */
  embedded: { owner: ConnectionSettings; cluster: string };
  storedFiles: StoredFiles;
  clock: Clock;
  configuration: Pick<Configuration, "backup" | "timeZone">;
};

const day = 86_400_000; // ms

/**
 * Keeps what a restore to a moment needs beside the log, which PostgreSQL archives itself: new stored files at each look, and a
 * base after the hour of BACKUP_HOUR. Then removes what is older than its days.
 */
export async function keepArchive(
  parts: Parts,
  archive: { folder: string; days: number },
  stopping?: AbortSignal,
): Promise<void> {
  const { db, embedded, clock, configuration } = parts;
  const folder = walFolderOf(archive.folder, numberOfDatabase(embedded.cluster));
  const { isOn, failed } = await stateOfArchiving(db);
  if (!isOn) throw new JobFailed("The database was started without WAL_ARCHIVE: restart every instance.");
  if (failed !== null)
    throw new JobFailed(`PostgreSQL cannot archive ${failed} in WAL_ARCHIVE ${archive.folder}: see its server.log.`);
  await keepFiles({ ...parts, folder }, clock.now());
  const newest = (await basesOf(folder)).at(-1);
  if (newest && newest.endedAt >= lastTime(clock.now(), configuration)) return;
  await removeHalfBases(folder);
  await takeBase({ ...embedded, folder, stopping }).catch((error: unknown) => {
    if (errorCode(error) !== "57014") throw error; // its limit of time
    throw new JobFailed("PostgreSQL did not archive its log within five minutes: see its server.log.");
  });
  await removeOld(folder, new Date(clock.now().getTime() - archive.days * day));
}

/** All before the newest base from which on each moment since then can be reached. */
async function removeOld(folder: WalFolder, since: Date): Promise<void> {
  const bases = await basesOf(folder);
  const first = bases.findLast(({ endedAt }) => endedAt <= since) ?? bases[0];
  if (!first) return;
  for (const base of bases.slice(0, bases.indexOf(first)))
    await rm(path.join(folder.bases, base.name), { recursive: true, force: true });
  const needed = placeOf(first.startSegment);
  for (const name of await readdir(folder.wal))
    if (/^[0-9A-F]{24}\./.test(name) && placeOf(name) < needed) await rm(path.join(folder.wal, name), { force: true });
  await removeOldFiles(folder, new Date(first.endedAt.getTime() - day)); // the look before that base was earlier
}

/** What was archived of a database. */
export async function keptIn(folder: WalFolder): Promise<Omit<Kept, "bases"> & { bases: KeptBase[] }> {
  const names = await readdir(folder.wal).catch((): string[] => []);
  const histories = names.filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name));
  const read = histories.map(async (name) => {
    const place = path.join(folder.wal, name);
    return readHistory(name, (await stat(place)).mtime, gunzipSync(await readFile(place)).toString("utf8"));
  });
  return { bases: await basesOf(folder), segments: await segmentsOf(folder, names), lines: await Promise.all(read) };
}

async function segmentsOf({ wal }: WalFolder, names: string[]): Promise<Segment[]> {
  const read = names
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .map(async (name) => ({ name: name.slice(0, -3), at: (await stat(path.join(wal, name))).mtime }));
  return Promise.all(read);
}
