import type { JobParts } from "#server/parts.ts";
import { hour, type JobDefinition, minute } from "#server/platform/jobs/job.ts";
import { readClosedDays } from "#server/site/public.ts";
import { rewriteSearchWords } from "./codes/code-lists.ts";
import { countLoans } from "./copies/stock.queries.ts";
import { checkStock, followTheDay } from "./copies/upkeep.ts";
import { importJob, inOwnProcess } from "./imports/own-process.ts";
import { cleanUpImports } from "./imports/steer-import.ts";
import { undoJob } from "./imports/undo-import.ts";

/** Lists the catalog's jobs; `importProcess` is the program that checks and saves imports. */
export function catalogJobs(parts: JobParts, importProcess: string): JobDefinition[] {
  const { db, connection, clock, configuration, log, readContent } = parts;
  return [
    importJob({ db, clock, perform: inOwnProcess({ connection, log, entry: importProcess }) }),
    undoJob({ db, clock }),
    { kind: "clean-up-imports", every: hour, run: () => cleanUpImports(db, clock) },
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
