import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { seedDemonstrationLibrary } from "#db/seed/seed-demonstration-library.ts";
import { libraryJobs } from "#server/jobs.ts";
import { keepPicture } from "#server/site/media/upload.ts";
import { storedFilesOf } from "#server/stored-files.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { systemClock } from "../clock.ts";
import { readConfiguration } from "../configuration.ts";
import { projectRoot } from "../project-root.ts";
import { scheduleJobs } from "../jobs/jobs.queries.ts";
import { createLog } from "../log.ts";
import { backUp } from "./back-up.ts";
import { recordBackup } from "./backups.queries.ts";

const { db, connection } = await testDatabase();
const base = mkdtempSync(path.join(os.tmpdir(), "library-try-"));
const [dataFolder, backups] = [path.join(base, "data"), path.join(base, "backups")];
const passphrase = "a long passphrase";
afterEach(killChildren);
afterAll(() => rm(base, { recursive: true, force: true }));

let env: Record<string, string> = {};
let newest = "";

beforeAll(async () => {
  for (const folder of [dataFolder, backups]) mkdirSync(folder);
  const at = new Date("2026-11-20T18:00:00Z");
  const storedFiles = storedFilesOf({ dataFolder, pictureStore: undefined });
  const files = storedFiles.media.store;
  await seedDemonstrationLibrary(db, at, (tx, picture) => keepPicture({ tx, files, at }, picture));
  const older = await backUp({ connection, storedFiles, passphrase }, backups);
  newest = (await backUp({ connection, storedFiles, passphrase }, backups)).file;
  await writeFile(older.file, "not the one to try");
  const proxy = await silentProxy(connection); // over TCP, because the test server's socket belongs to another user
  env = {
    DATABASE_URL: urlOf(proxy.connection),
    DATA_DIR: dataFolder,
    BACKUP_DIR: backups,
    BACKUP_PASSPHRASE: passphrase,
  };
});

beforeEach(async () => {
  for (const table of ["backups", "checks", "jobs"] as const) await db.deleteFrom(table).execute();
});

/** Runs the restore command; returns its exit code and output. */
async function command(args: string[], settings: Record<string, string> = {}) {
  const child = startChild("server/restore.ts", { ...env, ...settings }, { args });
  const code = await child.exited;
  return { code, words: [...child.lines, child.errors()].join("\n") };
}

const tests = () =>
  db
    .selectFrom("checks")
    .select(["subject", "wrong", "found", "checked_count as rows"])
    .where("kind", "=", "restore")
    .orderBy("check_id")
    .execute();
const leftovers = () => readdirSync(dataFolder).filter((name) => name.startsWith("library-restore-test-"));

it("a test restores the newest backup next to the library, records the result, and leaves nothing behind", async () => {
  const orders = async () => (await db.selectFrom("orders").select("order_id").execute()).length;
  const before = await orders();
  const { code, words } = await command(["--try"]);
  expect({ code, words }).toEqual({ code: 0, words: expect.stringContaining(`${newest} was restored as a test`) });
  expect(await tests()).toEqual([{ subject: path.basename(newest), wrong: 0, found: [], rows: expect.any(Number) }]);
  expect((await tests())[0]?.rows).toBeGreaterThan(1000);
  expect(await orders()).toBe(before);
  expect(leftovers()).toEqual([]);
});

it("a test of a damaged backup fails and records the reason, and no other file changes that", async () => {
  const folder = path.join(base, "damaged");
  mkdirSync(folder);
  const [name, settings] = [path.basename(newest), { BACKUP_DIR: folder }];
  const damaged = path.join(folder, name);
  const bytes = await readFile(newest);
  bytes.writeUInt8(bytes.readUInt8(500_000) ^ 1, 500_000);
  await writeFile(damaged, bytes);
  const { code, words } = await command([damaged, "--try"], settings);
  expect({ code, words }).toEqual({ code: 1, words: expect.stringMatching(/damaged near/) });
  const record = { subject: name, wrong: 1, found: [{ sentence: expect.stringMatching(/damaged near/) }], rows: 0 };
  expect(await tests()).toEqual([record]);
  expect((await command([newest, "--try"], settings)).code).toBe(0);
  expect((await command([path.join(base, "missing"), "--try"], settings)).code).toBe(1);
  expect(await tests()).toEqual([record]);
  expect((await command(["--try"], { BACKUP_PASSPHRASE: "another passphrase" })).words).toContain("does not open");
});

it("a test without any backup says so", async () => {
  const empty = path.join(base, "empty");
  mkdirSync(empty);
  expect(await command(["--try"], { BACKUP_DIR: empty })).toEqual({
    code: 1,
    words: expect.stringContaining(`There is no backup in BACKUP_DIR ${empty}.`),
  });
  expect((await command(["--try"], { BACKUP_DIR: "elsewhere" })).words).toContain("Name a backup");
  expect((await command(["--try", "--over"])).words).toContain("Usage: ");
});

