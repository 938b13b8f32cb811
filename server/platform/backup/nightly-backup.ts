import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { addDays, type Clock, dayOf, startOfDay } from "../clock.ts";
import type { Configuration } from "../configuration.ts";
import type { Database } from "../database.ts";
import { errorCode } from "../errors/error-code.ts";
import { JobFailed } from "../jobs/job.ts";
import type { Log } from "../log.ts";
import { BackupFailed } from "./archive.ts";
import { type BackupParts, backUp, isBackupName } from "./back-up.ts";
import { askedNames, recordBackup, wasBackedUpSince } from "./backups.queries.ts";

type Parts = Omit<BackupParts, "passphrase"> & {
  db: Database;
  clock: Clock;
  configuration: Pick<Configuration, "backup" | "backupHour" | "backupKeep" | "timeZone">;
  log: Pick<Log, "info">;
};

/**
 * Makes tonight's backup, unless one was made since its hour last came. A failure is recorded and thrown; the job
 * tries again.
 */
export async function nightlyBackup(parts: Parts, folder: string, stopping?: AbortSignal): Promise<void> {
  const { db, clock, configuration } = parts;
  if (await wasBackedUpSince(db, lastTime(clock.now(), configuration))) return;
  await makeBackup({ ...parts, stopping }, folder, true);
}

/** Makes the backup that somebody asked for. A failure is recorded, and final: they see it and ask again. */
export async function askedBackup(parts: Parts, folder: string, stopping?: AbortSignal): Promise<void> {
  await makeBackup({ ...parts, stopping }, folder, false);
}

/** Then removes all but the newest of the folder's: of the nights, and of those that were asked for. */
async function makeBackup(parts: Parts & Pick<BackupParts, "stopping">, folder: string, isNightly: boolean) {
  const { db, clock, configuration, log, stopping } = parts;
  const record = { begunAt: clock.now(), isNightly };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { passphrase } = configuration.backup;
    const { file, size, manifest } = await backUp({ ...parts, passphrase }, folder);
    await recordBackup(db, { ...record, endedAt: clock.now(), file: { name: path.basename(file), size }, trouble: "" });
    log.info({ file, size, notFound: manifest.missing.count }, "backup written");
    await removeOld(folder, configuration.backupKeep, await askedNames(db));
  } catch (error) {
    if (stopping?.aborted) throw error;
    const trouble = wordsOf(error, folder);
    await recordBackup(db, {
      ...record,
      endedAt: clock.now(),
      file: null,
      trouble: trouble ?? "See the server's log.",
    });
    throw trouble === undefined ? error : new JobFailed(trouble, { isFinal: !isNightly });
  }
}

function wordsOf(error: unknown, folder: string): string | undefined {
  if (error instanceof BackupFailed) return error.message;
  const code = errorCode(error);
  return code === "EACCES" || code === "EROFS" || code === "ENOTDIR" || code === "EEXIST"
    ? `BACKUP_DIR ${folder} cannot be made or written (${code}).`
    : undefined;
}

/** When the hour of the schedule last came. */
export function lastTime(now: Date, { backupHour, timeZone }: Pick<Configuration, "backupHour" | "timeZone">): Date {
  const on = (day: string) => new Date(startOfDay(day, timeZone).getTime() + backupHour * 3_600_000);
  const today = dayOf(now, timeZone);
  return on(today) <= now ? on(today) : on(addDays(today, -1));
}

/** Those that were asked for are counted apart, so that many of them remove no night. */
async function removeOld(folder: string, keep: number, asked: ReadonlySet<string>): Promise<void> {
  const names = (await readdir(folder)).filter(isBackupName).toSorted();
  const [ofNights, ofPeople] = [names.filter((name) => !asked.has(name)), names.filter((name) => asked.has(name))];
  for (const name of [...ofNights.slice(0, -keep), ...ofPeople.slice(0, -keep)])
    await rm(path.join(folder, name), { force: true });
}
