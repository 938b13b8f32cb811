import type { ImportCounts, ImportFindings, ImportWord } from "#contract/imports/imports.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { LeasedJob } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob, renewLease } from "#server/platform/jobs/jobs.queries.ts";
import { sql } from "kysely";
import { changeImport } from "./imports.queries.ts";

/** Work on an import, under its job's lease. */
export type Work = LeasedJob & { importId: number; stopping: AbortSignal };

/** Takes the write lock until the transaction ends; returns false if another import has it. */
export async function lockWriting(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from import_turn for update skip locked`.execute(tx);
  return rows.length > 0;
}

const reportIntervalMs = 300;

/**
 * Returns a function that reports progress now and then, outside of the work's transaction so that others see it. It
 * throws if the work should stop or has lost its lease.
 */
export function reporter(db: Database, work: Work) {
  let reportedAt = 0;
  return async (part: number, whole: number, { rowsDone, counts }: { rowsDone: number; counts?: ImportCounts }) => {
    if (performance.now() < reportedAt + reportIntervalMs) return;
    reportedAt = performance.now();
    work.stopping.throwIfAborted();
    await renewLease(db, work);
    const progress = Math.min(99, Math.floor((part / Math.max(1, whole)) * 100));
    await db
      .updateTable("imports")
      .set({ progress, rows_done: rowsDone, ...(counts && { counts: JSON.stringify(counts) }) })
      .where("import_id", "=", work.importId)
      .where("state", "in", ["checking", "saving"])
      .execute();
  };
}

type End = {
  state: "checked" | "saved" | "failed";
  message?: string | null;
  counts?: ImportCounts;
  rowsTotal?: number;
  words?: readonly ImportWord[];
  findings?: ImportFindings;
  finishedAt?: Date;
};

/** Ends the work and its job, changing only the given fields. Throws LeaseLost if it has lost its lease. */
export async function endWork(
  tx: Transaction,
  work: Work,
  { state, message, counts, rowsTotal, words, findings, finishedAt }: End,
): Promise<void> {
  await changeImport(tx, work.importId, {
    state,
    message,
    progress: 100,
    counts: counts && JSON.stringify(counts),
    rows_total: rowsTotal,
    rows_done: rowsTotal,
    words: words && JSON.stringify(words),
    findings: findings && JSON.stringify(findings),
    finished_at: finishedAt,
  });
  await endJob(tx, work);
}

export async function failImport(tx: Transaction, importId: number, message: string, at: Date): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ state: "failed", message, progress: 100, finished_at: at })
    .where("import_id", "=", importId)
    .where("state", "in", ["checking", "saving"])
    .execute();
}

const nothingYet = JSON.stringify({ removed: 0, restored: 0, copies: 0 });

export async function requestUndo(tx: Transaction, importId: number, userId: number): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ state: "undoing", progress: 0, message: null, undone_by: userId })
    .set({ undone: sql<string>`coalesce(undone, ${nothingYet}::jsonb)` })
    .where("import_id", "=", importId)
    .execute();
  await enqueueJob(tx, { kind: "undo-import", key: String(importId) });
}

type Done = { removed: number; restored: number; copies: number };

export async function reportUndo(
  tx: Transaction,
  importId: number,
  progress: number,
  { removed, restored, copies }: Done,
): Promise<void> {
  await sql`
    update imports set progress = ${progress}, undone = jsonb_build_object(
      'removed', (undone ->> 'removed')::integer + ${removed}::integer,
      'restored', (undone ->> 'restored')::integer + ${restored}::integer,
      'copies', (undone ->> 'copies')::integer + ${copies}::integer)
    where import_id = ${importId}`.execute(tx);
}

export async function endUndo(tx: Transaction, importId: number, at: Date): Promise<void> {
  await changeImport(tx, importId, { state: "undone", progress: 100, finished_at: at });
}

export async function abandonUndo(tx: Transaction, importId: number, message: string): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ state: "undone", message })
    .where("import_id", "=", importId)
    .where("state", "=", "undoing")
    .execute();
}
