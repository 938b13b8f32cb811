import { type ImportCounts, saveImport as saveCall } from "#contract/imports/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { addSearchWords, addTitles, changeTitles } from "#server/catalog/titles/collection.queries.ts";
import { PutBack } from "#server/platform/jobs/job.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import * as rows from "./rows.queries.ts";
import { removeRecords, recordAdded, recordChanged } from "#server/catalog/imports/imported-titles.queries.ts";
import type { ImportRow } from "./imports.queries.ts";
import * as rules from "#server/catalog/imports/reading/row.rules.ts";
import { layoutOf } from "./rows-of-file.ts";
import { endWork, reporter, lockWriting, type Work } from "./work.queries.ts";

const wordBatchSize = 4000; // larger batches repeat fewer words, but a statement must not take long

/** Rolls back the save because rows conflict with changes made since the check. */
class ConflictError extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super("rows conflict with changes of others");
    this.conflicts = conflicts;
  }
}

type Conflict = { rows: readonly number[]; fault: rules.RowFault };
type Save = { db: Database; work: Work; file: ImportRow; actor: Actor };

/**
 * Saves checked rows in one transaction. A row that conflicts with a change made since the check becomes invalid; then
 * it saves nothing if all rows were requested, or the other rows if only valid ones were.
 */
export async function saveImport(db: Database, clock: Clock, work: Work, file: ImportRow): Promise<void> {
  const save: Save = { db, work, file, actor: { userId: file.saved_by ?? file.user_id, at: clock.now() } };
  const stopping = new AbortController();
  let adding: Promise<void> | undefined;
  const startAddingWords = () => {
    adding ??= addWords(save, stopping.signal);
    adding.catch(() => undefined); // awaited below, where it is handled
    return adding;
  };
  try {
    const isDone = await inTransaction(db, (tx) => writeAll(tx, save, startAddingWords));
    if (!isDone) throw new PutBack(); // it is another import's turn
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await reportConflicts(save, error.conflicts);
  } finally {
    stopping.abort();
    await adding?.catch(() => undefined);
  }
}

async function addWords({ db, work }: Save, stopping: AbortSignal): Promise<void> {
  for (let after = 0; !stopping.aborted;) {
    const page = await rows.wordsAfter(db, work.importId, after, wordBatchSize);
    if (!page?.words) return;
    await addSearchWords(db, page.words);
    after = page.last;
  }
}

type Page = { tx: Transaction; importId: number; titles: string; keys: readonly number[]; actor: Actor };

/** Adds titles, and records them for an undo. */
async function add({ tx, importId, titles, keys, actor }: Page): Promise<number[]> {
  const conflictKeys = await addTitles(tx, titles, actor);
  await recordAdded(
    tx,
    importId,
    keys.filter((key) => !conflictKeys.includes(key)),
  );
  return conflictKeys;
}

async function change({ tx, importId, titles, keys, actor }: Page): Promise<number[]> {
  const conflictKeys = await changeTitles(tx, titles, actor, () => recordChanged(tx, importId, keys));
  await removeRecords(tx, importId, conflictKeys);
  return conflictKeys;
}

const writing = [
  { outcome: "add", write: add, counted: "added", message: importMessages.skuAddedMeanwhile },
  { outcome: "change", write: change, counted: "changed", message: importMessages.titleChangedMeanwhile },
] as const;

async function writeAll(
  tx: Transaction,
  { db, work, file, actor }: Save,
  startAddingWords: () => Promise<void>,
): Promise<boolean> {
  if (!(await lockWriting(tx))) return false;
  const adding = startAddingWords();
  const counts: ImportCounts = { ...file.counts, added: 0, changed: 0, copies: 0 };
  const column = rules.columnOf(layoutOf(file), "referenceNumber");
  const report = reporter(db, work);
  let rowsDone = 0;
  const conflicts: Conflict[] = [];
  for (const { outcome, write, counted, message } of writing) {
    const conflicting: number[] = [];
    for await (const { titles, keys, copies } of ahead(rows.draftsOf(db, work.importId, outcome))) {
      const conflictKeys = new Set(await write({ tx, importId: work.importId, titles, keys, actor }));
      conflicting.push(...conflictKeys);
      counts[counted] += keys.length - conflictKeys.size;
      counts.copies += copies.reduce((sum, each, place) => sum + (conflictKeys.has(keys[place] ?? 0) ? 0 : each), 0);
      rowsDone += keys.length;
      await report(rowsDone, file.counts.added + file.counts.changed, { rowsDone });
    }
    conflicts.push({ rows: conflicting, fault: { column, message } });
  }
  await adding;
  const conflictCount = conflicts.reduce((sum, each) => sum + each.rows.length, 0);
  if (conflictCount > 0 && file.wanted !== "good") throw new ConflictError(conflicts);
  for (const { rows: faulty, fault } of conflicts) await rows.markFaulty(tx, work.importId, faulty, fault);
  counts.faulty += conflictCount;
  await recordActivity(tx, actor, {
    call: saveCall.call,
    kind: "import",
    subjectId: work.importId,
    label: file.file_name,
    before: null,
    after: {
      "Titles added": counts.added,
      "Titles changed": counts.changed,
      "Copies added": counts.copies,
    },
  });
  await endWork(tx, work, { state: "saved", counts, message: null, finishedAt: actor.at });
  return true;
}

/** Requests each page while the previous one is written. */
async function* ahead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = pages.next();
  try {
    for (let page = await next; !page.done; page = await next) {
      next = pages.next();
      next.catch(() => undefined); // awaited below, where it is handled
      yield page.value;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

async function reportConflicts({ db, work, file }: Save, conflicts: readonly Conflict[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { rows: faulty, fault } of conflicts) await rows.markFaulty(tx, work.importId, faulty, fault);
    const counts = { ...file.counts, ...(await rows.countRows(tx, work.importId)) };
    const message = importMessages.savedMeanwhile(conflicts.reduce((sum, each) => sum + each.rows.length, 0));
    await endWork(tx, work, { state: "checked", counts, message });
  });
}
