import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { inTransaction, openDatabase } from "../database.ts";
import { createLog } from "../log.ts";
import { type JobDefinition, JobFailed, LeaseLost, PutBack } from "./job.ts";
import { cancelJob, claimJobs, deleteOldJobs, endJob, enqueueJob, renewLease } from "./jobs.queries.ts";
import { startJobs } from "./run-jobs.ts";

const { db, connection } = await testDatabase();
const secondDb = openDatabase({ connection });
afterEach(killChildren);
beforeEach(() => db.deleteFrom("jobs").execute());

const log = createLog("silent");
const waitOptions = { timeout: 20_000, interval: 10 };
const enqueue = (key: string) =>
  inTransaction(db, (tx) => enqueueJob(tx, { kind: "send-mail", key, payload: { key } }));
const jobs = () =>
  db.selectFrom("jobs").select(["key", "state", "tries", "trouble", "payload", "lease"]).orderBy("key").execute();
/** Creates a job that records its keys. */
function recordingJob(overrides: Partial<JobDefinition> = {}) {
  const done: string[] = [];
  const definition: JobDefinition = {
    kind: "send-mail",
    concurrency: 4,
    run: async ({ key }) => done.push(key),
    ...overrides,
  };
  return { done, definition };
}
/** Creates a promise that resolves on command. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe("an enqueued job", () => {
  it("runs once across two instances, and never if its transaction rolls back", async () => {
    const { done, definition } = recordingJob();
    const keys = Array.from({ length: 40 }, (_, at) => String(at));
    for (const key of keys) await enqueue(key);
    const rolledBack = inTransaction(db, async (tx) => {
      await enqueueJob(tx, { kind: "send-mail", key: "never" });
      throw new Error("changed my mind");
    });
    await expect(rolledBack).rejects.toThrow("changed my mind");
    await Promise.all([runDueJobs(db, [definition]), runDueJobs(secondDb, [definition])]);
    expect(done.toSorted()).toEqual(keys.toSorted());
    expect((await jobs()).every(({ state, payload }) => state === "done" && payload === null)).toBe(true);
  });

  it("runs again after its lease, and not earlier, when its process is killed", async () => {
    await enqueue("killed");
    const child = startChild("server/test/children/working.ts", { CONNECTION: JSON.stringify(connection) });
    await child.line(/^working on killed$/);
    child.kill("SIGKILL");
    await child.exited;
    const { done, definition } = recordingJob();
    await runDueJobs(db, [definition]);
    expect(done).toEqual([]);
    await letPass(db, 31);
    await runDueJobs(db, [definition]);
    expect(done).toEqual(["killed"]);
  });

  it("keeps its lease while it runs longer than the lease lasts", async () => {
    const { opened, open } = gate();
    const slow = recordingJob({ lease: 1, run: () => opened });
    await enqueue("long");
    const working = runDueJobs(db, [slow.definition]);
    const leases = new Set<string>();
    await vi.waitUntil(async () => {
      const { until } = await db.selectFrom("jobs").select("leased_until as until").executeTakeFirstOrThrow();
      return leases.add(until?.toISOString() ?? "").size > 5;
    }, waitOptions);
    const { done, definition } = recordingJob();
    await runDueJobs(secondDb, [definition]);
    open();
    await working;
    expect(done).toEqual([]);
    expect(await jobs()).toMatchObject([{ state: "done" }]);
  });

  it("that ends in its own transaction rolls back when the lease is lost", async () => {
    await enqueue("slow");
    const [slow] = await claimJobs(db, [{ kind: "send-mail", max: 1, lease: 30, every: null }]);
    if (!slow) throw new Error("nothing was claimed");
    await letPass(db, 31);
    const { done, definition } = recordingJob();
    await runDueJobs(secondDb, [definition]);
    const late = inTransaction(db, async (tx) => {
      await enqueueJob(tx, { kind: "import", key: "1" });
      await endJob(tx, slow);
    });
    await expect(late).rejects.toThrow(LeaseLost);
    await expect(renewLease(db, slow)).rejects.toThrow(LeaseLost);
    expect(done).toEqual(["slow"]);
    expect(await jobs()).toMatchObject([{ key: "slow", state: "done" }]);
  });

  it("gets the abort signal when it is canceled, and does not run again", async () => {
    const { opened, open } = gate();
    const { definition } = recordingJob({
      lease: 1,
      run: async ({ stopping }) => {
        open();
        await new Promise((resolve) => stopping.addEventListener("abort", resolve));
        throw new Error("interrupted");
      },
    });
    await enqueue("canceled");
    const working = runDueJobs(db, [definition]);
    await opened;
    await inTransaction(db, (tx) => cancelJob(tx, { kind: "send-mail", key: "canceled" }));
    await working;
    expect(await jobs()).toEqual([]);
  });

  it("can postpone itself without counting the try", async () => {
    await enqueue("postponed");
    const { definition } = recordingJob({ run: () => Promise.reject(new PutBack()) });
    for (let time = 0; time < 10; time += 1) {
      expect(await runDueJobs(db, [definition])).toBe(1);
      await letPass(db, 2);
    }
    expect(await jobs()).toMatchObject([{ state: "waiting", tries: 0, trouble: "" }]);
  });
});

describe("a job that fails", () => {
  it("is retried at growing intervals, and then marked dead with its reason", async () => {
    const deadJobs: string[] = [];
    const { definition } = recordingJob({
      waits: [60, 600],
      run: () => Promise.reject(new JobFailed("The other side is closed.")),
      whenDead: async (_tx, { key }, trouble) => void deadJobs.push(`${key}: ${trouble}`),
    });
    await enqueue("hopeless");
    const tries: number[] = [];
    for (let minutes = 0; minutes < 60; minutes += 1) {
      if ((await runDueJobs(db, [definition])) > 0) tries.push(minutes);
      await letPass(db, 60);
    }
    expect(tries).toEqual([0, 1, 11]);
    expect(await jobs()).toMatchObject([
      { state: "dead", tries: 3, trouble: "The other side is closed.", payload: null },
    ]);
    expect(deadJobs).toEqual(["hopeless: The other side is closed."]);
  });

  it("is marked dead when a retry cannot help, or when its process was killed too often", async () => {
    const final = () => Promise.reject(new JobFailed("Never.", { isFinal: true }));
    await enqueue("final");
    await runDueJobs(db, [recordingJob({ run: final }).definition]);
    await enqueue("killed");
    const { done, definition } = recordingJob({ waits: [1] });
    for (let time = 0; time < 2; time += 1) {
      await claimJobs(db, [{ kind: "send-mail", max: 1, lease: 30, every: null }]);
      await letPass(db, 31);
    }
    await runDueJobs(db, [definition]);
    expect(done).toEqual([]);
    expect(await jobs()).toMatchObject([
      { state: "dead", trouble: "Never." },
      { state: "dead", trouble: "The program crashed on every try." },
    ]);
    await db
      .updateTable("jobs")
      .set({ ended_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute();
    await deleteOldJobs(db, 30);
    expect(await jobs()).toEqual([]);
  });

  it("does not show staff the message of an unexpected error", async () => {
    await enqueue("fault");
    const { definition } = recordingJob({ run: () => Promise.reject(new Error("secret")) });
    await runDueJobs(db, [definition]);
    expect(await jobs()).toMatchObject([{ state: "waiting", trouble: "Something went wrong. See the server's log." }]);
  });
});

describe("a scheduled job", () => {
  it("runs once per period across two instances and continues after a failure", async () => {
    let runs = 0;
    const daily: JobDefinition = {
      kind: "clean-up-carts",
      every: 3600,
      waits: [60],
      run: async () => {
        runs += 1;
        if (runs === 2) throw new Error("not today");
      },
    };
    const instances = [startJobs({ db, log, jobs: [daily] }), startJobs({ db: secondDb, log, jobs: [daily] })];
    await vi.waitUntil(() => runs === 1, waitOptions);
    await vi.waitUntil(async () => (await jobs())[0]?.lease === null, waitOptions);
    await letPass(db, 3500);
    expect([await runDueJobs(db, [daily]), await runDueJobs(secondDb, [daily])]).toEqual([0, 0]);
    await letPass(db, 100);
    await vi.waitUntil(() => runs === 2, waitOptions);
    await vi.waitUntil(async () => (await jobs())[0]?.trouble !== "", waitOptions);
    await letPass(db, 60);
    await vi.waitUntil(() => runs === 3, waitOptions);
    await vi.waitUntil(async () => (await jobs())[0]?.trouble === "", waitOptions);
    await Promise.all(instances.map((stop) => stop()));
    expect(runs).toBe(3);
    expect(await jobs()).toMatchObject([{ state: "waiting", tries: 0 }]);
  });
});

describe("stopping the jobs", () => {
  it("signals running jobs, waits for them, and starts no others", async () => {
    const [started, signaled, finish] = [gate(), gate(), gate()];
    const { done, definition } = recordingJob({
      concurrency: 1,
      run: async ({ key, stopping }) => {
        started.open();
        await new Promise((resolve) => stopping.addEventListener("abort", resolve));
        signaled.open();
        await finish.opened;
        done.push(key);
      },
    });
    await enqueue("first");
    await enqueue("second");
    const stop = startJobs({ db, log, jobs: [definition] });
    await started.opened;
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    await signaled.opened;
    expect(isStopped).toBe(false);
    finish.open();
    await stopped;
    expect(done).toHaveLength(1);
    expect((await jobs()).map(({ state }) => state).toSorted()).toEqual(["done", "waiting"]);
  });

  it("releases an interrupted job without counting the try", async () => {
    const started = gate();
    const { definition } = recordingJob({
      run: async ({ stopping }) => {
        started.open();
        await new Promise((resolve) => stopping.addEventListener("abort", resolve));
        stopping.throwIfAborted();
      },
    });
    await enqueue("interrupted");
    const stop = startJobs({ db, log, jobs: [definition] });
    await started.opened;
    await stop();
    expect(await jobs()).toMatchObject([{ state: "waiting", tries: 0, lease: null }]);
  });
});
