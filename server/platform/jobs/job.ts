import type { JobKind } from "#contract/admin/jobs.ts";
import type { Transaction } from "../database.ts";

export type LeasedJob = {
  kind: JobKind;
  key: string;
  lease: string;
  leaseSeconds: number;
  /** Seconds from the end of one run to the next; null for an enqueued job. */
  every: number | null;
};

/** A job to run now; `stopping` fires when the process stops or the lease is lost. */
export type Job = LeasedJob & { payload: unknown; tries: number; stopping: AbortSignal };

/** Seconds, for `every`. */
export const [minute, hour] = [60, 3600];

export type JobDefinition = {
  kind: JobKind;
  /** Seconds from the end of one run to the next, across all instances; omitted for jobs that are enqueued. */
  every?: number;
  /** Maximum per instance at a time; default 1. */
  concurrency?: number;
  /** Seconds until another instance may take over after a kill; renewed while the job runs. Default 30. */
  lease?: number;
  /** Seconds to wait after the first failure, the second, and so on; then an enqueued job is dead. */
  waits?: readonly number[];
  /** Runs the job. It may run again after a kill or a lost connection, so end it in your transaction (`endJob`) if that matters. */
  run(job: Job): Promise<unknown>;
  /** Runs in the transaction that marks the job dead. */
  whenDead?(tx: Transaction, job: Job, trouble: string): Promise<void>;
};

/** Thrown by a job for a reason that staff may read; `isFinal` if a retry cannot help. */
export class JobFailed extends Error {
  override name = "JobFailed";
  readonly isFinal: boolean;

  constructor(reason: string, { isFinal = false } = {}) {
    super(reason);
    this.isFinal = isFinal;
  }
}

/** The lease was lost or the job canceled, so nothing more may be written for it. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Thrown to postpone the job without counting the try; staff may read why. */
export class PutBack extends Error {
  override name = "PutBack";
  readonly seconds: number;

  constructor({ seconds = 1, reason = "" } = {}) {
    super(reason);
    this.seconds = seconds;
  }
}
