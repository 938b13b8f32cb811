import { getJobs, jobKinds, type StaffJobs } from "#contract/admin/jobs.ts";
import { serve } from "#server/http/serve.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { jobsByKind, type JobsRow } from "./jobs.queries.ts";

/** Serves Job/*: how the work in the background is doing. It is done by platform/jobs. */
export function jobsRoutes(app: FastifyInstance, db: Database): void {
  serve(app, getJobs, async () => {
    const rows = await jobsByKind(db);
    return { data: jobKinds.map((kind) => presentJobs(kind, rows)) };
  });
}

const none = { waiting: 0, running: 0, dead: 0, failures: 0, trouble: "" };

/** How the jobs of one kind are doing; there may be none. */
function presentJobs(kind: StaffJobs["kind"], rows: readonly JobsRow[]): StaffJobs {
  const { last_run_at, next_run_at, ...counts } = rows.find((row) => row.kind === kind) ?? {};
  return {
    ...none,
    ...counts,
    kind,
    lastRunAt: last_run_at?.toISOString() ?? null,
    nextRunAt: next_run_at?.toISOString() ?? null,
  };
}
