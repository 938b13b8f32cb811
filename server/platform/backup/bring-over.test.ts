import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { seedDemonstrationLibrary } from "#db/seed/seed-demonstration-library.ts";
import { keepPicture } from "#server/modules/media/public.ts";
import { storedFilesOf } from "#server/stored-files.ts";
import { ask } from "#server/test/ask.ts";
import { contentOf, filesOf, formOf } from "#server/test/backups/content-of.ts";
import { inDatabase } from "#server/test/global-setup.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import type { ConnectionSettings } from "../connection/connection-pool.ts";
import { openStorage } from "../connection/open-storage.ts";
import { openDatabase } from "../database.ts";
import { majors } from "../embedded-postgres/binaries.ts";
import { openEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { migrate } from "../migrate.ts";

const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), "library-majors-"));
fs.chmodSync(dataFolder, 0o755); // the server may run as another user
const postgres = path.join(dataFolder, "postgres");
afterEach(killChildren);
afterAll(() => fs.rmSync(dataFolder, { recursive: true, force: true }));

const settings = { fsync: "off" };
const former = () => openEmbeddedPostgres(postgres, { server: "former", settings });
const start = () => openStorage({ databaseUrl: undefined, dataFolder }, { settings });
const databases = () => fs.readdirSync(postgres).filter((name) => /^\d|^init/.test(name));
const files = () => filesOf(path.join(dataFolder, "media"));

const versionOf = (connection: ConnectionSettings) =>
  ask(connection, "select current_setting('server_version_num')::integer / 10000 as major");

/** How this version makes a library in the same server. */
async function formOfNew(owner: ConnectionSettings) {
  await ask(owner, "create database new");
  const connection = inDatabase(owner, "new");
  await migrate(connection);
  return formOf(connection);
}

const bringingOver = () => startChild("server/migrate.ts", { DATA_DIR: dataFolder }, { args: ["--major"] });

/** A library of the former major. */
let before: { content: Record<string, string>; version: unknown[]; files: Record<string, string> };

beforeAll(async () => {
  const server = await former();
  await migrate(server.connection);
  const db = openDatabase({ connection: server.connection, poolSize: 2 });
  const at = new Date("2026-11-20T18:00:00Z");
  const { store } = storedFilesOf({ dataFolder, pictureStore: undefined }).media;
  await seedDemonstrationLibrary(db, at, (tx, picture) => keepPicture({ tx, files: store, at }, picture));
  const unbelievable = "📚 tab\t, line\n, return\r, \\N, \\., 'quotes\", ñ, 你好, \u202e";
  await db.insertInto("news").values({ title: unbelievable, content: unbelievable }).execute();
  await db.destroy();
  before = {
    content: await contentOf(server.connection),
    version: await versionOf(server.connection),
    files: await files(),
  };
  await server.stop();
}, 120_000);

const refusal = () =>
  start().then(
    () => "started",
    (error: unknown) => String(error),
  );

describe("a library in a data folder of the former major", { timeout: 120_000 }, () => {
  it("is refused with the way over, and no empty database is made beside it", async () => {
    expect(await refusal()).toContain(
      `The folder ${postgres} holds a database of PostgreSQL ${majors.former}, and this version of the library brings ` +
        `PostgreSQL ${majors.own}, which cannot open it. Nothing was changed. Stop every instance, then bring it over: ` +
        '"npm run migrate -- --major".',
    );
    expect(databases()).toEqual([majors.former]);
  });

  it("is not brought over while an instance works with it", async () => {
    const server = await former();
    const instance = openDatabase({ connection: server.connection, poolSize: 1 });
    await instance.selectFrom("news").select("news_id").execute();
    const command = bringingOver();
    expect(await command.exited).toBe(1);
    expect(command.errors()).toContain("The library is running with this database: stop every instance of it first.");
    await instance.destroy();
    await server.stop();
    expect(databases()).toEqual([majors.former]);
  });

  it("is as it was when the way over is killed in the middle", async () => {
    const command = bringingOver();
    await command.line(/^Writing \d+ rows/);
    command.kill("SIGKILL");
    await command.exited;
    expect(databases()).toEqual([majors.former]);
    expect(await refusal()).toContain("npm run migrate -- --major");
    const server = await former();
    expect(await contentOf(server.connection)).toEqual(before.content);
    await server.stop();
  });

  it("has every row, number, rule, and file afterwards, sends its mails, and no former server finds it", async () => {
    const command = bringingOver();
    expect(await command.exited, command.errors()).toBe(0);
    expect(command.lines.at(-1)).toBe(
      `The database is one of PostgreSQL ${majors.own}. Remove ${postgres}/${majors.former}-replaced when you are sure ` +
        "that all is there.",
    );
    const { owner, stop } = await start();
    expect(before.version).toEqual([{ major: Number(majors.former) }]);
    expect(await versionOf(owner)).toEqual([{ major: Number(majors.own) }]);
    expect(await contentOf(owner)).toEqual(before.content);
    expect(before.content["mail_hold"]).toBe("0 ");
    expect(Object.keys(before.content).length).toBeGreaterThan(50);
    expect(await formOf(owner)).toEqual(await formOfNew(owner));
    expect(await files()).toEqual(before.files);
    expect(Object.keys(before.files).length).toBeGreaterThan(10);
    expect(await migrate(owner)).toEqual([]);
    await stop();
    await expect(former()).rejects.toThrow(`holds a database of PostgreSQL ${majors.own}`);
    expect(databases()).toEqual([`${majors.former}-replaced`, majors.own].toSorted());
    expect(fs.existsSync(path.join(postgres, "bringing-over"))).toBe(false);
  });

  it("loses the name of the former one in a second run, when the first was killed after its rename", async () => {
    fs.renameSync(path.join(postgres, `${majors.former}-replaced`), path.join(postgres, majors.former));
    fs.mkdirSync(path.join(postgres, "bringing-over"));
    const command = bringingOver();
    expect(await command.exited, command.errors()).toBe(0);
    expect(command.lines.at(-1)).toMatch(/^The database is one of PostgreSQL \d+\. Remove /);
    expect(databases()).toEqual([`${majors.former}-replaced`, majors.own].toSorted());
    expect(fs.existsSync(path.join(postgres, "bringing-over"))).toBe(false);
  });

  it("is brought over once", async () => {
    const command = bringingOver();
    expect(await command.exited).toBe(0);
    expect(command.lines).toEqual([
      `There is nothing to do: ${postgres} holds a database of PostgreSQL ${majors.own}.`,
    ]);
  });
});
