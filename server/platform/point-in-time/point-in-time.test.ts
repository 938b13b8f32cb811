import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { libraryJobs } from "#server/jobs.ts";
import { storedFilesOf } from "#server/stored-files.ts";
import { ask } from "#server/test/ask.ts";
import { filesOf } from "#server/test/backups/content-of.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { postmasterOf } from "#server/test/kill-rounds.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { readConfiguration } from "../configuration.ts";
import type { ConnectionSettings } from "../connection/connection-pool.ts";
import { openStorage } from "../connection/open-storage.ts";
import { openDatabase } from "../database.ts";
import { scheduleJobs } from "../jobs/jobs.queries.ts";
import { createLog } from "../log.ts";
import { migrate } from "../migrate.ts";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "library-moment-"));
fs.chmodSync(base, 0o755); // the server may run as another user
const archive = path.join(base, "the library's archive, 100%");
const folderOf = (name: string) => path.join(base, name);
const settingsOf = (name: string) => ({
  DATA_DIR: folderOf(name),
  WAL_ARCHIVE: archive,
  TIME_ZONE: "America/New_York",
});
afterEach(killChildren);
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

async function open(name: string) {
  const configuration = readConfiguration(settingsOf(name));
  const storage = await openStorage(configuration, { settings: { fsync: "off" } });
  await migrate(storage.owner);
  return { ...storage, configuration };
}
type Library = Awaited<ReturnType<typeof open>>;

const say = (owner: ConnectionSettings, title: string) =>
  ask(owner, `insert into news (title, content) values ('${title}', 'news')`);
const news = async (owner: ConnectionSettings) =>
  (await ask(owner, "select string_agg(title, ', ' order by news_id) as titles from news"))[0];

