import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { JobDefinition } from "#server/platform/jobs/job.ts";
import { beginDueJobs } from "#server/platform/jobs/run-jobs.ts";
import { createLog, type Log } from "#server/platform/log.ts";

/** Does every job that is due now, as an instance would that stops then; gives how many it did. */
export async function runDueJobs(
  db: Database,
  jobs: readonly JobDefinition[],
  log: Pick<Log, "info" | "warn"> = createLog("silent"),
): Promise<number> {
  let done = 0;
  for (let begun = 1; begun > 0; done += begun) {
    const running: Parameters<typeof beginDueJobs>[1] = new Set();
    begun = await beginDueJobs({ db, jobs, log }, running);
    await Promise.all([...running].map(({ ended }) => ended));
  }
  return done;
}

/** Moves jobs and their leases into the past by this many seconds, because their time is the database's own; all, or those of one key. */
export async function letPass(db: Database, seconds: number, key?: string | number): Promise<void> {
  await sql`update jobs set run_at = run_at - make_interval(secs => ${seconds}),
    leased_until = leased_until - make_interval(secs => ${seconds})
    where ${key === undefined ? null : String(key)}::text is null or key = ${String(key)} or starts_with(key, ${`${key}/`})`.execute(
    db,
  );
}
