import type { JobKind } from "#contract/admin/jobs.ts";
import type { Transaction } from "../database.ts";

export type HeldJob = {
  kind: JobKind;
  key: string;
  lease: string;
  leaseSeconds: number;
  /** Seconds from the end of one run to the next; null for a job that is enqueued. */
  every: number | null;
};

/** A job to run now; `stopping` fires when the process stops or the lease is lost. */
export type Job = HeldJob & { payload: unknown; tries: number; stopping: AbortSignal };

export type JobDefinition = {
  kind: JobKind;
  /** Seconds from the end of one run to the next, over all instances; left out: it is done when it was enqueued. */
  every?: number;
  /** The maximum that one instance runs at once; default 1. */
  atOnce?: number;
  /** Seconds until another instance may take over after a kill; renewed while the process lives. Default 30. */
  lease?: number;
  /** Seconds to wait after the first failure, the second, ...: when they are used up, an enqueued job is dead. */
  waits?: readonly number[];
  /** Does one. A kill or a lost connection can make it run again: end it in your transaction (`endJob`) where that matters. */
  run(job: Job): Promise<unknown>;
  /** Settles what the job was about, in the transaction that makes it dead. */
  whenDead?(tx: Transaction, job: Job, trouble: string): Promise<void>;
};

/** A job failed for a reason that staff may read; `isFinal`: no other try can help. */
export class JobFailed extends Error {
  override name = "JobFailed";
  readonly isFinal: boolean;

  constructor(reason: string, { isFinal = false } = {}) {
    super(reason);
    this.isFinal = isFinal;
  }
}

/** The lease was lost, or the job is not wanted anymore: nothing more may be written for it. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/** Not now: the job is put back for some seconds without counting the try; staff may read why. */
export class PutBack extends Error {
  override name = "PutBack";
  readonly seconds: number;

  constructor({ seconds = 1, why = "" } = {}) {
    super(why);
    this.seconds = seconds;
  }
}
