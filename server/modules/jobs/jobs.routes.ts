import { getJobs } from "#contract/jobs.ts";
import { serve } from "#server/http/serve.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { presentJobs } from "./jobs.present.ts";
import { jobsByKind } from "./jobs.queries.ts";

/** Serves Job/*: how the work in the background is doing. It is done by platform/jobs. */
export function jobsRoutes(app: FastifyInstance, db: Database): void {
  serve(app, getJobs, async () => ({ data: presentJobs(await jobsByKind(db)) }));
}
