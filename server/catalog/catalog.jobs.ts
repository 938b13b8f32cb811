import type { JobParts } from "#server/parts.ts";
import { hour, type JobDefinition, minute } from "#server/platform/jobs/job.ts";
import { readClosedDays } from "#server/site/public.ts";
import { rewriteSearchWords } from "./codes/code-lists.ts";
import { countLoans } from "./copies/stock.queries.ts";
import { checkStock, followTheDay } from "./copies/upkeep.ts";

export function catalogJobs(parts: JobParts): JobDefinition[] {
  const { db, clock, configuration, log, readContent } = parts;
  return [
    { kind: "rewrite-search-words", run: (job) => rewriteSearchWords(db, job) },
    { kind: "count-loans", every: hour, run: () => countLoans(db) },
    { kind: "check-stock", every: 24 * hour, run: ({ stopping }) => checkStock({ db, clock, log }, stopping) },
    {
      kind: "follow-the-day",
      every: minute,
      run: async ({ stopping }) => {
        const closed = await readClosedDays(readContent);
        await followTheDay(parts, { inspectionDays: configuration.ways.inspectionDays, closed }, stopping);
      },
    },
  ];
}
