import type { JobKind } from "#contract/admin/jobs.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "../database.ts";
import { type LeasedJob, type Job, LeaseLost, PutBack } from "./job.ts";

type NamedJob = { kind: JobKind; key: string };
type NewJob = NamedJob & {
  payload?: object;
  /** Seconds to wait; default 0. */
  after?: number | RawBuilder<number>;
  /** If true, a job that is still waiting keeps its first payload. */
  keepsPayload?: boolean;
};

/** Enqueues a job, which runs once the transaction commits; a job with the same key starts over. */
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

/** Enqueues a job without a key unless it is waiting or running; returns whether it did. */
export async function enqueueUnlessWaiting(tx: Transaction, kind: JobKind): Promise<boolean> {
  const { rows } = await sql`
    insert into jobs (kind, key) values (${kind}, '')
    on conflict (kind, key) do update set state = 'waiting', run_at = now(), tries = 0, trouble = ''
    where jobs.state <> 'waiting'
    returning kind`.execute(tx);
  return rows.length > 0;
}

/** Deletes a job, whose worker then notices the lost lease; returns whether it was waiting. */
export async function cancelJob(tx: Transaction, { kind, key }: NamedJob): Promise<boolean> {
  const deleted = tx.deleteFrom("jobs").where("kind", "=", kind).where("key", "=", key).returning("state");
  return (await deleted.executeTakeFirst())?.state === "waiting";
}

export async function isWaiting(tx: Database, { kind, key }: NamedJob): Promise<boolean> {
  const jobs = tx.selectFrom("jobs").select("state").where("kind", "=", kind).where("key", "=", key);
  return (await jobs.executeTakeFirst())?.state === "waiting";
}

/** Inserts the scheduled jobs; existing ones keep their time. */
export async function scheduleJobs(db: Database, kinds: readonly JobKind[]): Promise<void> {
  await sql`
    insert into jobs (kind, key) select kind, '' from unnest(${[...kinds]}::text[]) as scheduled (kind) order by kind
    on conflict (kind, key) do nothing`.execute(db);
}

/** Makes a scheduled job due now, unless it is running. */
export async function runJobSoon(db: Database, kind: JobKind): Promise<void> {
  await sql`
    insert into jobs (kind, key) values (${kind}, '')
    on conflict (kind, key) do update set run_at = least(jobs.run_at, now())
    where jobs.leased_until is null or jobs.leased_until <= now()`.execute(db);
}

type Claim = { kind: JobKind; max: number; lease: number; every: number | null };

export async function claimJobs(db: Database, claims: readonly Claim[]): Promise<Omit<Job, "stopping">[]> {
  const each = <T>(valueOf: (claim: Claim) => T) => claims.map(valueOf);
  const { rows } = await sql<Omit<Job, "stopping">>`
  with due as (
    select claim.kind, due.key, claim.seconds, claim.every
    from unnest(${each(({ kind }) => kind)}::text[], ${each(({ max }) => max)}::integer[],
        ${each(({ lease }) => lease)}::integer[], ${each(({ every }) => every)}::integer[])
      as claim (kind, max_jobs, seconds, every)
    cross join lateral (
      select key from jobs
      where jobs.kind = claim.kind and state = 'waiting' and run_at <= now()
        and (leased_until is null or leased_until <= now())
      order by run_at limit claim.max_jobs for update skip locked
    ) due
  )
  update jobs set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => seconds),
    tries = tries + 1, started_at = now()
  from due where jobs.kind = due.kind and jobs.key = due.key
  returning jobs.kind, jobs.key, lease, seconds as "leaseSeconds", every, payload, tries`.execute(db);
  return rows;
}

function leased(db: Database, { kind, key, lease }: LeasedJob) {
  return db.updateTable("jobs").where("kind", "=", kind).where("key", "=", key).where("lease", "=", lease);
}

/** Renews the lease and, in a transaction, locks the job until it ends. Throws LeaseLost. */
export async function renewLease(db: Database, job: LeasedJob): Promise<void> {
  const { numUpdatedRows } = await leased(db, job)
    .set({ leased_until: sql<Date>`now() + make_interval(secs => ${job.leaseSeconds})` })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

const noLease = { lease: null, leased_until: null } as const;
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Marks the job done, or reschedules it. Throws LeaseLost. */
export async function endJob(tx: Database, { kind, key, lease, every }: LeasedJob): Promise<void> {
  const { numAffectedRows } = await sql`
  update jobs set lease = null, leased_until = null, payload = null, trouble = '', ended_at = now(),
    state = case when ${every}::integer is null then 'done' else state end,
    run_at = coalesce(now() + make_interval(secs => ${every}::integer), run_at), tries = case when ${every}::integer is null then tries else 0 end
  where kind = ${kind} and key = ${key} and lease = ${lease}`.execute(tx);
  if (numAffectedRows === 0n) throw new LeaseLost();
}

export async function retryJob(db: Database, job: LeasedJob, seconds: number, trouble: string): Promise<void> {
  await leased(db, job)
    .set({ ...noLease, run_at: inSeconds(seconds), trouble })
    .execute();
}

/** Postpones the job for any instance without counting the try. */
export async function putBackJob(
  db: Database,
  job: LeasedJob,
  { seconds, message }: Pick<PutBack, "seconds" | "message"> = new PutBack(),
): Promise<void> {
  await leased(db, job)
    .set({ ...noLease, run_at: inSeconds(seconds), tries: sql<number>`tries - 1`, trouble: message })
    .execute();
}

/** Marks the job dead and deletes its payload. Throws LeaseLost. */
export async function markDead(tx: Transaction, job: LeasedJob, trouble: string): Promise<void> {
  const { numUpdatedRows } = await leased(tx, job)
    .set({ ...noLease, state: "dead", payload: null, ended_at: sql<Date>`now()`, trouble })
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
