import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { inTransaction, openDatabase } from "../database.ts";
import { createLog } from "../log.ts";
import { type JobDefinition, JobFailed, LeaseLost, PutBack } from "./job.ts";
import { cancelJob, claimJobs, deleteOldJobs, endJob, enqueueJob, keepLease } from "./jobs.queries.ts";
import { startJobs } from "./run-jobs.ts";

const { db, connection } = await testDatabase();
const other = openDatabase({ connection });
afterEach(killChildren);
beforeEach(() => db.deleteFrom("jobs").execute());

const log = createLog("silent");
const patience = { timeout: 20_000, interval: 10 };
const enqueue = (key: string) =>
  inTransaction(db, (tx) => enqueueJob(tx, { kind: "send-mail", key, payload: { key } }));
const jobs = () =>
  db.selectFrom("jobs").select(["key", "state", "tries", "trouble", "payload", "lease"]).orderBy("key").execute();
/** A kind of job that notes what it did. */
function noting(more: Partial<JobDefinition> = {}) {
  const done: string[] = [];
  const definition: JobDefinition = { kind: "send-mail", atOnce: 4, run: async ({ key }) => done.push(key), ...more };
  return { done, definition };
}
/** Continues on command. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe("a job that was enqueued", () => {
  it("is done once by two instances, and not at all when its transaction was rolled back", async () => {
    const { done, definition } = noting();
    const keys = Array.from({ length: 40 }, (_, at) => String(at));
    for (const key of keys) await enqueue(key);
    const rolledBack = inTransaction(db, async (tx) => {
      await enqueueJob(tx, { kind: "send-mail", key: "never" });
      throw new Error("changed my mind");
    });
    await expect(rolledBack).rejects.toThrow("changed my mind");
    await Promise.all([runDueJobs(db, [definition]), runDueJobs(other, [definition])]);
    expect(done.toSorted()).toEqual(keys.toSorted());
    expect((await jobs()).every(({ state, payload }) => state === "done" && payload === null)).toBe(true);
  });

  it("is done again after its lease when its process was killed in the middle of it, and not before", async () => {
    await enqueue("killed");
    const child = startChild("server/test/children/working.ts", { CONNECTION: JSON.stringify(connection) });
    await child.line(/^working on killed$/);
    child.kill("SIGKILL");
    await child.exited;
    const { done, definition } = noting();
    await runDueJobs(db, [definition]);
    expect(done).toEqual([]);
    await letPass(db, 31);
    await runDueJobs(db, [definition]);
    expect(done).toEqual(["killed"]);
  });

  it("is kept by the process that does it for longer than a lease", async () => {
    const { opened, open } = gate();
    const slow = noting({ lease: 1, run: () => opened });
    await enqueue("long");
    const working = runDueJobs(db, [slow.definition]);
    const leases = new Set<string>();
    await vi.waitUntil(async () => {
      const { until } = await db.selectFrom("jobs").select("leased_until as until").executeTakeFirstOrThrow();
      return leases.add(until?.toISOString() ?? "").size > 5;
    }, patience);
    const { done, definition } = noting();
    await runDueJobs(other, [definition]);
    open();
    await working;
    expect(done).toEqual([]);
    expect(await jobs()).toMatchObject([{ state: "done" }]);
  });

  it("ends in the transaction of what it does, and neither is kept when the lease was lost", async () => {
    await enqueue("slow");
    const [slow] = await claimJobs(db, [{ kind: "send-mail", most: 1, lease: 30, every: null }]);
    if (!slow) throw new Error("nothing was claimed");
    await letPass(db, 31);
    const { done, definition } = noting();
    await runDueJobs(other, [definition]);
    const late = inTransaction(db, async (tx) => {
      await enqueueJob(tx, { kind: "import", key: "1" });
      await endJob(tx, slow);
    });
    await expect(late).rejects.toThrow(LeaseLost);
    await expect(keepLease(db, slow)).rejects.toThrow(LeaseLost);
    expect(done).toEqual(["slow"]);
    expect(await jobs()).toMatchObject([{ key: "slow", state: "done" }]);
  });

  it("learns that it was canceled, and does not come back", async () => {
    const { opened, open } = gate();
    const { definition } = noting({
      lease: 1,
      run: async ({ stopping }) => {
        open();
        await new Promise((resolve) => stopping.addEventListener("abort", resolve));
        throw new Error("interrupted");
      },
    });
    await enqueue("unwanted");
    const working = runDueJobs(db, [definition]);
    await opened;
    await inTransaction(db, (tx) => cancelJob(tx, { kind: "send-mail", key: "unwanted" }));
    await working;
    expect(await jobs()).toEqual([]);
  });

  it("is put back without counting the try when it says so", async () => {
    await enqueue("patient");
    const { definition } = noting({ run: () => Promise.reject(new PutBack()) });
    for (let time = 0; time < 10; time += 1) {
      expect(await runDueJobs(db, [definition])).toBe(1);
      await letPass(db, 2);
    }
    expect(await jobs()).toMatchObject([{ state: "waiting", tries: 0, trouble: "" }]);
  });
});

describe("a job that fails", () => {
  it("is tried later and later, and is dead and listed in the end, in its own words", async () => {
    const settled: string[] = [];
    const { definition } = noting({
      waits: [60, 600],
      run: () => Promise.reject(new JobFailed("The other side is closed.")),
      whenDead: async (_tx, { key }, trouble) => void settled.push(`${key}: ${trouble}`),
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
    expect(settled).toEqual(["hopeless: The other side is closed."]);
  });

  it("is dead at once when no other try can help, and when its process was killed too often", async () => {
    const final = () => Promise.reject(new JobFailed("Never.", { isFinal: true }));
    await enqueue("final");
    await runDueJobs(db, [noting({ run: final }).definition]);
    await enqueue("killed");
    const { done, definition } = noting({ waits: [1] });
    for (let time = 0; time < 2; time += 1) {
      await claimJobs(db, [{ kind: "send-mail", most: 1, lease: 30, every: null }]);
      await letPass(db, 31);
    }
    await runDueJobs(db, [definition]);
    expect(done).toEqual([]);
    expect(await jobs()).toMatchObject([
      { state: "dead", trouble: "Never." },
      { state: "dead", trouble: "The program ended each time it was tried." },
    ]);
    await db
      .updateTable("jobs")
      .set({ ended_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute();
    await deleteOldJobs(db, 30);
    expect(await jobs()).toEqual([]);
  });

  it("shows staff no words of an error that nobody wrote for them", async () => {
    await enqueue("fault");
    const { definition } = noting({ run: () => Promise.reject(new Error("secret")) });
    await runDueJobs(db, [definition]);
    expect(await jobs()).toMatchObject([
      { state: "waiting", trouble: "Something went wrong; the server's log says what." },
    ]);
  });
});

describe("a job on a schedule", () => {
  it("is done once a period over two instances, and goes on after a failure", async () => {
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
    const instances = [startJobs({ db, log, jobs: [daily] }), startJobs({ db: other, log, jobs: [daily] })];
    await vi.waitUntil(() => runs === 1, patience);
    await vi.waitUntil(async () => (await jobs())[0]?.lease === null, patience);
    await letPass(db, 3500);
    expect([await runDueJobs(db, [daily]), await runDueJobs(other, [daily])]).toEqual([0, 0]);
    await letPass(db, 100);
    await vi.waitUntil(() => runs === 2, patience);
    await vi.waitUntil(async () => (await jobs())[0]?.trouble !== "", patience);
    await letPass(db, 60);
    await vi.waitUntil(() => runs === 3, patience);
    await vi.waitUntil(async () => (await jobs())[0]?.trouble === "", patience);
    await Promise.all(instances.map((stop) => stop()));
    expect(runs).toBe(3);
    expect(await jobs()).toMatchObject([{ state: "waiting", tries: 0 }]);
  });
});

describe("stopping", () => {
  it("signals the jobs under way, waits for them, and takes nothing more", async () => {
    const [begun, told, finish] = [gate(), gate(), gate()];
    const { done, definition } = noting({
      atOnce: 1,
      run: async ({ key, stopping }) => {
        begun.open();
        await new Promise((resolve) => stopping.addEventListener("abort", resolve));
        told.open();
        await finish.opened;
        done.push(key);
      },
    });
    await enqueue("first");
    await enqueue("second");
    const stop = startJobs({ db, log, jobs: [definition] });
    await begun.opened;
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    await told.opened;
    expect(isStopped).toBe(false);
    finish.open();
    await stopped;
    expect(done).toHaveLength(1);
    expect((await jobs()).map(({ state }) => state).toSorted()).toEqual(["done", "waiting"]);
  });

  it("puts back at once what breaks off, uncounted", async () => {
    const begun = gate();
    const { definition } = noting({
      run: async ({ stopping }) => {
        begun.open();
        await new Promise((resolve) => stopping.addEventListener("abort", resolve));
        stopping.throwIfAborted();
      },
    });
    await enqueue("broken off");
    const stop = startJobs({ db, log, jobs: [definition] });
    await begun.opened;
    await stop();
    expect(await jobs()).toMatchObject([{ state: "waiting", tries: 0, lease: null }]);
  });
});
