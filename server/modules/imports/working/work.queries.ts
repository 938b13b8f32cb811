import type { ImportCounts } from "#contract/imports.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { HeldJob } from "#server/platform/jobs/job.ts";
import { endJob, keepLease } from "#server/platform/jobs/jobs.queries.ts";
import { sql } from "kysely";

/** A piece of work on an import, under its job's lease. */
export type Work = HeldJob & { importId: number; stopping: AbortSignal };

/** Takes the write turn until the end of the transaction; false when another import has it. */
export async function takeTurn(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from import_turn for update skip locked`.execute(tx);
  return rows.length > 0;
}

type Progress = { progress: number; rowsDone: number; counts?: ImportCounts };

/** Reports progress. Throws when the work should stop or the lease was lost. */
export async function reportProgress(db: Database, work: Work, { progress, rowsDone, counts }: Progress) {
  work.stopping.throwIfAborted();
  await keepLease(db, work);
  await db
    .updateTable("imports")
    .set({ progress, rows_done: rowsDone, ...(counts && { counts: JSON.stringify(counts) }) })
    .where("import_id", "=", work.importId)
    .where("state", "in", ["checking", "saving"])
    .execute();
}

type End = {
  state: "checked" | "saved" | "failed";
  counts?: ImportCounts;
  rowsTotal?: number;
  message?: string | null;
  finishedAt?: Date;
};

/** Ends a piece of work and its job. Throws LeaseLost when it is no longer ours to end. */
export async function endWork(tx: Transaction, work: Work, end: End): Promise<void> {
  await tx
    .updateTable("imports")
    .set({
      state: end.state,
      progress: 100,
      ...(end.counts && { counts: JSON.stringify(end.counts) }),
      ...(end.rowsTotal !== undefined && { rows_total: end.rowsTotal, rows_done: end.rowsTotal }),
      ...(end.message !== undefined && { message: end.message }),
      ...(end.finishedAt && { finished_at: end.finishedAt }),
    })
    .where("import_id", "=", work.importId)
    .execute();
  await endJob(tx, work);
}

/** The import is given up for good. */
export async function failImport(tx: Transaction, importId: number, message: string, at: Date): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ state: "failed", message, progress: 100, finished_at: at })
    .where("import_id", "=", importId)
    .where("state", "in", ["checking", "saving"])
    .execute();
}
