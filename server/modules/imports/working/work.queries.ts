import type { ImportCounts } from "#contract/imports.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** A piece of work on an import, and who does it. */
export type Work = { importId: number; worker: string; state: "checking" | "saving"; stopping?: AbortSignal };

// Nobody else takes a work before then; by the database's clock, because each machine has its own.
const leaseEnd = sql<Date>`now() + interval '30 seconds'`;

/** Takes the oldest work that nobody does, or that somebody began who has not been heard of since. */
export async function claimWork(db: Database, worker: string): Promise<(Work & { attempts: number }) | undefined> {
  const { rows } = await sql<{ importId: number; state: "checking" | "saving"; attempts: number }>`
    update imports set worker = ${worker}, lease_until = ${leaseEnd}, attempts = attempts + 1
    where import_id = (
      select import_id from imports
      where state in ('checking', 'saving') and (lease_until is null or lease_until < now())
      order by import_id limit 1 for update skip locked
    )
    returning import_id as "importId", state, attempts`.execute(db);
  return rows[0] && { ...rows[0], worker };
}

/** Lets others have a work, at once or after some seconds; `wasTried` counts it as an attempt. */
export async function releaseWork(db: Database, work: Work, { wasTried }: { wasTried: boolean }): Promise<void> {
  await sql`
    update imports set worker = null, lease_until = now() + interval '1 second', progress = 0, rows_done = 0,
      attempts = attempts - ${wasTried ? 0 : 1}::smallint
    where import_id = ${work.importId} and worker = ${work.worker}`.execute(db);
}

/** Keeps a work from others for a while more, without a word on how far it is. */
export async function keepWork(db: Database, { importId, worker, state }: Work): Promise<void> {
  await sql`update imports set lease_until = ${leaseEnd}
    where import_id = ${importId} and worker = ${worker} and state = ${state}`.execute(db);
}

/** Whether a work is still kept from others by who has it. */
export async function isKept(db: Database, { importId, worker, state }: Work): Promise<boolean> {
  const { rows } = await sql`select from imports where import_id = ${importId} and worker = ${worker}
    and state = ${state} and lease_until > now()`.execute(db);
  return rows.length > 0;
}

/** Takes the turn to write until the end of the transaction; false when another import has it. */
export async function takeTurn(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from import_turn for update skip locked`.execute(tx);
  return rows.length > 0;
}

/** Says how far a work is, and keeps it from others for a while more. False: it is no longer this worker's to do. */
export async function reportProgress(
  db: Database,
  { importId, worker, state }: Work,
  { progress, rowsDone, counts }: { progress: number; rowsDone: number; counts?: ImportCounts },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({
      progress,
      rows_done: rowsDone,
      lease_until: leaseEnd,
      ...(counts && { counts: JSON.stringify(counts) }),
    })
    .where("import_id", "=", importId)
    .where("worker", "=", worker)
    .where("state", "=", state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a piece of work: false when it is no longer this worker's to end. */
export async function endWork(
  tx: Transaction | Database,
  { importId, worker, state }: Work,
  end: {
    state: "checked" | "saved" | "failed";
    counts?: ImportCounts;
    rowsTotal?: number;
    message?: string | null;
    finishedAt?: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("imports")
    .set({
      state: end.state,
      worker: null,
      lease_until: null,
      progress: 100,
      ...(end.counts && { counts: JSON.stringify(end.counts) }),
      ...(end.rowsTotal !== undefined && { rows_total: end.rowsTotal, rows_done: end.rowsTotal }),
      ...(end.message !== undefined && { message: end.message }),
      ...(end.finishedAt && { finished_at: end.finishedAt }),
    })
    .where("import_id", "=", importId)
    .where("worker", "=", worker)
    .where("state", "=", state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
