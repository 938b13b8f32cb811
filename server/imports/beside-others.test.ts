import { CompiledQuery } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { addReferenceNumber, getInventory, updateInventory } from "#contract/catalog/catalog.ts";
import * as calls from "#contract/imports/imports.ts";
import { plainRefusals } from "#contract/wire/refusals.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { inTransaction } from "#server/platform/database.ts";
import { LeaseLost } from "#server/platform/jobs/job.ts";
import { claimJobs } from "#server/platform/jobs/jobs.queries.ts";
import { anItem } from "#server/test/factories.ts";
import { importsFixture } from "#server/test/imports-fixture.ts";
import { letPass } from "#server/test/run-jobs.ts";
import { importOf } from "./imports.queries.ts";
import { cleanUpImports } from "./steer-import.ts";
import { endWork } from "./work.queries.ts";

const fixture = await importsFixture();
const { db, admin, countOf } = fixture;
const body = { title: "A clerk's", description: "d", categoryId: 1, subjectId: 1, gradeId: 1, tags: "" };
const listOf = (first: number, count: number, prefix: string) =>
  ["Title,SKU,Copies", ...Array.from({ length: count }, (_, at) => `Title ${at},${prefix}${first + at},2`)].join("\n");
const expire = (importId: number) => letPass(db, 60, importId);
/** Claims the import's job like a worker that dies afterwards. */
const claim = async () => {
  const [job] = await claimJobs(db, [{ kind: "import", max: 1, lease: 30, every: null }]);
  return job && { ...job, importId: Number(job.key), stopping: new AbortController().signal };
};

/** Returns whether an open transaction is writing the import's rows. */
const isBeingWritten = async (importId: number) =>
  (await fixture.show(importId)).progress > 50 && (await db.executeQuery(writers)).rows.length > 0;
const pollOptions = { timeout: 15_000, interval: 5 };
const writers = CompiledQuery.raw(
  "select pid from pg_locks join pg_class on relation = pg_class.oid where relname = 'import_turn' and mode = 'RowShareLock'",
);

describe("an import alongside a clerk", () => {
  it("saves nothing if the clerk has added one of its SKU numbers since the check", async () => {
    const { importId } = await fixture.check(listOf(100, 600, "CL"));
    const added = await fixture.call(
      addReferenceNumber,
      { body: { ...body, referenceNumber: "cl350", copies: 1 } },
      admin.token,
    );
    expect(added.body.isSuccess).toBe(true);
    await fixture.save(importId);
    await fixture.work();
    expect(await fixture.show(importId)).toMatchObject({
      state: "checked",
      message:
        "Nothing was saved: one row conflicted with someone else’s change made after the check. Check the file again.",
      counts: { added: 599, faulty: 1 },
      faults: [{ row: 252, column: "SKU", message: "Someone else added this SKU Number after the check." }],
    });
    expect(await countOf("CL")).toBe(0);

    await fixture.save(importId, "good");
    await fixture.work();
    expect(await fixture.show(importId)).toMatchObject({
      state: "saved",
      counts: { added: 599, copies: 1198, faulty: 1 },
    });
    expect(await countOf("CL")).toBe(599);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("doesn't overwrite a title that the clerk has changed since the check", async () => {
    const { itemId } = await anItem(fixture, 1, { referenceNumber: "CH0001" });
    const { importId } = await fixture.check("Title,SKU\nFrom the file,CH0001\nAnother,CH0002", { existing: "update" });
    const change = { ...body, title: "From the clerk", referenceNumber: "CH0001" };
    await fixture.call(updateInventory, { params: { id: itemId }, body: change }, admin.token);
    await fixture.save(importId);
    await fixture.work();
    expect(await fixture.show(importId)).toMatchObject({ state: "checked", counts: { faulty: 1, added: 1 } });
    const { data } = (await fixture.call(getInventory, { params: { id: itemId } }, admin.token)).body;
    expect(data.title).toBe("From the clerk");
    expect(await countOf("CH0002")).toBe(0);
  });

  it("leaves a contested SKU number to the first save, and tells the clerk which title has it", async () => {
    const { importId } = await fixture.check(listOf(100, 400, "SM"));
    await fixture.save(importId);
    const add = () => fixture.call(addReferenceNumber, { body: { ...body, referenceNumber: "SM300" } }, admin.token);
    const [, answer] = await Promise.all([fixture.work(), add()]);
    const { state } = await fixture.show(importId);
    // the first one wins, and the other gets a conflict
    if (answer.body.isSuccess) expect([state, await countOf("SM")]).toEqual(["checked", 1]);
    else {
      expect(['This SKU Number is already used by "Title 200".', plainRefusals["held-elsewhere"]]).toContain(
        answer.body.message,
      );
      expect([state, await countOf("SM")]).toEqual(["saved", 400]);
    }
  });
});

describe("a killed import worker", () => {
  it("leaves its import to another worker, which starts over and saves it once", async () => {
    const { importId } = await fixture.check(listOf(100, 600, "KI"));
    await fixture.save(importId);
    const deadJob = await claim();
    expect(deadJob).toMatchObject({ importId });
    await fixture.work(); // not claimable yet
    expect(await countOf("KI")).toBe(0);
    await expire(importId);
    await fixture.work();
    expect(await fixture.show(importId)).toMatchObject({ state: "saved", counts: { added: 600 } });
    expect(await countOf("KI")).toBe(600);
    // if it was alive after all, it can't finish
    if (!deadJob) throw new Error("nothing was claimed");
    const late = inTransaction(db, (tx) => endWork(tx, deadJob, { state: "failed", message: "late" }));
    await expect(late).rejects.toThrow(LeaseLost);
    expect(await fixture.show(importId)).toMatchObject({ state: "saved" });
  });
});

describe("an import canceled during the save", () => {
  it("leaves no titles", async () => {
    const { importId } = await fixture.check(listOf(100, 3000, "GU"));
    await fixture.save(importId);
    const working = fixture.work();
    // on a busy machine the save may be done first; then the cancel is refused
    await vi.waitUntil(
      async () => (await isBeingWritten(importId)) || (await fixture.show(importId)).state !== "saving",
      pollOptions,
    );
    const answer = await fixture.call(calls.cancelImport, { params: { id: importId } }, admin.token);
    await working;
    expect(await countOf("GU")).toBe(answer.body.isSuccess ? 0 : 3000);
    expect((await fixture.show(importId)).state).toBe(answer.body.isSuccess ? "canceled" : "saved");
  });
});

describe("import files", () => {
  it("are deleted after seven days, while saved imports stay visible", async () => {
    const saved = await fixture.bringIn("Title,SKU\nOld,OL0001");
    const checked = await fixture.check("Title,SKU,Subject\nOlder,5-Mar,\nOldest,5-Mar,Wellness of Old");
    await cleanUpImports(db, fixture.clock);
    expect(await fixture.show(saved.importId)).toMatchObject({ isFileKept: true });
    fixture.clock.move(7 * 24 * 3_600_000 + 1000);
    await cleanUpImports(db, fixture.clock);
    const after = await importOf(db, saved.importId);
    expect(after).toMatchObject({ state: "saved", is_file_kept: false, counts: { added: 1 } });
    expect(await importOf(db, checked.importId)).toMatchObject({ state: "canceled", is_file_kept: false });
    expect(await db.selectFrom("import_chunks").select("position").execute()).toEqual([]);
    expect(await db.selectFrom("import_rows").select("key").execute()).toEqual([]);
    const stillKept = JSON.stringify(await db.selectFrom("imports").selectAll().execute());
    expect(stillKept).not.toMatch(/OL0001|Old|5-Mar/);
  });
});
