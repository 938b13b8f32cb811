import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { addDays, type Clock, dayOf, startOfDay } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { JobFailed } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/log.ts";
import { BackupFailed, type Manifest } from "./archive.ts";
import { backUp, type BackupParts, isBackupName } from "./back-up.ts";
import { recordBackup, requestedNames, wasBackedUpSince } from "./backups.queries.ts";

type Parts = Omit<BackupParts, "passphrase"> & {
  db: Database;
  clock: Clock;
  configuration: Pick<Configuration, "backup" | "backupHour" | "backupKeep" | "timeZone">;
  log: Pick<Log, "info">;
};

/** Makes the nightly backup unless it exists already. Records a failure and throws it, so that the job retries. */
export async function nightlyBackup(parts: Parts, folder: string, stopping?: AbortSignal): Promise<void> {
  const { db, clock, configuration } = parts;
  if (await wasBackedUpSince(db, lastDue(clock.now(), configuration))) return;
  await makeBackup({ ...parts, stopping }, folder, true);
}

/** Makes a backup that staff requested. A failure is final: they see it and can request another. */
export async function requestedBackup(parts: Parts, folder: string, stopping?: AbortSignal): Promise<void> {
  await makeBackup({ ...parts, stopping }, folder, false);
}

async function makeBackup(parts: Parts & Pick<BackupParts, "stopping">, folder: string, isNightly: boolean) {
  const { db, clock, configuration, log, stopping } = parts;
  const record = { startedAt: clock.now(), isNightly };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { passphrase } = configuration.backup;
    const { file, size, manifest } = await backUp({ ...parts, passphrase }, folder);
    await recordBackup(db, { ...record, endedAt: clock.now(), file: { name: path.basename(file), size }, trouble: "" });
    log.info({ file, size, notFound: manifest.missing.count }, "backup written");
    await removeOld(folder, configuration.backupKeep, await requestedNames(db));
  } catch (error) {
    if (stopping?.aborted) throw error;
    const trouble = troubleOf(error, folder);
    await recordBackup(db, {
      ...record,
      endedAt: clock.now(),
      file: null,
      trouble: trouble ?? "See the server's log.",
    });
    throw trouble === undefined ? error : new JobFailed(trouble, { isFinal: !isNightly });
  }
}

function troubleOf(error: unknown, folder: string): string | undefined {
  if (error instanceof BackupFailed) return error.message;
  const code = errorCode(error);
  return code === "EACCES" || code === "EROFS" || code === "ENOTDIR" || code === "EEXIST"
    ? `BACKUP_DIR ${folder} cannot be created or written to (${code}).`
    : undefined;
}

const recentMs = 36 * 60 * 60 * 1000;

/**
 * Returns the day when today's newest nightly backup will be deleted if no backup fails; null without nightly backups.
 * Another process may make them, even if this one has no folder for them.
 */
export async function lastDayOfBackups(
  db: Database,
  now: Date,
  configuration: Pick<Configuration, "backup" | "backupHour" | "backupKeep" | "timeZone">,
): Promise<string | null> {
  const isMade =
    configuration.backup.folder !== undefined || (await wasBackedUpSince(db, new Date(now.getTime() - recentMs)));
  if (!isMade) return null;
  return addDays(dayOf(lastDue(now, configuration), configuration.timeZone), configuration.backupKeep);
}

function lastDue(now: Date, { backupHour, timeZone }: Pick<Configuration, "backupHour" | "timeZone">): Date {
  const on = (day: string) => new Date(startOfDay(day, timeZone).getTime() + backupHour * 3_600_000);
  const today = dayOf(now, timeZone);
  return on(today) <= now ? on(today) : on(addDays(today, -1));
}

/** Deletes old backups. Requested ones are counted separately, so that many of them never replace a nightly one. */
async function removeOld(folder: string, keep: number, requested: ReadonlySet<string>): Promise<void> {
  const names = (await readdir(folder)).filter(isBackupName).toSorted();
  const nightly = names.filter((name) => !requested.has(name));
  const onRequest = names.filter((name) => requested.has(name));
  for (const name of [...nightly.slice(0, -keep), ...onRequest.slice(0, -keep)])
    await rm(path.join(folder, name), { force: true });
}

export function formatSize(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ["kB", bytes / 1e3] : bytes < 1e9 ? ["MB", bytes / 1e6] : ["GB", bytes / 1e9];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}

export function describeManifest(manifest: Manifest): string {
  const { tables, files, migrations } = manifest;
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  const quantity = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}`;
  const main = [
    quantity(rowsOf("accounts"), "accounts"),
    quantity(rowsOf("items"), "titles"),
    quantity(rowsOf("orders"), "orders"),
  ];
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const all = [`${quantity(tables.length, "tables")} with ${quantity(rows, "rows")} (${main.join(", ")})`];
  const stored = [quantity(files.media, "pictures and documents"), quantity(files.mail, "email files")];
  return `${[...all, ...stored].join(", ")}; migration ${migrations.at(-1)?.name}`;
}
