import { setTimeout as pause } from "node:timers/promises";
import { type Database, inTransaction } from "../database.ts";
import { isDatabaseTrouble, isDiskFull, isOutage } from "../errors/database-errors.ts";
import type { Log } from "../log.ts";
import { type Job, type JobDefinition, JobFailed, LeaseLost, PutBack } from "./job.ts";
import { claimJobs, endJob, renewLease, markDead, putBackJob, retryJob, scheduleJobs } from "./jobs.queries.ts";

/** Pauses between claims, in ms; even with many jobs due, requests come first. */
const pauses = { idle: 1000, busy: 200, away: 5000 };
const defaults = { concurrency: 1, lease: 30, waits: [10, 60, 600, 3600] } as const;

type Parts = { db: Database; log: Pick<Log, "debug" | "info" | "warn">; jobs: readonly JobDefinition[] };
type Running = Set<{ definition: JobDefinition; stopping: AbortController; ended: Promise<void> }>;

/** Starts running jobs, in any number of instances; returns a function that stops and waits for the running ones. */
export function startJobs(parts: Parts): () => Promise<void> {
  const stopping = new AbortController();
  const running: Running = new Set();
  const stopped = claimRegularly(parts, running, stopping.signal);
  return async () => {
    stopping.abort();
    await stopped;
    for (const job of running) job.stopping.abort();
    await Promise.all([...running].map(({ ended }) => ended));
  };
}

async function claimRegularly(parts: Parts, running: Running, stopping: AbortSignal): Promise<void> {
  const scheduled = parts.jobs.filter(({ every }) => every !== undefined).map(({ kind }) => kind);
  let isScheduled = false;
  while (!stopping.aborted) {
    let wait = pauses.idle;
    try {
      if (!isScheduled) await scheduleJobs(parts.db, scheduled);
      isScheduled = true;
      if ((await beginDueJobs(parts, running)) > 0) wait = pauses.busy;
    } catch (err) {
      parts.log[isOutage(err) ? "debug" : "warn"]({ err }, "no jobs could be claimed; trying again");
      wait = pauses.away;
    }
    await pause(wait, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Starts due jobs, up to the limit of each kind; returns how many. */
export async function beginDueJobs(parts: Parts, running: Running): Promise<number> {
  const claims = parts.jobs.map((definition) => ({
    kind: definition.kind,
    max:
      (definition.concurrency ?? defaults.concurrency) -
      [...running].filter((job) => job.definition === definition).length,
    lease: definition.lease ?? defaults.lease,
    every: definition.every ?? null,
  }));
  const claimedJobs = await claimJobs(parts.db, claims);
  for (const job of claimedJobs) {
    const definition = parts.jobs.find(({ kind }) => kind === job.kind);
    if (!definition) continue;
    const stopping = new AbortController();
    const ended = runJob(parts, definition, { ...job, stopping: stopping.signal }, stopping).finally(() =>
      running.delete(entry),
    );
    const entry = { definition, stopping, ended };
    running.add(entry);
  }
  return claimedJobs.length;
}

async function runJob(parts: Parts, definition: JobDefinition, job: Job, lost: AbortController): Promise<void> {
  const { db, log } = parts;
  const renew = () =>
    renewLease(db, job).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(); // on other errors the database is away
    });
  const timer = setInterval(() => void renew(), (job.leaseSeconds * 1000) / 3);
  try {
    if (job.tries > (definition.waits ?? defaults.waits).length + 1 && job.every === null)
      throw new JobFailed("The program crashed on every try.", { isFinal: true });
    await definition.run(job);
    await endJob(db, job).catch(unlessLost); // it may have ended in its own transaction
  } catch (error) {
    await settle(parts, definition, job, error).catch((err: unknown) =>
      log[isOutage(err) ? "debug" : "warn"](
        { err, job: job.kind },
        "a job's outcome could not be stored, so it runs again after its lease",
      ),
    );
  } finally {
    clearInterval(timer);
  }
}

/** Returns why a job failed if it isn't the job's fault. */
function sentenceOf(error: unknown): string | undefined {
  if (isDiskFull(error)) return "A disk is full.";
  return isDatabaseTrouble(error) ? "The database was down or too busy." : undefined;
}

async function settle({ db, log }: Parts, definition: JobDefinition, job: Job, error: unknown): Promise<void> {
  const isExpected = error instanceof JobFailed;
  if (error instanceof PutBack) return putBackJob(db, job, error);
  if (error instanceof LeaseLost || (job.stopping.aborted && !isExpected)) return putBackJob(db, job);
  const known = isExpected ? error.message : sentenceOf(error);
  const trouble = known ?? "Something went wrong. See the server's log.";
  const details = { job: job.kind, key: job.key, tries: job.tries, ...(known ? { trouble } : { err: error }) };
  const { waits = defaults.waits, every } = definition;
  const wait = isExpected && error.isFinal ? undefined : waits[job.tries - 1];
  if (wait !== undefined || every !== undefined) {
    await retryJob(db, job, Math.min(wait ?? Infinity, every ?? Infinity), trouble);
    log.info(details, "a job failed and will be retried");
    return;
  }
  await inTransaction(db, async (tx) => {
    await markDead(tx, job, trouble);
    await definition.whenDead?.(tx, job, trouble);
  });
  log.warn(details, "a job failed for good: see admin/mail");
}

function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}
