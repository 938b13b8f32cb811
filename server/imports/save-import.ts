import { type ImportCounts, saveImport as saveCall } from "#contract/imports/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { PutBack } from "#server/platform/jobs/job.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import type { Conflict, ImportKind } from "./import-kind.ts";
import type { ImportRow } from "./imports.queries.ts";
import { layoutOf } from "./rows-of-file.ts";
import * as rows from "./rows.queries.ts";
import { endWork, reporter, lockWriting, type Work } from "./work.queries.ts";

/** Rolls back the save because rows conflict with changes made since the check. */
class ConflictError extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super("rows conflict with changes of others");
    this.conflicts = conflicts;
  }
}

type Save = { db: Database; work: Work; file: ImportRow; kind: ImportKind; actor: Actor };

/**
 * Saves checked rows in one transaction. A row that conflicts with a change made since the check becomes invalid; then
 * it saves nothing if all rows were requested, or the other rows if only valid ones were.
 */
export async function saveImport(
  db: Database,
  clock: Clock,
  { work, file, kind }: { work: Work; file: ImportRow; kind: ImportKind },
): Promise<void> {
  const save: Save = { db, work, file, kind, actor: { userId: file.saved_by ?? file.user_id, at: clock.now() } };
  try {
    const isDone = await inTransaction(db, (tx) => writeAll(tx, save));
    if (!isDone) throw new PutBack(); // it is another import's turn
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await reportConflicts(save, error.conflicts);
  }
}

async function writeAll(tx: Transaction, { db, work, file, kind, actor }: Save): Promise<boolean> {
  if (!(await lockWriting(tx))) return false;
  const progress = reporter(db, work);
  const total = file.counts.added + file.counts.changed;
  const report = (rowsDone: number) => progress(rowsDone, total, { rowsDone });
  const { conflicts, ...written } = await kind.save({ tx, db, file, layout: layoutOf(file, kind), actor, report });
  const conflictCount = conflicts.reduce((sum, each) => sum + each.rows.length, 0);
  if (conflictCount > 0 && file.wanted !== "good") throw new ConflictError(conflicts);
  for (const { rows: faulty, fault } of conflicts) await rows.markFaulty(tx, work.importId, faulty, fault);
  const counts: ImportCounts = { ...file.counts, ...written, faulty: file.counts.faulty + conflictCount };
  await recordActivity(tx, actor, {
    call: saveCall.call,
    kind: "import",
    subjectId: work.importId,
    label: file.file_name,
    before: null,
    after: kind.savedEntry(counts),
  });
  await endWork(tx, work, { state: "saved", counts, message: null, finishedAt: actor.at });
  return true;
}

async function reportConflicts({ db, work, file }: Save, conflicts: readonly Conflict[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { rows: faulty, fault } of conflicts) await rows.markFaulty(tx, work.importId, faulty, fault);
    const counts = { ...file.counts, ...(await rows.countRows(tx, work.importId)) };
    const message = importMessages.savedMeanwhile(conflicts.reduce((sum, each) => sum + each.rows.length, 0));
    await endWork(tx, work, { state: "checked", counts, message });
  });
}