/** Starts a test and sends it a signal in the middle; returns how it ends. */
async function interruptedTest(signal: NodeJS.Signals) {
  const child = startChild("server/restore.ts", env, { args: ["--try"] });
  const copy = path.join(dataFolder, `library-restore-test-${os.hostname()}-${child.pid}`);
  await expect.poll(() => existsSync(path.join(copy, "media")), { timeout: 60_000 }).toBe(true);
  expect(leftovers()).toHaveLength(1);
  child.kill(signal);
  return child.exited;
}

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("a test that gets %s in the middle deletes its copy and records nothing", async (signal, exitCode) => {
  expect(await interruptedTest(signal)).toBe(exitCode);
  expect(leftovers()).toEqual([]);
  expect(await tests()).toEqual([]);
});

it("a test that is killed in the middle is cleaned up by the next one, or by the library's start", async () => {
  await interruptedTest("SIGKILL");
  expect((await command(["--try"])).code).toBe(0);
  expect(leftovers()).toEqual([]);
  await interruptedTest("SIGKILL");
  const library = startChild("server/main.ts", { ...env, PORT: "0", SEED: "none" });
  await library.line(/^The lending library is at /);
  expect(leftovers()).toEqual([]);
  library.kill("SIGTERM");
  expect(await library.exited).toBe(0);
});

it("a test without a data folder cleans up only copies of tests in the system's folder", async () => {
  const place = path.join(base, "temporary");
  const [ours, others] = [`library-restore-test-${os.hostname()}-999999999`, "restore-test-999999999"];
  for (const name of [ours, others]) mkdirSync(path.join(place, name), { recursive: true });
  chmodSync(place, 0o711); // the database server runs as another user
  expect((await command(["--try"], { DATA_DIR: path.join(base, "none"), TMPDIR: place })).code).toBe(0);
  expect(readdirSync(place)).toEqual([others]);
});

it("the job tests a backup once a month, and daily after a failure", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const configuration = readConfiguration(env);
  const jobs = libraryJobs({ db, connection, clock: systemClock, configuration, log }).filter(
    ({ kind }) => kind === "test-restore",
  );
  const runJob = async () => {
    await scheduleJobs(db, ["test-restore"]);
    await letPass(db, 7 * 3600);
    await runDueJobs(db, jobs, log);
  };
  const ageTests = (days: number) =>
    db
      .updateTable("checks")
      .set({ ended_at: sql<Date>`ended_at - make_interval(days => ${days})` })
      .execute();
  const settings = { ...env, NODE_OPTIONS: `--import ${path.join(projectRoot, "tools/typescript.mjs")}` };
  Object.assign(process.env, settings);
  try {
    await runJob(); // no backup yet
    expect(await tests()).toEqual([]);
    const at = new Date();
    await recordBackup(db, { startedAt: at, endedAt: at, isNightly: true, file: { name: "x", size: 1 }, trouble: "" });
    process.env.BACKUP_PASSPHRASE = "another passphrase";
    await runJob();
    await runJob();
    expect(await tests()).toMatchObject([{ wrong: 1 }]);
    expect(lines.join("\n")).toContain("a backup could not be restored as a test");
    process.env.BACKUP_PASSPHRASE = passphrase;
    await ageTests(1);
    await runJob();
    await ageTests(29);
    await runJob();
    expect(await tests()).toMatchObject([{ wrong: 1 }, { wrong: 0 }]);
    await ageTests(1);
    await runJob();
    expect(await tests()).toHaveLength(3);
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
});

it("the nightly command makes an instance's backup, and tests it when a test is due", async () => {
  const folder = path.join(base, "nightly");
  const run = async (settings: Record<string, string> = {}) => {
    const nightly = startChild(
      "server/backup.ts",
      { ...env, BACKUP_DIR: folder, ...settings },
      { args: ["--nightly"] },
    );
    return { code: await nightly.exited, words: [...nightly.lines, nightly.errors()].join("\n") };
  };
  const first = await run();
  expect(first).toEqual({ code: 0, words: expect.stringContaining("backup restored as a test") });
  expect(await run()).toEqual({ code: 0, words: expect.not.stringContaining("backup written") });
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await db.selectFrom("backups").select("is_nightly").execute()).toEqual([{ is_nightly: true }]);
  expect(await tests()).toMatchObject([{ wrong: 0 }]);
  await copyFile(newest, path.join(base, "a file"));
  await db.deleteFrom("backups").execute();
  const failure = await run({ BACKUP_DIR: path.join(base, "a file", "folder") });
  expect(failure).toEqual({
    code: 1,
    words: expect.stringMatching(/cannot be created or written to \(ENOTDIR\)\.\s*$/),
  });
});
