import * as titles from "#server/catalog/imports/imported-titles.queries.ts";
import type { ImportedTitle } from "#server/catalog/imports/imported-titles.queries.ts";
import { type KeptReason, undoImport as undoCall } from "#contract/imports/undo-import.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { recountStock } from "#server/catalog/copies/stock.queries.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { isMissing } from "#server/platform/errors/database-errors.ts";
import { type Job, type JobDefinition, LeaseLost, PutBack } from "#server/platform/jobs/job.ts";
import { endJob, renewLease } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { importOf, type ImportRow } from "./imports.queries.ts";
import { lockedImport } from "./steer-import.ts";
import * as queries from "./work.queries.ts";

const batchSize = 200; // titles; small enough not to block others for long

type Parts = { db: Database; clock: Clock };
type Undo = { importId: number; actor: Actor };

/** Requests the undo of a saved import, and retries titles kept by an earlier undo. Idempotent while it is running. */
export async function requestUndo(db: Database, importId: number, userId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockedImport(tx, importId);
    if (row.state === "undoing") return;
    if (row.state !== "saved" && row.state !== "undone")
      throw new Refusal({ kind: "import-not-ready", state: row.state });
    if (!row.has_titles) throw new Refusal({ kind: "nothing-to-undo" });
    await queries.requestUndo(tx, importId, userId);
  });
}

export function undoJob({ db, clock }: Parts): JobDefinition {
  return {
    kind: "undo-import",
    waits: [1, 10],
    run: (job) => undo({ db, clock }, job),
    whenDead: (tx, { key }) => queries.abandonUndo(tx, Number(key), importMessages.undoGaveUp),
  };
}

/**
 * Undoes a saved import in batches, each in a transaction, so that searches always find complete titles. After a kill,
 * another instance continues with the rest.
 */
async function undo({ db, clock }: Parts, job: Job): Promise<void> {
  const importId = Number(job.key);
  const file = await importOf(db, importId);
  if (file?.state !== "undoing") throw new LeaseLost();
  const actor = { userId: file.undone_by ?? file.user_id, at: clock.now() };
  const whole = await titles.countLeft(db, importId);
  for (let left = whole; left > 0;) {
    const done = await undoOnce(db, job, { importId, actor, whole, left, progress: file.progress });
    if (done === 0) throw new PutBack({ seconds: 1, reason: "Someone is changing or ordering a title of the import." });
    left = await titles.countLeft(db, importId);
  }
  await inTransaction(db, (tx) => endUndo(tx, job, file, actor));
}

type Pass = Undo & { whole: number; left: number; progress: number };

/** Goes through the remaining titles once, and returns the number of settled ones. */
async function undoOnce(db: Database, job: Job, { importId, actor, whole, left, progress }: Pass): Promise<number> {
  let settled = 0;
  for (let after = 0; ;) {
    job.stopping.throwIfAborted();
    const page = await inTransaction(db, async (tx) => {
      await renewLease(tx, job);
      const rows = await titles.nextTitles(tx, importId, after, batchSize);
      const done = await undoTitles(tx, { importId, actor }, rows);
      const share = (whole - left + settled + done.settled) / whole;
      await queries.reportUndo(tx, importId, progress + Math.floor((99 - progress) * share), done);
      return { last: rows.at(-1)?.row, settled: done.settled };
    });
    if (page.last === undefined) return settled;
    [after, settled] = [page.last, settled + page.settled];
  }
}

type Done = { removed: number; restored: number; copies: number; settled: number };

async function undoTitles(
  tx: Transaction,
  { importId, actor }: Undo,
  rows: readonly { row: number; itemId: number }[],
): Promise<Done> {
  const verdicts = await lockAndJudge(tx, importId, rows);
  const undoable = verdicts.filter(({ reason }) => reason === undefined);
  const added = await writeAll(
    tx,
    undoable.filter(({ kind }) => kind === "added"),
    (batch) =>
      titles.removeTitles(
        tx,
        batch.map(({ itemId }) => itemId),
      ),
  );
  const changed = await writeAll(
    tx,
    undoable.filter(({ kind }) => kind !== "added"),
    (batch) =>
      titles.restoreTitles(
        tx,
        importId,
        batch.map(({ row }) => row),
        actor,
      ),
  );
  await recountStock(
    tx,
    changed.done.map(({ itemId }) => itemId),
  );
  await titles.keepTitles(tx, importId, [
    ...verdicts.flatMap(({ row, reason }) => (reason === undefined ? [] : [{ row, reason }])),
    ...[...added.used, ...changed.used].map(({ row }) => ({ row, reason: "used" as const })),
  ]);
  const copies = [...added.done, ...changed.done].reduce((sum, title) => sum + title.copies, 0);
  return { removed: added.done.length, restored: changed.done.length, copies, settled: verdicts.length };
}

/** Locks the titles of rows that nobody else has locked, and returns them with the reason to keep them, if any. */
async function lockAndJudge(tx: Transaction, importId: number, rows: readonly { row: number; itemId: number }[]) {
  const locked = new Set(
    await titles.lockAvailableTitles(
      tx,
      rows.map(({ itemId }) => itemId),
    ),
  );
  const keys = rows.filter(({ itemId }) => locked.has(itemId)).map(({ row }) => row);
  return (await titles.titlesSince(tx, importId, keys)).map((title) => ({ ...title, reason: whyKept(title) }));
}

type Write = (batch: readonly ImportedTitle[]) => Promise<void>;
type Written = Record<"done" | "used", readonly ImportedTitle[]>;

/** Writes all titles at once, or one by one if the database finds one that other records still refer to. */
async function writeAll(tx: Transaction, all: readonly ImportedTitle[], write: Write): Promise<Written> {
  if (all.length === 0 || (await tryWrite(tx, () => write(all)))) return { done: all, used: [] };
  const [done, used]: [ImportedTitle[], ImportedTitle[]] = [[], []];
  for (const title of all) ((await tryWrite(tx, () => write([title]))) ? done : used).push(title);
  return { done, used };
}

async function tryWrite(tx: Transaction, write: () => Promise<void>): Promise<boolean> {
  await queries.setSavepoint(tx);
  try {
    await write();
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    await queries.rollBackToSavepoint(tx);
    return false;
  }
}

async function endUndo(tx: Transaction, job: Job, file: ImportRow, actor: Actor): Promise<void> {
  await queries.endUndo(tx, file.import_id, actor.at);
  const ended = await importOf(tx, file.import_id);
  await recordActivity(tx, actor, {
    call: undoCall.call,
    kind: "import",
    subjectId: file.import_id,
    label: file.file_name,
    before: null,
    after: {
      "Titles removed": ended?.undone?.removed ?? 0,
      "Titles restored": ended?.undone?.restored ?? 0,
      "Copies removed": ended?.undone?.copies ?? 0,
      "Titles kept": ended?.kept ?? 0,
    },
  });
  await endJob(tx, job);
}

/** Returns why the import of a title can't be undone; undefined if it can. */
export function whyKept(title: ImportedTitle): KeptReason | undefined {
  if (title.kind === "added" && title.isOrdered) return "ordered";
  if (title.kind === "added" && title.isInCart) return "in-cart";
  if (title.isLent) return "lent";
  if (title.isEdited) return "edited";
  if (title.isLabeled) return "labeled";
  if (title.hasLaterCopies) return "copies-added";
  if (title.isChanged || title.own !== title.copies) return "copies-changed";
  return title.isReserved ? "reserved" : undefined;
}
