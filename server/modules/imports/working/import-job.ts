import { importMessages } from "#contract/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { type Job, type JobDefinition, LeaseLost } from "#server/platform/jobs/job.ts";
import { checkImport } from "../check-import.ts";
import { importOf } from "../imports.queries.ts";
import { forgetRows } from "../rows.queries.ts";
import { saveImport } from "../save-import.ts";
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

/** Checks or saves an import, whichever was asked for. Throws LeaseLost when neither is wanted anymore. */
export async function doWork(db: Database, clock: Clock, job: Omit<Job, "payload" | "tries">): Promise<void> {
  const file = await importOf(db, Number(job.key));
  if (file?.state !== "checking" && file?.state !== "saving") throw new LeaseLost();
  const step = file.state === "checking" ? checkImport : saveImport;
  await step(db, clock, { ...job, importId: file.import_id }, file);
}
