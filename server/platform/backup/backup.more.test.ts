import { mkdirSync, mkdtempSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { seedDemonstrationLibrary } from "#db/seed/seed-demonstration-library.ts";
import { keepPicture } from "#server/site/media/upload.ts";
import { storedFilesOf } from "#server/stored-files.ts";
import { ask } from "#server/test/ask.ts";
import { contentOf, filesOf, formOf } from "#server/test/backups/content-of.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { bareDatabase, testDatabase } from "#server/test/database.ts";
import { anAdmin } from "#server/test/factories.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { testKey } from "#server/test/secret-key.ts";
import { codeOf, enter, turnOn } from "#server/test/staff/two-step.ts";
import { s3Settings } from "#server/test/s3-server.ts";
import { readConfiguration } from "../configuration.ts";
import type { ConnectionSettings } from "../connection/connection-settings.ts";
import { openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { prepareSecretKey } from "../secret-key/seal.ts";
import { backUp } from "./back-up.ts";
import { checkArchive, inspectTarget, objectionTo, objectionToVersion, restore } from "./restore.ts";
import { readArchive } from "./read-archive.ts";

const { db, connection } = await testDatabase();
const base = mkdtempSync(path.join(os.tmpdir(), "library-backup-"));
const dataFolder = path.join(base, "data 📚");
const libraryOf = (folder: string) => storedFilesOf({ dataFolder: folder, pictureStore: undefined });
const storedFiles = libraryOf(dataFolder);
const archive = path.join(base, "whole 🏫.tar");
const encrypted = path.join(base, "secret.tar.age");
const secret = "a long passphrase, with 🔑";
afterEach(killChildren);
afterAll(() => rm(base, { recursive: true, force: true }));

let whole: Record<string, string> = {};
const awkwardText = "📚 tab\t, line\n, return\r, \\N, \\., 'quotes\", ñ, 你好, \u202e";

beforeAll(async () => {
  const at = new Date("2026-11-20T18:00:00Z");
  const files = storedFiles.media.store;
  await seedDemonstrationLibrary(db, at, (tx, picture) => keepPicture({ tx, files, at }, picture));
  await db.insertInto("news").values({ title: awkwardText, content: awkwardText }).execute();
  await db.updateTable("items").set({ title: awkwardText }).where("item_id", "=", 1).execute();
  const mail = { kind: "welcome", to_address: "a@b.example", subject: awkwardText, language: "en" };
  await db
    .insertInto("mails")
    .values([{ ...mail, state: "sent", is_file: true, written_at: at, ended_at: at }])
    .execute();
  const { user_id } = await db.selectFrom("accounts").select("user_id").limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto("sessions")
    .values({ id_hash: Buffer.alloc(32), user_id, expires_at: at })
    .execute();
  await db
    .insertInto("first_steps")
    .values({ secret_hash: Buffer.alloc(32), user_id, expires_at: at })
    .execute();
  await db.insertInto("rate_limits").values({ key: "login", points: 1, expire: 0 }).execute();
  const [{ mail_id: id } = { mail_id: 0 }] = await db.selectFrom("mails").select("mail_id").execute();
  await storedFiles.mail.store.write([{ name: `2026-11-20T18-00-00-welcome-${id}.eml`, content: Buffer.from("🎒") }]);
  await backUp({ connection, storedFiles, passphrase: undefined }, archive);
  await backUp({ connection, storedFiles, passphrase: secret }, encrypted);
  whole = { ...(await contentOf(connection)), ...leftOut };
});

/** A restored library has no sessions, logins that wait for a code, or rate counters, and uses its machine's key. */
const leftOut = { sessions: "0 ", first_steps: "0 ", rate_limits: "0 ", secret_key: "0 " };

type Restored = { connection: ConnectionSettings; folder: string };

/** Restores an archive into a new database and folder, as the operator's command does. */
async function restoreElsewhere(
  file: string,
  { passphrase, owner }: { passphrase?: string; owner?: ConnectionSettings } = {},
) {
  const to: Restored = {
    connection: owner ?? (await bareDatabase()),
    folder: mkdtempSync(path.join(base, "restored-")),
  };
  await restoreInto(to, file, passphrase);
  return to;
}

async function restoreInto(to: Restored, file = archive, passphrase?: string) {
  const parts = { owner: to.connection, storedFiles: libraryOf(to.folder), passphrase };
  await restore(parts, file, await checkArchive(file, passphrase));
}

/** Compares everything except the mail hold, which only the restored library has. */
async function expectSame(library: Restored) {
  const { mail_hold: hold, ...content } = await contentOf(library.connection);
  expect({ ...content, mail_hold: "0 " }).toEqual(whole);
  expect(hold).toMatch(/^1 /);
  expect(Object.keys(whole).length).toBeGreaterThan(50);
  expect(await formOf(library.connection)).toEqual(await formOf(connection));
  for (const folder of ["media", "mail"])
    expect(await filesOf(path.join(library.folder, folder))).toEqual(await filesOf(path.join(dataFolder, folder)));
}

/** Runs schema.sql as psql would, including its \copy lines. */
async function runSchemaScript(to: ConnectionSettings, file: string) {
  const entries = new Map<string, Buffer>();
  const { tables } = await readArchive({ file, passphrase: undefined }, async ({ name, content }) => {
    entries.set(name, content);
  });
  const client = new pg.Client(to);
  await client.connect();
  try {
    const parts = String(entries.get("schema.sql")).split(/^(\\copy .*)$/m);
    for (const part of parts) {
      const match = /^\\copy (.*) from program 'gzip -dc (.*)\*\.copy\.gz'$/.exec(part);
      if (!match) {
        await client.query(part);
        continue;
      }
      const [, target = "", pieces = ""] = match;
      const into = client.query(copyFrom(`copy ${target} from stdin`));
      for (const [name, content] of entries) if (name.startsWith(pieces)) into.write(gunzipSync(content));
      await once(into.end(), "finish");
    }
  } finally {
    await client.end();
  }
  expect(tables.length).toBeGreaterThan(50);
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => "nothing",
    (error: unknown) => String(error),
  );

describe("a backup", () => {
  it("restored elsewhere, has every row, sequence, file, and constraint of the library", async () => {
    const library = await restoreElsewhere(archive);
    await expectSame(library);
    expect(await migrate(library.connection)).toEqual([]);
    expect(Object.keys(await filesOf(path.join(library.folder, "media"))).length).toBeGreaterThan(10);
  });

  it("contains a script that recreates the library with psql alone", async () => {
    const library = { connection: await bareDatabase(), folder: dataFolder };
    await runSchemaScript(library.connection, archive);
    await expectSame(library);
    expect(await migrate(library.connection)).toEqual([]);
  });

  it("opens only with its passphrase when encrypted", async () => {
    const file = encrypted;
    expect((await readFile(file)).includes("kysely_migration")).toBe(false);
    expect(await errorOf(checkArchive(file, undefined))).toContain("is encrypted: set BACKUP_PASSPHRASE");
    expect(await errorOf(checkArchive(file, `${secret}.`))).toContain("BACKUP_PASSPHRASE does not open");
    await expectSame(await restoreElsewhere(file, { passphrase: secret }));
  });

  it("can be restored by a role that owns only its database", async () => {
    const owner = await bareDatabase();
    const role = `restorer_${process.pid}`;
    await ask(owner, `create role ${role} login password 'x' nosuperuser`);
    const [name] = await ask(owner, "select current_database() as name");
    if ("connectionString" in owner) throw new Error("The test server is the embedded one.");
    await ask(owner, `alter database ${owner.database} owner to ${role}`);
    expect(name).toEqual({ name: owner.database });
    try {
      await expectSame(await restoreElsewhere(archive, { owner: { ...owner, user: role, password: "x" } }));
    } finally {
      await ask(
        owner,
        `drop owned by ${role} cascade; alter database ${owner.database} owner to current_user; drop role ${role}`,
      );
    }
  });

  it("moves files from a bucket to a folder and from a folder to a bucket", async () => {
    const { pictureStore } = readConfiguration(await s3Settings());
    const bucket = storedFilesOf({ dataFolder, pictureStore });
    await restore(
      { owner: await bareDatabase(), storedFiles: bucket, passphrase: undefined },
      archive,
      await checkArchive(archive, undefined),
    );
    const file = path.join(base, "from-bucket.tar");
    const { manifest } = await backUp({ connection, storedFiles: bucket, passphrase: undefined }, file);
    expect(manifest.missing.count).toBe(0);
    await expectSame(await restoreElsewhere(file));
  });

  it("is a snapshot of one moment, however much is written meanwhile", async () => {
    const writer = openDatabase({ connection, poolSize: 2 });
    let isDone = false;
    const title = awkwardText;
    const writing = (async () => {
      while (!isDone)
        await writer.transaction().execute(async (tx) => {
          const { news_id } = await tx
            .insertInto("news")
            .values({ title, content: "twin" })
            .returning("news_id")
            .executeTakeFirstOrThrow();
          await tx
            .insertInto("mails")
            .values({
              kind: "welcome",
              to_address: "twin@b.example",
              subject: String(news_id),
              written_at: new Date(),
              language: "en",
            })
            .execute();
        });
    })();
    const file = path.join(base, "busy.tar");
    await backUp({ connection, storedFiles, passphrase: undefined }, file);
    isDone = true;
    await writing;
    await writer.destroy();
    const library = await restoreElsewhere(file);
    const twins = `select (select count(*) from news where content = 'twin') = (select count(*) from mails where to_address = 'twin@b.example') as same`;
    expect(await ask(library.connection, twins)).toEqual([{ same: true }]);
    await ask(
      connection,
      "delete from news where content = 'twin'; delete from mails where to_address = 'twin@b.example'",
    );
  });

  it("succeeds and lists stored files that the database refers to but that are missing", async () => {
    const empty = libraryOf(path.join(base, "nothing here"));
    const { manifest } = await backUp(
      { connection, storedFiles: empty, passphrase: undefined },
      path.join(base, "lost.tar"),
    );
    expect(manifest.missing.count).toBeGreaterThan(10);
    expect(manifest.missing.names[0]).toMatch(/^media\/[0-9a-f]{32}-/);
  });

  it("never overwrites a file, and two at once in one folder get two names", async () => {
    expect(await errorOf(backUp({ connection, storedFiles, passphrase: undefined }, archive))).toContain(
      "already exists",
    );
    const folder = path.join(base, "two");
    mkdirSync(folder);
    const parts = { connection, storedFiles, passphrase: undefined };
    const outcomes = await Promise.all([backUp(parts, folder), backUp(parts, folder)].map(errorOf));
    const names = await readdir(folder);
    expect(names.length).toBe(outcomes.filter((outcome) => outcome === "nothing").length);
    for (const name of names) await checkArchive(path.join(folder, name), undefined);
  });

  it("killed halfway leaves no file under its name", async () => {
    const file = path.join(base, "killed.tar");
    const env = { CONNECTION: JSON.stringify(connection), DATA_DIR: dataFolder, ARCHIVE: file, WHAT: "backup" };
    const child = startChild("server/test/children/backing-up.ts", env);
    await child.line(/in the middle/);
    child.kill("SIGKILL");
    await child.exited;
    expect((await readdir(base)).filter((name) => name === "killed.tar")).toEqual([]);
  });
});

describe("a damaged backup", () => {
  const copy = path.join(base, "damaged.tar");
  const damagedBy = async (change: (bytes: Buffer) => Buffer, from = archive) => {
    await writeFile(copy, change(await readFile(from)));
    return errorOf(checkArchive(copy, from === archive ? undefined : secret));
  };

  it("is refused wherever a byte of its content differs", async () => {
    const bytesOfAll = await readFile(archive);
    const wrong: string[] = [];
    for (let at = 600; at < bytesOfAll.length - 2048; at += Math.floor(bytesOfAll.length / 60)) {
      const outcome = await damagedBy((bytes) => {
        bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
        return bytes;
      });
      // the zeros between entries do not matter
      const isPadding = bytesOfAll.subarray(at, Math.ceil((at + 1) / 512) * 512).every((byte) => byte === 0);
      if (!isPadding && !/The backup is damaged near/.test(outcome)) wrong.push(`${at}: ${outcome}`);
    }
    expect(wrong).toEqual([]);
  });

  it("is refused wherever it was truncated", async () => {
    const { length } = await readFile(archive);
    for (const end of [512, 5000, Math.floor(length / 2), length - 1600, length - 4096])
      expect(await damagedBy((bytes) => bytes.subarray(0, end)), String(end)).toMatch(/The backup is damaged near/);
    expect(await damagedBy((bytes) => bytes.subarray(0, 0))).toContain("is not a backup of a lending library");
  });

  it("is refused when it is encrypted and a byte differs or the end is missing", async () => {
    const from = encrypted;
    expect(await damagedBy((bytes) => bytes.subarray(0, bytes.length - 70_000), from)).toMatch(/damaged near/);
    expect(
      await damagedBy((bytes) => {
        bytes.writeUInt8(bytes.readUInt8(500_000) ^ 1, 500_000);
        return bytes;
      }, from),
    ).toMatch(/damaged near/);
  });

  it("is refused when it is some other file, or missing", async () => {
    expect(await errorOf(checkArchive(path.join(process.cwd(), "package.json"), undefined))).toContain(
      "is not a backup",
    );
    expect(await errorOf(checkArchive(path.join(base, "none.tar"), undefined))).toContain("does not exist");
    expect(await errorOf(checkArchive(base, undefined))).toContain("cannot be read");
  });
});

describe("restoring a backup", () => {
  it("refuses a database that is not empty, unless told to replace all of it", async () => {
    const library = await restoreElsewhere(archive);
    await ask(library.connection, "insert into news (title, content) values ('added later', 'gone')");
    const target = await inspectTarget(library.connection);
    expect(objectionTo(target, false)).toMatch(
      /^The database is not empty: it has \d+ accounts, 419 titles, and \d+ orders\./,
    );
    expect(objectionTo(target, true)).toBeUndefined();
    await restoreInto(library);
    await expectSame(library);
  });

  it("starts on a machine without the secret key, and says that authenticator codes don't work there", async () => {
    const library = await testApp();
    const { userName, recoveryCodes, secret } = await turnOn(library, await anAdmin(library));
    const file = path.join(base, "of another machine.tar");
    await backUp({ connection: library.connection, storedFiles, passphrase: undefined }, file);
    const restoreWith = async (SECRET_KEY: string) => {
      const to = await bareDatabase();
      const env = { DATABASE_URL: urlOf(to), DATA_DIR: mkdtempSync(path.join(base, "machine-")), SECRET_KEY };
      const child = startChild("server/restore.ts", env, { args: [file] });
      expect([await child.exited, child.errors()]).toEqual([0, ""]);
      return { to, env, words: child.lines.join("\n") };
    };
    expect((await restoreWith(testKey)).words).not.toContain("The secret key");
    const { to, env, words } = await restoreWith("x".repeat(43));
    expect(words).toContain("Everyone has to log in again.");
    expect(words).toContain("The secret key that the backup was made with is not on this machine, so codes from");
    const restored = openDatabase({ connection: to });
    const configuration = readConfiguration({ ...env, RATE_LIMIT_SCALE: "1000" });
    await prepareSecretKey(restored, configuration.secretKey, library.clock.now());
    const app = callsTo(await library.another({ db: restored, configuration }));
    library.clock.move(60_000);
    const wrong = await enter({ ...library, ...app }, userName, codeOf(secret, library));
    expect(wrong.body).toMatchObject({ isSuccess: false, message: expect.stringContaining("Use a recovery code") });
    const right = await enter({ ...library, ...app }, userName, recoveryCodes[0] ?? "");
    expect(right.body).toMatchObject({ isSuccess: true });
    await restored.destroy();
  });

  it("refuses a database that a library is running with or that belongs to something else", async () => {
    await db.selectFrom("news").select("news_id").execute(); // opens a connection of the library
    const running = await inspectTarget(connection);
    expect(objectionTo(running, true)).toContain("stop every instance of it first");
    const foreign = await bareDatabase();
    await ask(foreign, "create table invoices (id integer)");
    expect(objectionTo(await inspectTarget(foreign), true)).toContain("other than a library’s");
    expect(objectionTo(await inspectTarget(await bareDatabase()), false)).toBeUndefined();
  });

  it("refuses a backup from a newer version or with a different schema", async () => {
    const manifest = await checkArchive(archive, undefined);
    expect(objectionToVersion(manifest)).toBeUndefined();
    const newer = { name: "9999-newer", checksum: "" };
    expect(objectionToVersion({ ...manifest, migrations: [...manifest.migrations, newer] })).toContain("newer version");
    const [first, ...others] = manifest.migrations;
    if (!first) throw new Error("There are migrations.");
    expect(objectionToVersion({ ...manifest, migrations: [{ ...first, checksum: "other" }, ...others] })).toContain(
      "restore it with version",
    );
  });

  it("killed halfway, leaves the previous library in place and can be repeated", async () => {
    const library = await restoreElsewhere(archive);
    await ask(library.connection, "insert into news (title, content) values ('added later', 'still there')");
    const before = await contentOf(library.connection);
    const env = {
      CONNECTION: JSON.stringify(library.connection),
      DATA_DIR: library.folder,
      ARCHIVE: archive,
      WHAT: "restore",
    };
    const child = startChild("server/test/children/backing-up.ts", env);
    await child.line(/in the middle/);
    child.kill("SIGKILL");
    await child.exited;
    expect(await contentOf(library.connection)).toEqual(before);
    await restoreInto(library);
    await expectSame(library);
  });

  it("changes nothing when the number of rows is wrong", async () => {
    const to = await bareDatabase();
    const manifest = await checkArchive(archive, undefined);
    const fewer = {
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === "news" ? { ...table, rows: 999 } : table)),
    };
    const parts = { owner: to, storedFiles: libraryOf(mkdtempSync(path.join(base, "none-"))), passphrase: undefined };
    expect(await errorOf(restore(parts, archive, fewer))).toContain("news has");
    expect(await contentOf(to)).toEqual({});
  });
});
