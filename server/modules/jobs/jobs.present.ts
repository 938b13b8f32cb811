import { jobKinds, type StaffJobs } from "#contract/jobs.ts";
import type { JobsRow } from "./jobs.queries.ts";

const none = { waiting: 0, running: 0, dead: 0, failures: 0, trouble: "" };

/** Every kind of job, those too of which there was none. */
export function presentJobs(rows: readonly JobsRow[]): StaffJobs[] {
  return jobKinds.map((kind) => {
    const { last_run_at, next_run_at, ...counts } = rows.find((row) => row.kind === kind) ?? {};
    return {
      ...none,
      ...counts,
      kind,
      lastRunAt: last_run_at?.toISOString() ?? null,
      nextRunAt: next_run_at?.toISOString() ?? null,
    };
  });
}
