import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { getInventoryBySearchParams } from "#contract/catalog/catalog.ts";
import { getCodeLists, saveCodeList } from "#contract/catalog/code-lists.ts";
import { rewriteSearchWords } from "./code-lists.ts";
import { rewriteWords } from "./code-lists.queries.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";

const library = await testApp();
const { db } = library;
const manager = await anAdmin(library);

async function rename(id: number, name: string) {
  const { subjects } = (await library.call(getCodeLists, {}, manager.token)).body.data;
  const entries = subjects.entries.map((entry) => (entry.id === id ? { ...entry, name } : entry));
  const body = { list: "subjects" as const, version: subjects.version, entries };
  expect((await library.call(saveCodeList, { body }, manager.token)).body.isSuccess).toBe(true);
}
const work = () => runDueJobs(db, [{ kind: "rewrite-search-words", run: (job) => rewriteSearchWords(db, job) }]);
const startedJob = (key: string) =>
  db.selectFrom("jobs").select("tries").where("key", "=", key).where("lease", "is not", null).executeTakeFirst();
const countOf = async (searchString: string) =>
  (await library.call(getInventoryBySearchParams, { query: { searchString, page: 1 } })).body.data.inStockTotal;

/** Starts a transaction, and returns a function that commits it. */
async function openTransaction(work: (tx: Transaction) => Promise<unknown>) {
  const end = gate();
  const begun = gate();
  const ended = inTransaction(db, async (tx) => {
    await work(tx);
    begun.open();
    await end.opened;
  });
  await begun.opened;
  return async () => {
    end.open();
    await ended;
  };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe("rewriting the search words of titles", () => {
  it("skips and returns titles that are locked", async () => {
    const ids: number[] = [];
    for (let at = 0; at < 10; at += 1) ids.push((await anItem(library, 1, { subjectId: 2 })).itemId);
    await rename(2, "Staying sober");
    const commit = await openTransaction((tx) =>
      sql`select 1 from items where item_id = ${ids[6]} for no key update`.execute(tx),
    );
    expect(await inTransaction(db, (tx) => rewriteWords(tx, ids))).toEqual([ids[6]]);
    expect(await countOf("sober")).toBe(9);
    await commit();
    await work();
    expect(await countOf("sober")).toBe(10);
  });

  it("waits for transactions that began with the old name, and rewrites the titles they add", async () => {
    const commit = await openTransaction((tx) => anItem({ db: tx }, 1, { subjectId: 8, title: "Added meanwhile" }));
    await rename(8, "Growing up");
    const working = work();
    await expect.poll(async () => (await startedJob("subjects 8"))?.tries).toBe(1);
    expect(await countOf("growing")).toBe(0);
    await commit();
    await working;
    expect(await countOf("growing")).toBe(1);
  });

  it("keeps the version of a title, so that open forms stay current", async () => {
    const { itemId } = await anItem(library, 1, { subjectId: 4 });
    const read = () =>
      db
        .selectFrom("items")
        .select(["version", "updated_at", "search"])
        .where("item_id", "=", itemId)
        .executeTakeFirstOrThrow();
    const before = await read();
    await rename(4, "Feeling well");
    await work();
    const after = await read();
    expect([after.version, after.updated_at]).toEqual([before.version, before.updated_at]);
    expect(after.search).not.toEqual(before.search);
  });

  it("stops with its instance, and starts over later", async () => {
    await anItem(library, 1, { subjectId: 7, title: "Helmets" });
    await rename(7, "Staying unhurt");
    const stopping = AbortSignal.abort();
    const job = { payload: { list: "subjects", id: 7 }, stopping };
    await expect(rewriteSearchWords(db, job)).rejects.toThrow("aborted");
    expect(await countOf("unhurt")).toBe(0);
    await work();
    expect(await countOf("unhurt")).toBe(1);
  });
});
