import { setTimeout as pause } from "node:timers/promises";
import { type Database, inTransaction } from "../database.ts";
import type { Log } from "../log.ts";
import { type Job, type JobDefinition, JobFailed, LeaseLost, PutBack } from "./job.ts";
import { claimJobs, endJob, keepLease, markDead, putBackJob, retryJob, scheduleJobs } from "./jobs.queries.ts";

/** Milliseconds between two looks: while there is much to do requests come first; an unreachable database is left alone. */
const rest = { idle: 1000, busy: 200, away: 5000 };
const usual = { atOnce: 1, lease: 30, waits: [10, 60, 600, 3600] } as const;

type Parts = { db: Database; log: Pick<Log, "info" | "warn">; jobs: readonly JobDefinition[] };
type Running = Set<{ definition: JobDefinition; stopping: AbortController; ended: Promise<void> }>;

/** Starts working on jobs; any number of instances may. Returns a function that stops it once the running jobs end. */
export function startJobs(parts: Parts): () => Promise<void> {
  const stopping = new AbortController();
  const running: Running = new Set();
  const stopped = keepLooking(parts, running, stopping.signal);
  return async () => {
    stopping.abort();
    await stopped;
    for (const job of running) job.stopping.abort();
    await Promise.all([...running].map(({ ended }) => ended));
  };
}

async function keepLooking(parts: Parts, running: Running, stopping: AbortSignal): Promise<void> {
  const scheduled = parts.jobs.filter(({ every }) => every !== undefined).map(({ kind }) => kind);
  let isScheduled = false;
  while (!stopping.aborted) {
    let wait = rest.idle;
    try {
      if (!isScheduled) await scheduleJobs(parts.db, scheduled);
      isScheduled = true;
      if ((await beginDueJobs(parts, running)) > 0) wait = rest.busy;
    } catch (err) {
      parts.log.warn({ err }, "no job could be claimed; it is tried again");
      wait = rest.away;
    }
    await pause(wait, undefined, { signal: stopping }).catch(() => undefined); // the loop looks why
  }
}

/** Starts due jobs as far as there is room; returns how many. */
export async function beginDueJobs(parts: Parts, running: Running): Promise<number> {
  const wanted = parts.jobs.map((definition) => ({
    kind: definition.kind,
    most: (definition.atOnce ?? usual.atOnce) - [...running].filter((job) => job.definition === definition).length,
    lease: definition.lease ?? usual.lease,
    every: definition.every ?? null,
  }));
  const claimed = await claimJobs(parts.db, wanted);
  for (const job of claimed) {
    const definition = parts.jobs.find(({ kind }) => kind === job.kind);
    if (!definition) continue;
    const stopping = new AbortController();
    const ended = runJob(parts, definition, { ...job, stopping: stopping.signal }, stopping).finally(() =>
      running.delete(entry),
    );
    const entry = { definition, stopping, ended };
    running.add(entry);
  }
  return claimed.length;
}

async function runJob(parts: Parts, definition: JobDefinition, job: Job, lost: AbortController): Promise<void> {
  const { db, log } = parts;
  const renew = () =>
    keepLease(db, job).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(); // anything else: the database is away
    });
  const timer = setInterval(() => void renew(), (job.leaseSeconds * 1000) / 3);
  try {
    if (job.tries > triesOf(definition) && job.every === null)
      throw new JobFailed("The program ended each time it was tried.", { isFinal: true });
    await definition.run(job);
    await endJob(db, job).catch(unlessLost); // it may have ended in its own transaction
  } catch (error) {
    await settle(parts, definition, job, error).catch((err: unknown) =>
      log.warn({ err, job: job.kind }, "what became of a job could not be noted: it is done again after its lease"),
    );
  } finally {
    clearInterval(timer);
  }
}

const triesOf = ({ waits = usual.waits }: JobDefinition) => waits.length + 1;

async function settle({ db, log }: Parts, definition: JobDefinition, job: Job, error: unknown): Promise<void> {
  const isOwn = error instanceof JobFailed;
  if (error instanceof PutBack) return putBackJob(db, job, error);
  if (error instanceof LeaseLost || (job.stopping.aborted && !isOwn)) return putBackJob(db, job);
  const trouble = isOwn ? error.message : "Something went wrong; the server's log says what.";
  const about = { job: job.kind, key: job.key, tries: job.tries, ...(isOwn ? { trouble } : { err: error }) };
  const { waits = usual.waits, every } = definition;
  const wait = isOwn && error.isFinal ? undefined : waits[job.tries - 1];
  if (wait !== undefined || every !== undefined) {
    await retryJob(db, job, Math.min(wait ?? Infinity, every ?? Infinity), trouble);
    log.info(about, "a job failed; it is tried again");
    return;
  }
  await inTransaction(db, async (tx) => {
    await markDead(tx, job, trouble);
    await definition.whenDead?.(tx, job, trouble);
  });
  log.warn(about, "a job was given up: see admin/mail");
}

function unlessLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}
