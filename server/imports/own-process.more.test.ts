import path from "node:path";
import { getInventoryBySearchParams } from "#contract/catalog/catalog.ts";
import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isAlive } from "#server/platform/embedded-postgres/processes.ts";
import { startJobs } from "#server/platform/jobs/run-jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { importJob, inOwnProcess } from "./own-process.ts";

const fixture = await importsFixture();
const { db, connection, clock, countOf } = fixture;
afterEach(killChildren);

const waitOptions = { timeout: 60_000, interval: 20 };
const entry = path.join(projectRoot, "server/import-process.ts");
const execArgv = ["--import", path.join(projectRoot, "tools/typescript.mjs")];
const listOf = (prefix: string, count: number) =>
  [
    "Title,SKU,Copies",
    ...Array.from({ length: count }, (_, at) => `Title ${at} of ${prefix},${prefix.slice(0, 2)}${1000 + at},2`),
  ].join("\n");
const expireLease = (importId: number) => letPass(db, 60, importId);
const isUnderWay = (importId: number) =>
  vi.waitUntil(async () => (await fixture.show(importId)).progress > 5, waitOptions);

/** Searches repeatedly until `end` is called, which returns the totals. */
function searchesFor(searchString: string) {
  const totals = new Set<number>();
  let isOver = false;
  const search = async () => {
    do {
      const { body } = await fixture.call(getInventoryBySearchParams, { query: { searchString } });
      const { inStockTotal, outOfStockTotal } = body.data;
      totals.add(inStockTotal + outOfStockTotal);
    } while (!isOver);
  };
  const searching = search();
  return {
    end: async () => {
      isOver = true;
      await searching;
      return totals;
    },
  };
}

/** Makes writers of a title with this SKU wait, and returns a function that releases them. */
async function hold(sku: string): Promise<() => Promise<void>> {
  const item = { title: "Held", description: "d", category_id: 1, subject_id: 1, grade_mask: 1, reference_number: sku };
  const transaction = await db.startTransaction().execute();
  await transaction.executeQuery(CompiledQuery.raw("set local idle_in_transaction_session_timeout = 0"));
  await transaction.insertInto("items").values(item).execute();
  return () => transaction.rollback().execute();
}

/** Keeps running the worker until the import is saved, like any instance. */
const workUntilSaved = (importId: number, worker: ReturnType<typeof aWorker>) =>
  vi.waitUntil(async () => {
    await expireLease(importId);
    await worker.work();
    return (await fixture.show(importId)).state === "saved";
  }, waitOptions);

/** Creates a worker that collects the ids of its child processes and its errors. */
function aWorker(parts: { entry?: string; silence?: number } = {}) {
  const [pids, errors]: [number[], string[]] = [[], []];
  const log = createLog("info", {
    write: (line) => {
      const entry = JSON.parse(line);
      if ("pid" in entry) pids.push(Number(entry.pid));
      else errors.push(line);
    },
  });
  const jobs = [importJob({ db, clock, perform: inOwnProcess({ connection, log, entry, execArgv, ...parts }) })];
  return { pids, errors, work: () => runDueJobs(db, jobs, log), start: () => startJobs({ db, log, jobs }) };
}

async function anImportToSave(prefix: string, count: number): Promise<number> {
  const { importId } = await fixture.check(listOf(prefix, count));
  await fixture.save(importId);
  return importId;
}

/** Starts saving an import that can't finish before its release. */
async function aHeldSave(prefix: string, worker = aWorker()) {
  const importId = await anImportToSave(prefix, 600);
  const release = await hold(`${prefix.slice(0, 2)}1599`);
  const working = worker.work();
  /** Sends a signal to the import's process once it is saving, and lets everything else continue. */
  const signal = async (name: "SIGKILL" | "SIGSTOP") => {
    await isUnderWay(importId);
    process.kill(worker.pids[0] ?? 0, name);
    await working;
    await release();
  };
  return { importId, worker, signal };
}

describe("the process of an import", { timeout: 120_000 }, () => {
  it("ends after checking and saving", async () => {
    const worker = aWorker();
    const { body } = await fixture.upload(listOf("OP", 50));
    await fixture.match(body.id, {}, body.data.columns);
    await worker.work();
    await fixture.save(body.id);
    await worker.work();
    expect(await fixture.show(body.id)).toMatchObject({ state: "saved", counts: { added: 50, copies: 100 } });
    expect(worker.errors).toEqual([]);
    for (const pid of worker.pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("leaves nothing when killed, which is logged, and another finishes the import; searches notice neither", async () => {
    const { importId, worker, signal } = await aHeldSave("KUSAMBA");
    const searching = searchesFor(`"kusamba"`);
    await signal("SIGKILL");
    expect(worker.errors[0]).toContain(`The process of import ${importId} ended: SIGKILL`);
    expect(await searching.end()).toEqual(new Set([0]));
    expect(await countOf("KU")).toBe(0);
    const again = searchesFor(`"kusamba"`);
    await workUntilSaved(importId, worker);
    expect([...(await again.end())].filter((total) => total !== 0 && total !== 600)).toEqual([]);
    expect(await searchesFor(`"kusamba"`).end()).toEqual(new Set([600]));
    expect(await countOf("KU")).toBe(600);
  });

  it("fails the import with a message if it can't start three times", async () => {
    const importId = await anImportToSave("NB", 5);
    const worker = aWorker({ entry: path.join(projectRoot, "server/nowhere.ts") });
    for (let time = 0; time < 3; time += 1) {
      expect((await fixture.show(importId)).state).toBe("saving");
      await worker.work();
      await expireLease(importId);
    }
    const { state, message } = await fixture.show(importId);
    expect([state, message]).toEqual(["failed", expect.stringContaining("interrupted several times")]);
  });

  it("is killed when it goes silent", async () => {
    const { worker, signal } = await aHeldSave("SI", aWorker({ silence: 15_000 }));
    await signal("SIGSTOP");
    expect(worker.errors[0]).toContain("SIGKILL");
  });

  it("releases its work when the library stops, without counting a failed attempt", async () => {
    const importId = await anImportToSave("ST", 600);
    const release = await hold("ST1599");
    const worker = aWorker();
    const stop = worker.start();
    await isUnderWay(importId);
    const stopped = stop();
    await release();
    await stopped;
    expect(worker.errors).toEqual([]);
    const { state } = await fixture.show(importId);
    const { tries } = await db
      .selectFrom("jobs")
      .select("tries")
      .where("key", "=", String(importId))
      .executeTakeFirstOrThrow();
    // it may have finished at that very moment
    expect([state, tries]).toEqual(state === "saved" ? ["saved", 1] : ["saving", 0]);
    expect(await countOf("ST")).toBe(state === "saved" ? 600 : 0);
  });

  it("ends with the library's process, even when that one is killed", async () => {
    const importId = await anImportToSave("PA", 600);
    const release = await hold("PA1599");
    const library = startChild("server/test/children/importing.ts", {
      CONNECTION: JSON.stringify(connection),
      ENTRY: entry,
    });
    const pid = Number(JSON.parse(await library.line(/separate process/)).pid);
    await isUnderWay(importId);
    library.kill("SIGKILL");
    await library.exited;
    await vi.waitUntil(() => !isAlive(pid), waitOptions);
    await release();
    expect(await countOf("PA")).toBe(0);
    await workUntilSaved(importId, aWorker());
    expect(await countOf("PA")).toBe(600);
  });
});
