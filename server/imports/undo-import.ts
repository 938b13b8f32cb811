import { undoImport as undoCall } from "#contract/imports/undo-import.ts";
import { importMessages } from "#contract/wire/messages.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Job, type JobDefinition, LeaseLost, PutBack } from "#server/platform/jobs/job.ts";
import { endJob, renewLease } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type ImportKind, type ImportKinds, kindOf } from "./import-kind.ts";
import * as records from "./imported-records.queries.ts";
import { importOf, type ImportRow } from "./imports.queries.ts";
import { lockedImport } from "./steer-import.ts";
import * as queries from "./work.queries.ts";

const batchSize = 200; // records; small enough not to block others for long

type Parts = { db: Database; clock: Clock; kinds: ImportKinds };

/** Requests the undo of a saved import, and retries records kept by an earlier undo. Idempotent while it is running. */
export async function requestUndo(db: Database, importId: number, userId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockedImport(tx, importId);
    if (row.state === "undoing") return;
    if (row.state !== "saved" && row.state !== "undone")
      throw new Refusal({ kind: "import-not-ready", state: row.state });
    if (!row.has_records) throw new Refusal({ kind: "nothing-to-undo" });
    await records.forgetKept(tx, importId);
    await queries.requestUndo(tx, importId, userId);
  });
}

export function undoJob(parts: Parts): JobDefinition {
  return {
    kind: "undo-import",
    waits: [1, 10],
    run: (job) => undo(parts, job),
    whenDead: (tx, { key }) => queries.abandonUndo(tx, Number(key), importMessages.undoGaveUp),
  };
}

/**
 * Undoes a saved import in batches, each in a transaction, so that others always find complete records. After a kill,
 * another instance continues with the rest.
 */
async function undo({ db, clock, kinds }: Parts, job: Job): Promise<void> {
  const importId = Number(job.key);
  const file = await importOf(db, importId);
  if (file?.state !== "undoing") throw new LeaseLost();
  const kind = kindOf(kinds, file.of);
  const actor = { userId: file.undone_by ?? file.user_id, at: clock.now() };
  const whole = await records.countLeft(db, importId);
  for (let left = whole; left > 0;) {
    const done = await undoOnce(db, job, { kind, importId, actor, whole, left, progress: file.progress });
    if (done === 0) throw new PutBack({ seconds: 1, reason: "Someone is using or changing a record of the import." });
    left = await records.countLeft(db, importId);
  }
  await inTransaction(db, (tx) => endUndo(tx, job, { kind, file, actor }));
}

type Pass = { kind: ImportKind; importId: number; actor: Actor; whole: number; left: number; progress: number };

/** Tries each remaining record once, and returns how many were settled. */
async function undoOnce(db: Database, job: Job, pass: Pass): Promise<number> {
  const { kind, importId, actor, whole, left, progress } = pass;
  let settled = 0;
  for (let after = 0; ;) {
    job.stopping.throwIfAborted();
    const page = await inTransaction(db, async (tx) => {
      await renewLease(tx, job);
      const rows = await records.rowsLeft(tx, importId, { after, limit: batchSize });
      const { kept, ...done } = await kind.undo(tx, { importId, actor }, rows);
      await records.keep(tx, importId, kept);
      const doneNow = done.removed + done.restored + kept.length;
      const share = (whole - left + settled + doneNow) / whole;
      await queries.reportUndo(tx, importId, progress + Math.floor((99 - progress) * share), done);
      return { last: rows.at(-1), settled: doneNow };
    });
    if (page.last === undefined) return settled;
    [after, settled] = [page.last, settled + page.settled];
  }
}

type End = { kind: ImportKind; file: ImportRow; actor: Actor };

async function endUndo(tx: Transaction, job: Job, { kind, file, actor }: End): Promise<void> {
  await queries.endUndo(tx, file.import_id, actor.at);
  const ended = await importOf(tx, file.import_id);
  const nothing = { removed: 0, restored: 0, copies: 0 };
  await recordActivity(tx, actor, {
    call: undoCall.call,
    kind: "import",
    subjectId: file.import_id,
    label: file.file_name,
    before: null,
    after: kind.undoneEntry({ ...(ended?.undone ?? nothing), kept: ended?.kept ?? 0 }),
  });
  await endJob(tx, job);
}
