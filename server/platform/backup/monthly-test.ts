import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Database } from "#server/platform/database.ts";
import { JobFailed } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/log.ts";
import { type BackupHistory, backupHistory } from "./backups.queries.ts";

const [hour, day] = [3_600_000, 86_400_000]; // ms
const run = promisify(execFile);

/** Backups are tested every 30 days, and daily while the last test failed. */
export function isTestDue({ last, test }: BackupHistory, now: Date): boolean {
  if (last === null || test === null) return last !== null;
  return now.getTime() - test.at.getTime() >= (test.trouble === "" ? 30 * day : 23 * hour);
}

/**
 * Restores the newest backup as a test if one is due. `command` is the restore command, which runs in its own process with
 * low priority, and records the result.
 */
export async function monthlyTest(
  { db, log }: { db: Database; log: Pick<Log, "info" | "warn"> },
  command: string,
  stopping?: AbortSignal,
): Promise<void> {
  const before = await backupHistory(db);
  if (!isTestDue(before, new Date())) return;
  try {
    const args = [...process.execArgv, command, "--try"];
    const { stdout } = await run(process.execPath, args, { ...(stopping && { signal: stopping }) });
    log.info({ result: stdout.trim() }, "backup restored as a test");
  } catch (error) {
    if (stopping?.aborted) throw error;
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    log.warn({ output }, "a backup could not be restored as a test");
    const { test } = await backupHistory(db);
    if (test?.at.getTime() === before.test?.at.getTime())
      throw new JobFailed("A backup test did not finish. See the server's log.");
  }
}
