import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { type Job, LeaseLost } from "#server/platform/jobs/job.ts";
import { checkImport } from "../check-import.ts";
import { importOf } from "../imports.queries.ts";
import { saveImport } from "../save-import.ts";

/** Checks or saves an import, whichever was asked for. Throws LeaseLost when neither is wanted anymore. */
export async function doWork(db: Database, clock: Clock, job: Omit<Job, "payload" | "tries">): Promise<void> {
  const file = await importOf(db, Number(job.key));
  if (file?.state !== "checking" && file?.state !== "saving") throw new LeaseLost();
  const step = file.state === "checking" ? checkImport : saveImport;
  await step(db, clock, { ...job, importId: file.import_id }, file);
}
