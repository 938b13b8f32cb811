import type { JobParts } from "#server/parts.ts";
import { hour, type JobDefinition } from "#server/platform/jobs/job.ts";
import type { ImportKinds } from "./import-kind.ts";
import { importJob, inOwnProcess } from "./own-process.ts";
import { cleanUpImports } from "./steer-import.ts";
import { undoJob } from "./undo-import.ts";

/** Lists the jobs of imports; `importProcess` is the program that checks and saves them. */
export function importJobs(
  { db, connection, clock, log }: JobParts,
  { kinds, importProcess }: { kinds: ImportKinds; importProcess: string },
): JobDefinition[] {
  return [
    importJob({ db, clock, perform: inOwnProcess({ connection, log, entry: importProcess }) }),
    undoJob({ db, clock, kinds }),
    { kind: "clean-up-imports", every: hour, run: () => cleanUpImports(db, clock) },
  ];
}
