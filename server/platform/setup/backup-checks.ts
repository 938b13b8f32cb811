import { type BackupHistory, backupHistory } from "#server/platform/backup/backups.queries.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { mailHold } from "#server/platform/mail/outbox.queries.ts";

type Settings = Pick<Configuration, "backup" | "mode" | "timeZone">;

const hourMs = 3_600_000;
const maxBackupAgeMs = 36 * hourMs; // a nightly backup may take hours, or be tried again
const maxUntestedDays = 40; // a test is made every month

/** Looks at backups no matter which process made them, so that a scheduled command is as good as BACKUP_DIR. */
export async function checkBackups(db: Database, { backup, mode, timeZone }: Settings): Promise<void> {
  const { folder, isElsewhere } = backup;
  if (isElsewhere || (mode !== "production" && folder === undefined)) return;
  const history = await read(db);
  if (history === undefined) return;
  const { last, trouble, libraryCreatedAt } = history;
  if (trouble !== "") throw new Error(`The last backup failed: ${trouble}`);
  if (last !== null && isRecent(last.at)) return;
  if (folder === undefined)
    throw new Error(
      "There are no nightly backups. Set BACKUP_DIR to a folder, or to “elsewhere” if the database is backed up another way.",
    );
  if (last !== null) throw new Error(`The last backup was made on ${dayOf(last.at, timeZone)}.`);
  if (!isRecent(libraryCreatedAt)) throw new Error(`There is no backup yet in BACKUP_DIR ${folder}.`);
}

const isRecent = (at: Date) => Date.now() - at.getTime() <= maxBackupAgeMs;

export async function checkRestoreTest(db: Database, { backup }: Settings): Promise<void> {
  const history = backup.isElsewhere ? undefined : await read(db);
  if (!history?.firstBackupAt) return; // the check of backups warns if there should be one
  const { test, lastGoodTestAt, firstBackupAt } = history;
  if (test !== null && test.trouble !== "")
    throw new Error(`${test.name} could not be restored in a test: ${test.trouble}`);
  const testedAt = lastGoodTestAt ?? firstBackupAt;
  if (Date.now() - testedAt.getTime() <= maxUntestedDays * 24 * hourMs) return;
  throw new Error(
    `No backup has been restored as a test for more than ${maxUntestedDays} days. Run npm run restore -- --try.`,
  );
}

/** Other checks report a database that is away. */
const read = (db: Database): Promise<BackupHistory | undefined> => backupHistory(db).catch(() => undefined);

export async function checkMailHold(db: Database, { timeZone }: Settings): Promise<void> {
  const hold = await mailHold(db).catch(() => undefined);
  if (!hold) return;
  throw new Error(
    `Emails are on hold, because the library was restored from a backup of ${dayOf(hold.backupAt, timeZone)}. ` +
      "Look at admin/mail, then release them there or with npm run restore -- --send.",
  );
}
