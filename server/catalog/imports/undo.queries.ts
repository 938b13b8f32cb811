import type { Transaction } from "#server/platform/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { sql } from "kysely";

const nothingYet = JSON.stringify({ removed: 0, restored: 0, copies: 0 });

export async function askForUndo(tx: Transaction, importId: number, userId: number): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ state: "undoing", progress: 0, message: null, undone_by: userId })
    .set({ undone: sql<string>`coalesce(undone, ${nothingYet}::jsonb)` })
    .where("import_id", "=", importId)
    .execute();
  await tx
    .updateTable("imported_titles")
    .set({ kept: null })
    .where("import_id", "=", importId)
    .where("kept", "is not", null)
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
  await tx
    .updateTable("imports")
    .set({ state: "undone", progress: 100, finished_at: at })
    .where("import_id", "=", importId)
    .execute();
}

export async function giveUpUndo(tx: Transaction, importId: number, message: string): Promise<void> {
  await tx
    .updateTable("imports")
    .set({ state: "undone", message })
    .where("import_id", "=", importId)
    .where("state", "=", "undoing")
    .execute();
}

export async function markPlace(tx: Transaction): Promise<void> {
  await sql`savepoint before_removal`.execute(tx);
}

export async function goBackToPlace(tx: Transaction): Promise<void> {
  await sql`rollback to savepoint before_removal`.execute(tx);
}
