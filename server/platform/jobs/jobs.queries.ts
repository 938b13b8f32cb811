import type { JobKind } from "#contract/admin/jobs.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "../database.ts";
import { type HeldJob, type Job, LeaseLost, PutBack } from "./job.ts";

type NamedJob = { kind: JobKind; key: string };
type NewJob = NamedJob & {
  payload?: object;
  /** Seconds to wait; default 0. */
  after?: number | RawBuilder<number>;
  /** One that still waits keeps the payload that it was given first. */
  keepsPayload?: boolean;
};

/** Has a job done once this transaction has committed; one with the same key begins again, and waits again. */
export async function enqueueJob(
  tx: Database,
  { kind, key, payload, after = 0, keepsPayload = false }: NewJob,
): Promise<void> {
  await sql`
    insert into jobs (kind, key, payload, run_at)
    values (${kind}, ${key}, ${payload ? JSON.stringify(payload) : null}::jsonb, now() + make_interval(secs => ${after}))
    on conflict (kind, key) do update set state = 'waiting', run_at = excluded.run_at,
      payload = case when ${keepsPayload}::boolean and jobs.state = 'waiting' then jobs.payload else excluded.payload end,
      lease = null, leased_until = null, tries = 0, trouble = ''`.execute(tx);
}

/** Enqueues a job without a key unless it waits or is under way; gives whether it did. */
export async function enqueueUnlessWaiting(tx: Transaction, kind: JobKind): Promise<boolean> {
  const { rows } = await sql`
    insert into jobs (kind, key) values (${kind}, '')
    on conflict (kind, key) do update set state = 'waiting', run_at = now(), tries = 0, trouble = ''
    where jobs.state <> 'waiting'
    returning kind`.execute(tx);
  return rows.length > 0;
}

/** Deletes a job; its worker notices the lost lease. Gives whether it was still to be done. */
export async function cancelJob(tx: Transaction, { kind, key }: NamedJob): Promise<boolean> {
  const deleted = tx.deleteFrom("jobs").where("kind", "=", kind).where("key", "=", key).returning("state");
  return (await deleted.executeTakeFirst())?.state === "waiting";
}

export async function isWaiting(tx: Database, { kind, key }: NamedJob): Promise<boolean> {
  const jobs = tx.selectFrom("jobs").select("state").where("kind", "=", kind).where("key", "=", key);
  return (await jobs.executeTakeFirst())?.state === "waiting";
}

/** Puts the jobs on a schedule into the list; one that is there keeps its time. */
export async function scheduleJobs(db: Database, kinds: readonly JobKind[]): Promise<void> {
  await sql`
    insert into jobs (kind, key) select kind, '' from unnest(${[...kinds]}::text[]) as scheduled (kind) order by kind
    on conflict (kind, key) do nothing`.execute(db);
}

/** Has a job on a schedule done now, unless it is under way. */
export async function hastenJob(db: Database, kind: JobKind): Promise<void> {
  await sql`
    insert into jobs (kind, key) values (${kind}, '')
    on conflict (kind, key) do update set run_at = least(jobs.run_at, now())
    where jobs.leased_until is null or jobs.leased_until <= now()`.execute(db);
}

type Wanted = { kind: JobKind; most: number; lease: number; every: number | null };

export async function claimJobs(db: Database, wanted: readonly Wanted[]): Promise<Omit<Job, "stopping">[]> {
  const each = <T>(of: (one: Wanted) => T) => wanted.map(of);
  const { rows } = await sql<Omit<Job, "stopping">>`
  with due as (
    select wanted.kind, due.key, wanted.seconds, wanted.every
    from unnest(${each(({ kind }) => kind)}::text[], ${each(({ most }) => most)}::integer[],
        ${each(({ lease }) => lease)}::integer[], ${each(({ every }) => every)}::integer[])
      as wanted (kind, most, seconds, every)
    cross join lateral (
      select key from jobs
      where jobs.kind = wanted.kind and state = 'waiting' and run_at <= now()
        and (leased_until is null or leased_until <= now())
      order by run_at limit wanted.most for update skip locked
    ) due
  )
  update jobs set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => seconds),
    tries = tries + 1, started_at = now()
  from due where jobs.kind = due.kind and jobs.key = due.key
  returning jobs.kind, jobs.key, lease, seconds as "leaseSeconds", every, payload, tries`.execute(db);
  return rows;
}

function held(db: Database, { kind, key, lease }: HeldJob) {
  return db.updateTable("jobs").where("kind", "=", kind).where("key", "=", key).where("lease", "=", lease);
}

/** Renews the lease, and in a transaction keeps others from the job until it ends. Throws LeaseLost. */
export async function keepLease(db: Database, job: HeldJob): Promise<void> {
  const { numUpdatedRows } = await held(db, job)
    .set({ leased_until: sql<Date>`now() + make_interval(secs => ${job.leaseSeconds})` })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

const free = { lease: null, leased_until: null } as const;
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** The job is done, if this commits; one on a schedule waits for its next time. Throws LeaseLost. */
export async function endJob(tx: Database, { kind, key, lease, every }: HeldJob): Promise<void> {
  const { numAffectedRows } = await sql`
  update jobs set lease = null, leased_until = null, payload = null, trouble = '', ended_at = now(),
    state = case when ${every}::integer is null then 'done' else state end,
    run_at = coalesce(now() + make_interval(secs => ${every}::integer), run_at), tries = case when ${every}::integer is null then tries else 0 end
  where kind = ${kind} and key = ${key} and lease = ${lease}`.execute(tx);
  if (numAffectedRows === 0n) throw new LeaseLost();
}

export async function retryJob(db: Database, job: HeldJob, seconds: number, trouble: string): Promise<void> {
  await held(db, job)
    .set({ ...free, run_at: inSeconds(seconds), trouble })
    .execute();
}

/** Does not count the try: any instance may take the job after these seconds. */
export async function putBackJob(
  db: Database,
  job: HeldJob,
  { seconds, message }: Pick<PutBack, "seconds" | "message"> = new PutBack(),
): Promise<void> {
  await held(db, job)
    .set({ ...free, run_at: inSeconds(seconds), tries: sql<number>`tries - 1`, trouble: message })
    .execute();
}

/** The job is given up, and what it was given forgotten. Throws LeaseLost. */
export async function markDead(tx: Transaction, job: HeldJob, trouble: string): Promise<void> {
  const { numUpdatedRows } = await held(tx, job)
    .set({ ...free, state: "dead", payload: null, ended_at: sql<Date>`now()`, trouble })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

export async function deleteOldJobs(db: Database, days: number): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("state", "<>", "waiting")
    .where("ended_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
