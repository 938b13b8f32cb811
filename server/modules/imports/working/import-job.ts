import { importMessages } from "#contract/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Job, JobDefinition } from "#server/platform/jobs/job.ts";
import { importOf } from "../imports.queries.ts";
import { forgetRows } from "../rows.queries.ts";
import { failImport } from "./work.queries.ts";

type Parts = { db: Database; clock: Clock; perform: (job: Job) => Promise<void> };

/** Checks or saves an import by what `perform` is given; the third failure is the last. */
export function importJob({ db, clock, perform }: Parts): JobDefinition {
  return {
    kind: "import",
    waits: [1, 1],
    run: async (job) => {
      try {
        await perform(job);
      } catch (error) {
        const importId = Number(job.key);
        // results written before the cancellation was noticed
        if ((await importOf(db, importId))?.state === "cancelled") await forgetRows(db, importId);
        throw error;
      }
    },
    whenDead: (tx, { key }) => failImport(tx, Number(key), importMessages.gaveUp, clock.now()),
  };
}
