import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { JobDefinition } from "#server/platform/jobs/job.ts";
import { beginDueJobs } from "#server/platform/jobs/run-jobs.ts";
import { createLog, type Log } from "#server/platform/log.ts";

/** Runs every job that is due now; returns how many it ran. */
export async function runDueJobs(
  db: Database,
  jobs: readonly JobDefinition[],
  log: Pick<Log, "debug" | "info" | "warn"> = createLog("silent"),
): Promise<number> {
  let done = 0;
  for (let count = 1; count > 0; done += count) {
    const running: Parameters<typeof beginDueJobs>[1] = new Set();
    count = await beginDueJobs({ db, jobs, log }, running);
    await Promise.all([...running].map(({ ended }) => ended));
  }
  return done;
}

/** Moves jobs and their leases (all, or those of one key) into the past by seconds, because jobs go by the database's clock. */
export async function letPass(db: Database, seconds: number, key?: string | number): Promise<void> {
  await sql`update jobs set run_at = run_at - make_interval(secs => ${seconds}),
    leased_until = leased_until - make_interval(secs => ${seconds})
    where ${key === undefined ? null : String(key)}::text is null or key = ${String(key)} or starts_with(key, ${`${key}/`})`.execute(
    db,
  );
}