/** The database's own time, between what was written and what will be. */
async function now(owner: ConnectionSettings): Promise<string> {
  const [row] = await ask(
    owner,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  return Object.values(row ?? {}).join("");
}

/** The job, as of so many days from now. */
async function keepArchive({ connection, owner, cluster = "", configuration }: Library, days = 0) {
  const db = openDatabase({ connection, poolSize: 2 });
  const clock = { now: () => new Date(Date.now() + days * 86_400_000) };
  const parts = { db, connection, clock, configuration, log: createLog("silent"), embedded: { owner, cluster } };
  const jobs = libraryJobs(parts).filter(({ kind }) => kind === "keep-archive");
  await scheduleJobs(db, ["keep-archive"]);
  await letPass(db, 3600);
  expect(await runDueJobs(db, jobs)).toBe(1);
  const [job] = await db.selectFrom("jobs").select("trouble").where("kind", "=", "keep-archive").execute();
  await db.destroy();
  return job?.trouble;
}

async function restore(name: string, ...args: string[]) {
  const child = startChild("server/restore.ts", settingsOf(name), { args });
  return { code: await child.exited, said: child.lines.join("\n"), errors: child.errors() };
}

const inArchive = (part: string) => path.join(archive, fs.readdirSync(archive)[0] ?? "", part);
const names = (part: string) => fs.readdirSync(inArchive(part)).toSorted();

const letter = { name: "", content: Buffer.from("🎒") };
/** Between the first and the second news, after the kill, and at the end. */
const moments = { first: "", killed: "", last: "" };

beforeAll(async () => {
  const library = await open("destroyed");
  const { owner, configuration } = library;
  const mails = await ask(
    owner,
    `insert into mails (kind, to_name, to_address, subject, language, state, is_file, written_at, ended_at)
     values ('welcome', 'A', 'a@b.example', 'Hi', 'en', 'sent', true, '2026-11-20T18:00:00Z', '2026-11-20T18:00:00Z') returning mail_id`,
  );
  letter.name = `2026-11-20T18-00-00-welcome-${Object.values(mails[0] ?? {}).join("")}.eml`;
  const { store } = storedFilesOf(configuration).mail;
  await store.write([letter]);
  await say(owner, "before");
  await keepArchive(library);
  await say(owner, "first");
  moments.first = await now(owner);
  await say(owner, "second");
  await ask(owner, "delete from mails");
  await store.remove([letter.name]);
  process.kill(postmasterOf(path.join(folderOf("destroyed"), "postgres")), "SIGKILL");
  await vi.waitFor(() => say(owner, "third"), { timeout: 30_000, interval: 100 });
  moments.killed = await now(owner);
  await ask(owner, "select pg_switch_wal()");
  await say(owner, "fourth");
  moments.last = await now(owner);
  await say(owner, "fifth");
  await library.stop();
  fs.rmSync(folderOf("destroyed"), { recursive: true });
}, 180_000);

describe("the library as it was at a moment", { timeout: 180_000 }, () => {
  it("is not what a log without one of its segments gives: refused, it names the segment", async () => {
    const between =
      names("wal")
        .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
        .at(-2) ?? "";
    fs.renameSync(path.join(inArchive("wal"), between), path.join(base, "away"));
    const { code, errors } = await restore("never", "--at", moments.last);
    fs.renameSync(path.join(base, "away"), path.join(inArchive("wal"), between));
    expect(code).toBe(1);
    expect(errors).toContain(`(then the segment ${between.replace(".gz", "")} is missing). Nothing was changed.`);
    expect(fs.existsSync(folderOf("never"))).toBe(false);
  });

  it("has exactly what was written before, with the files of that time, and sends nothing", async () => {
    const { code, said, errors } = await restore("first", "--at", moments.first);
    expect([code, errors]).toEqual([0, ""]);
    expect(said).toMatch(/^The library goes into the folder .*first as it was at 20.*, from the copy of 20/);
    expect(said).toContain("It sends no emails");
    const library = await open("first");
    expect(await news(library.owner)).toEqual({ titles: "before, first" });
    expect(await ask(library.owner, "select backup_at from mail_hold")).toEqual([
      { backup_at: new Date(moments.first) },
    ]);
    expect(Object.keys(await filesOf(path.join(folderOf("first"), "mail")))).toEqual([letter.name]);
    expect(fs.readdirSync(path.join(folderOf("first"), "postgres"))).not.toContain("restoring");
    await library.stop();
  });

  it("is reached after a server that was killed in the middle, also when a restore undid it", async () => {
    expect(await restore("killed", "--at", moments.killed)).toMatchObject({ code: 0, errors: "" });
    const library = await open("killed");
    expect(await news(library.owner)).toEqual({ titles: "before, first, second, third" });
    await library.stop();
  });

  it("goes on from there, and is reached again in what was written since", async () => {
    const library = await open("first");
    await say(library.owner, "another second");
    const moment = await now(library.owner);
    await say(library.owner, "another third");
    await library.stop();
    expect(await restore("again", "--at", moment)).toMatchObject({ code: 0, errors: "" });
    const again = await open("again");
    expect(await news(again.owner)).toEqual({ titles: "before, first, another second" });
    await again.stop();
  });
});

describe("a restore to a moment is refused with a sentence", { timeout: 180_000 }, () => {
  it("where there is a library already", async () => {
    const { code, errors } = await restore("killed", "--at", moments.first);
    expect([code, errors]).toEqual([
      1,
      `${folderOf("killed")}/postgres is not empty: give a new DATA_DIR. Nothing was changed.\n`,
    ]);
  });

  it("where the archive does not cover it, which names what it covers", async () => {
    for (const at of ["2020-01-01 10:00", "2099-01-01 10:00:30"]) {
      const { code, errors } = await restore("never", "--at", at);
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(
          /does not reach 20\d\d-01-01 10:00:\d\d: it covers 20.* to 20.*\. Nothing was changed\.\n$/,
        ),
      ]);
    }
    expect(fs.existsSync(folderOf("never"))).toBe(false);
  });

  it("where the time is none", async () => {
    const { code, errors } = await restore("never", "--at", "yesterday");
    expect([code, errors]).toEqual([
      1,
      '--at must be a time of America/New_York like "2026-11-27 14:05", not "yesterday".\n',
    ]);
  });

  it("where a copied file is not as it was written, and leaves the folder as it was", async () => {
    const file = path.join(inArchive("bases"), names("bases")[0] ?? "", "PG_VERSION");
    fs.writeFileSync(file, "17\n");
    const { code, errors } = await restore("never", "--at", moments.first);
    fs.writeFileSync(file, "18\n");
    expect([code, errors]).toEqual([1, `The archive is damaged: ${file} is not as it was written.\n`]);
    expect(fs.readdirSync(folderOf("never"))).toEqual([]);
  });

  it("with DATABASE_URL, and without an archive", () => {
    const url = "postgres://a@b/c";
    expect(() => readConfiguration({ ...settingsOf("never"), DATABASE_URL: url })).toThrow(
      "WAL_ARCHIVE is for the built-in",
    );
  });
});

describe("the archive", { timeout: 180_000 }, () => {
  it("gets one base a night, and loses what is older than its days", async () => {
    const library = await open("first");
    const [before = ""] = names("bases");
    expect(await keepArchive(library)).toBe("");
    expect(names("bases")).toEqual([before]);
    const segments = names("wal");
    expect(await keepArchive(library, 1)).toBe("");
    expect(names("bases")).toHaveLength(2);
    expect(names("wal")).toEqual(expect.arrayContaining(segments));
    expect(names("files/mail")).toEqual([letter.name]);
    expect(await keepArchive(library, 20)).toBe("");
    expect(names("bases")).toHaveLength(1);
    expect(names("bases")).not.toContain(before);
    expect(names("wal").filter((name) => segments.includes(name) && !name.includes("history"))).toEqual([]);
    const moment = await now(library.owner);
    await say(library.owner, "later");
    await library.stop();
    expect(await restore("later", "--at", moment)).toMatchObject({ code: 0, errors: "" });
  });

  it("says to staff that PostgreSQL cannot write it", async () => {
    const library = await open("first");
    fs.renameSync(inArchive("wal"), path.join(base, "away"));
    await ask(library.owner, "select pg_switch_wal()");
    await vi.waitFor(
      async () =>
        expect(await ask(library.owner, "select failed_count > 0 as failed from pg_stat_archiver")).toEqual([
          { failed: true },
        ]),
      { timeout: 30_000, interval: 100 },
    );
    expect(await keepArchive(library)).toMatch(/^PostgreSQL cannot archive [0-9A-F]{24} in WAL_ARCHIVE /);
    fs.renameSync(path.join(base, "away"), inArchive("wal"));
    await library.stop();
  });
});
