import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { addDays, type Clock, dayOf, startOfDay } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { JobFailed } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/log.ts";
import { BackupFailed, type Manifest, rowsIn } from "./archive.ts";
import { backUp, type BackupParts, isBackupName } from "./back-up.ts";
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

function lastTime(now: Date, { backupHour, timeZone }: Pick<Configuration, "backupHour" | "timeZone">): Date {
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

export function sizeInWords(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ["kB", bytes / 1e3] : bytes < 1e9 ? ["MB", bytes / 1e6] : ["GB", bytes / 1e9];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}

export function inWords(manifest: Manifest): string {
  const { tables, files, migrations } = manifest;
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  const some = (count: number, what: string) => `${count.toLocaleString("en-US")} ${what}`;
  const main = [
    some(rowsOf("accounts"), "accounts"),
    some(rowsOf("items"), "titles"),
    some(rowsOf("orders"), "orders"),
  ];
  const all = [`${some(tables.length, "tables")} with ${some(rowsIn(manifest), "rows")} (${main.join(", ")})`];
  const stored = [some(files.media, "pictures and documents"), some(files.mail, "mails in files")];
  return `${[...all, ...stored].join(", ")}; migration ${migrations.at(-1)?.name}`;
}
