import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { addDays, type Clock, dayOf, startOfDay } from "../clock.ts";
import type { Configuration } from "../configuration.ts";
import type { Database } from "../database.ts";
import { errorCode } from "../error-code.ts";
import { JobFailed } from "../jobs/job.ts";
import type { Log } from "../log.ts";
import { BackupFailed } from "./archive.ts";
import { type BackupParts, backUp, isBackupName } from "./back-up.ts";
import { recordBackup, wasBackedUpSince } from "./backups.queries.ts";

type Parts = Omit<BackupParts, "passphrase"> & {
  db: Database;
  clock: Clock;
  configuration: Pick<Configuration, "backup" | "timeZone">;
  log: Pick<Log, "info">;
};

/**
 * Makes tonight's backup, unless one was made since the hour of BACKUP_HOUR last came, and removes all but the newest of
 * the folder's. A failure is recorded and thrown; the job tries again.
 */
export async function nightlyBackup(parts: Parts, folder: string, stopping?: AbortSignal): Promise<void> {
  const { db, clock, configuration, log } = parts;
  const begunAt = clock.now();
  if (await wasBackedUpSince(db, lastTime(begunAt, configuration))) return;
  const record = { begunAt, isNightly: true };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { passphrase, keep } = configuration.backup;
    const { file, size, manifest } = await backUp({ ...parts, passphrase, stopping }, folder);
    await recordBackup(db, { ...record, endedAt: clock.now(), file: { name: path.basename(file), size }, trouble: "" });
    log.info({ file, size, notFound: manifest.missing.count }, "backup written");
    await removeOld(folder, keep);
  } catch (error) {
    if (stopping?.aborted) throw error;
    const trouble = wordsOf(error, folder);
    await recordBackup(db, {
      ...record,
      endedAt: clock.now(),
      file: null,
      trouble: trouble ?? "See the server's log.",
    });
    throw trouble === undefined ? error : new JobFailed(trouble);
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
function lastTime(now: Date, { backup, timeZone }: Parts["configuration"]): Date {
  const on = (day: string) => new Date(startOfDay(day, timeZone).getTime() + backup.hour * 3_600_000);
  const today = dayOf(now, timeZone);
  return on(today) <= now ? on(today) : on(addDays(today, -1));
}

async function removeOld(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter(isBackupName).toSorted();
  for (const name of names.slice(0, -keep)) await rm(path.join(folder, name), { force: true });
}
