import type { StaffJobs } from "#contract/admin/jobs.ts";
import type { Database } from "#server/platform/database.ts";
import { sql } from "kysely";

export type JobsRow = Pick<StaffJobs, "kind" | "waiting" | "running" | "dead" | "failures" | "trouble"> & {
  last_run_at: Date | null;
  next_run_at: Date | null;
};

export async function jobsByKind(db: Database): Promise<JobsRow[]> {
  const { rows } = await sql<JobsRow>`
    select kind,
      (count(*) filter (where state = 'waiting' and not is_running))::integer as waiting,
      (count(*) filter (where is_running))::integer as running,
      (count(*) filter (where state = 'dead'))::integer as dead,
      max(started_at) as last_run_at,
      min(run_at) filter (where state = 'waiting' and not is_running) as next_run_at,
      coalesce(max(tries) filter (where trouble <> ''), 0)::integer as failures,
      coalesce((array_agg(trouble order by started_at desc) filter (where trouble <> ''))[1], '') as trouble
    from (select *, coalesce(leased_until > now(), false) as is_running from jobs) as jobs
    group by kind`.execute(db);
  return rows;
}
