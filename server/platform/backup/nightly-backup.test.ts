import { mkdtempSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { libraryJobs } from "#server/jobs.ts";
import { testDatabase } from "#server/test/database.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { enqueueJob, scheduleJobs } from "../jobs/jobs.queries.ts";
import { createLog } from "../log.ts";
import { lastDayOfBackups } from "./nightly-backup.ts";
import { checkArchive } from "./restore.ts";

const { db, connection } = await testDatabase();
const base = mkdtempSync(path.join(os.tmpdir(), "library-nightly-"));
afterAll(() => rm(base, { recursive: true, force: true }));
const clock = { at: new Date("2026-11-20T09:00:00Z"), now: () => clock.at }; // 1 a.m. in Los Angeles
const passphrase = "a long passphrase";
const lines: string[] = [];
const log = createLog("info", { write: (line) => void lines.push(line) });

let folder: string;
beforeEach(async () => {
  folder = path.join(base, "created on first use", String(Math.random()));
  await db.deleteFrom("backups").execute();
});

/** Returns the backup jobs of an instance. */
const instance = (env: Record<string, string> = {}) => {
  const settings = { DATA_DIR: base, BACKUP_DIR: folder, ...env };
  const configuration = { ...testConfiguration(settings), backupKeep: 2 };
  return libraryJobs({ db, connection, clock, configuration, log }).filter(({ kind }) => kind.startsWith("back-up"));
};
async function requestBackup(time: string, jobs = instance()) {
  clock.at = new Date(time);
  await enqueueJob(db, { kind: "back-up-now", key: "" });
  await runDueJobs(db, jobs, log);
}
async function runNightly(time: string, instances = [instance()]) {
  clock.at = new Date(time);
  await scheduleJobs(db, ["back-up"]);
  await letPass(db, 3600);
  await Promise.all(instances.map((jobs) => runDueJobs(db, jobs, log)));
}
const records = () =>
  db.selectFrom("backups").select(["file_name", "is_nightly", "trouble"]).orderBy("backup_id").execute();

describe("the nightly backup", () => {
  it("is made once a night across all instances, after its hour, and old ones are deleted", async () => {
    const both = [instance(), instance()];
    await runNightly("2026-11-20T09:00:00Z", both); // there is no backup yet
    expect(await readdir(folder)).toHaveLength(1);
    await runNightly("2026-11-20T10:30:00Z", both);
    expect(await readdir(folder)).toHaveLength(1);
    await runNightly("2026-11-20T11:10:00Z", both); // 3:10 a.m.
    await runNightly("2026-11-20T23:00:00Z", both);
    await runNightly("2026-11-21T10:50:00Z", both);
    expect(await readdir(folder)).toHaveLength(2);
    await writeFile(path.join(folder, "library-of-others.tar"), "");
    const encrypted = [instance({ BACKUP_PASSPHRASE: passphrase }), instance({ BACKUP_PASSPHRASE: passphrase })];
    await runNightly("2026-11-23T19:00:00Z", encrypted); // the machine was off for two nights
    expect((await readdir(folder)).filter((name) => name !== "library-of-others.tar")).toHaveLength(2);
    expect(await records()).toHaveLength(3);
    const newest = (await records()).at(-1)?.file_name ?? "";
    expect((await checkArchive(path.join(folder, newest), passphrase)).tables.length).toBeGreaterThan(50);
    expect(lines.filter((line) => line.includes("backup written"))).toHaveLength(3);
  });

  it("records why it failed and is retried", async () => {
    await writeFile(path.join(base, "a file"), "");
    await runNightly("2026-11-24T12:00:00Z", [instance({ BACKUP_DIR: path.join(base, "a file", "folder") })]);
    const trouble = `BACKUP_DIR ${path.join(base, "a file", "folder")} cannot be created or written to (ENOTDIR).`;
    expect(await records()).toEqual([{ file_name: null, is_nightly: true, trouble }]);
    const [job] = await db.selectFrom("jobs").select(["trouble", "tries"]).where("kind", "=", "back-up").execute();
    expect(job).toEqual({ trouble, tries: 1 });
    await runNightly("2026-11-24T12:10:00Z");
    expect(await records()).toHaveLength(2);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("keeps data until the day that staff see, and no longer", async () => {
    const configuration = { ...testConfiguration({ BACKUP_DIR: folder }), backupKeep: 2 };
    await runNightly("2026-12-01T12:00:00Z"); // 4 a.m.
    const [last = ""] = await readdir(folder);
    const until = await lastDayOfBackups(db, new Date("2026-12-02T10:00:00Z"), configuration); // 2 a.m.
    expect(until).toBe("2026-12-03");
    await runNightly("2026-12-02T12:00:00Z");
    expect(await readdir(folder)).toContain(last);
    await runNightly(`${until}T12:00:00Z`);
    expect(await readdir(folder)).not.toContain(last);
    const withoutFolder = { ...testConfiguration({}), backupKeep: 2 };
    expect(await lastDayOfBackups(db, new Date(`${until}T13:00:00Z`), withoutFolder)).toBe("2026-12-05"); // a command's
    expect(await lastDayOfBackups(db, new Date("2026-12-20T13:00:00Z"), withoutFolder)).toBeNull();
  });

  it("is not made unless BACKUP_DIR is set", () => {
    const jobs = libraryJobs({ db, connection, clock, configuration: testConfiguration({ DATA_DIR: base }), log });
    expect(jobs.map(({ kind }) => kind)).not.toContain("back-up");
  });
});

describe("a requested backup", () => {
  it("is made right away, and many of them never replace a nightly one", async () => {
    const names = async (isNightly: boolean) =>
      (await records()).filter((row) => row.is_nightly === isNightly).map((row) => row.file_name ?? "");
    await runNightly("2026-11-26T12:00:00Z");
    await runNightly("2026-11-27T12:00:00Z");
    for (const minute of [1, 2, 3]) await requestBackup(`2026-11-27T13:0${minute}:00Z`);
    const requested = await names(false);
    expect(requested).toHaveLength(3);
    expect((await readdir(folder)).toSorted()).toEqual([...(await names(true)), ...requested.slice(1)]); // the newest two
    await runNightly("2026-11-28T12:00:00Z");
    const expectedFiles = [...(await names(true)).slice(1), ...requested.slice(1)];
    expect((await readdir(folder)).toSorted()).toEqual(expectedFiles.toSorted());
  });

  it("records why it failed and is not retried", async () => {
    await writeFile(path.join(base, "another file"), "");
    const broken = path.join(base, "another file", "folder");
    await requestBackup("2026-11-29T12:00:00Z", instance({ BACKUP_DIR: broken }));
    const trouble = `BACKUP_DIR ${broken} cannot be created or written to (ENOTDIR).`;
    expect(await records()).toEqual([{ file_name: null, is_nightly: false, trouble }]);
    const job = db.selectFrom("jobs").select(["state", "trouble"]).where("kind", "=", "back-up-now");
    expect(await job.executeTakeFirst()).toEqual({ state: "dead", trouble });
  });
});
