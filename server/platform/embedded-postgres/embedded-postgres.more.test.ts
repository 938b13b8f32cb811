import { execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import { ask } from "#server/test/ask.ts";
import { type Child, killChildren } from "#server/test/child-process.ts";
import {
  acknowledgements,
  databaseOf,
  killRounds,
  opened,
  postmasterOf,
  remainingProcesses,
  startWriting,
} from "#server/test/kill-rounds.ts";
import { locateBinaries } from "./binaries.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";
import { isAlive } from "./processes.ts";
import { startUnderWatchdog } from "./watchdog.ts";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "library-embedded-"));
fs.chmodSync(base, 0o755); // the server may run as another user
afterEach(killChildren);
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

/** A data folder for several tests, because a new cluster takes a second. */
const shared = path.join(base, "shared");

async function startTwo(folder: string): Promise<[Child, Child]> {
  const first = startWriting(folder);
  expect(await opened(first)).toMatchObject({ owner: true });
  const second = startWriting(folder);
  expect(await opened(second)).toMatchObject({ owner: false });
  return [first, second];
}

async function stopCleanly(child: Child) {
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
}

describe("a library killed with -9 while writing rows", () => {
  it("loses no acknowledged row, reopens by itself, and leaves no process behind", { timeout: 120_000 }, async () => {
    const rounds = await killRounds(path.join(base, "killed"), 10);
    expect(rounds).toHaveLength(11);
    expect(rounds.map((round) => round.missing)).toEqual(rounds.map(() => 0));
    expect(rounds.flatMap((round) => round.orphans)).toEqual([]);
    expect(rounds.at(-1)?.acknowledged).toBeGreaterThan(10 * 30);
  });
});

describe("two processes with one data folder", { timeout: 30_000 }, () => {
  it("share one server, which the second restarts when the first is killed", async () => {
    const [first, second] = await startTwo(shared);
    first.kill("SIGKILL");
    await acknowledgements(second, 50);
    // a commit in progress at the kill has an unknown outcome
    const refusals = second.lines.filter((line) => line.startsWith("refused"));
    expect(refusals).toEqual(refusals.map(() => "refused OutcomeUnknown"));
    await stopCleanly(second);
    expect(await remainingProcesses(shared)).toEqual([]);
  });

  it("hand the server to the second when the first stops cleanly", async () => {
    const [first, second] = await startTwo(shared);
    await stopCleanly(first);
    await acknowledgements(second, 50);
    await stopCleanly(second);
    expect(await remainingProcesses(shared)).toEqual([]);
  });

  it("leave the server running for the first when the second stops", async () => {
    const [first, second] = await startTwo(shared);
    await stopCleanly(second);
    await acknowledgements(first, 50);
    expect(first.lines.filter((line) => line.startsWith("event"))).toEqual([]);
    await stopCleanly(first);
  });
});

describe("the embedded server", { timeout: 30_000 }, () => {
  it("starts although a killed server's process id now belongs to another program", async () => {
    const pidFile = path.join(
      shared,
      String(fs.readdirSync(shared).find((name) => /^\d+$/.test(name))),
      "postmaster.pid",
    );
    fs.writeFileSync(pidFile, `${process.pid}\n${path.dirname(pidFile)}\n`);
    const server = await openEmbeddedPostgres(shared);
    expect(server.isOwner()).toBe(true);
    expect(postmasterOf(shared)).not.toBe(process.pid);
    await server.stop();
  });

  it("stops even when asked before it has installed its signal handlers", async () => {
    const binaries = await locateBinaries();
    const slow = path.join(base, "slow-postgres");
    fs.writeFileSync(slow, `#!/bin/sh\nsleep 0.5\nexec "${binaries.postgres}" "$@"\n`, { mode: 0o755 });
    const watchdog = startUnderWatchdog(prepareDataFolder(shared, binaries), { ...binaries, postgres: slow });
    watchdog.stdin?.end();
    await once(watchdog, "exit");
    expect(await remainingProcesses(shared)).toEqual([]);
  });

  it("starts at once in a copy of a running server's folder, beside that server", async () => {
    const copy = path.join(base, "copy");
    const events: string[] = [];
    const original = await openEmbeddedPostgres(shared);
    await ask(original.connection, "create table if not exists copied as select 1 as one");
    execFileSync("cp", ["-a", shared, copy]);
    const copiedLog = fs.statSync(path.join(copy, "server.log")).size;
    const server = await openEmbeddedPostgres(copy, { onEvent: ({ message }) => events.push(message) });
    expect(await ask(server.connection, "select one from copied")).toEqual([{ one: 1 }]);
    expect(postmasterOf(copy)).not.toBe(postmasterOf(shared));
    expect(fs.readFileSync(path.join(copy, "server.log"), "utf8").slice(copiedLog)).not.toContain("lock file");
    expect(events).toEqual([
      expect.stringMatching(/^\S+copy\/18 is a copy of \S+shared\/18, made while the database was running there\. /),
    ]);
    expect(await ask(original.connection, "select one from copied")).toEqual([{ one: 1 }]);
    await server.stop();
    await original.stop();
  });

  it("keeps the lock of a running server that does not answer, and says what to do", async () => {
    const child = startWriting(shared);
    await opened(child);
    const processes = databaseOf(shared);
    for (const pid of processes) process.kill(pid, "SIGSTOP");
    onTestFinished(() => processes.forEach((pid) => isAlive(pid) && process.kill(pid, "SIGCONT")));
    const socket = path.join(shared, "socket", ".s.PGSQL.5432");
    fs.renameSync(socket, `${socket}.away`);
    const postmaster = postmasterOf(shared);
    await expect(openEmbeddedPostgres(shared, { startLimit: 500 })).rejects.toThrow(
      `The built-in database in ${path.join(shared, "18")} runs as process ${postmaster}, which does not answer: ` +
        "end that process, then start the library again.",
    );
    expect(postmasterOf(shared)).toBe(postmaster);
    fs.renameSync(`${socket}.away`, socket);
    for (const pid of processes) process.kill(pid, "SIGCONT");
    await stopCleanly(child);
  });

  it("gives up after eight tries when a lock is unreadable, and names the file to remove", async () => {
    const file = path.join(shared, "18", "postmaster.pid");
    fs.writeFileSync(file, "");
    const log = path.join(shared, "server.log");
    const before = fs.statSync(log).size;
    await expect(openEmbeddedPostgres(shared, { startLimit: 3000 })).rejects.toThrow(
      'The built-in database did not start after 8 tries. It reports: lock file "postmaster.pid" is empty ' +
        `(log: ${log}). If no other PostgreSQL uses ${path.dirname(file)}, remove the file ${file}, then start the library again.`,
    );
    expect(
      fs
        .readFileSync(log, "utf8")
        .slice(before)
        .match(/is empty/g),
    ).toHaveLength(8);
    fs.rmSync(file);
    await (await openEmbeddedPostgres(shared)).stop();
  });

  it("syncs writes to disk and uses UTF-8 and UTC", async () => {
    const server = await openEmbeddedPostgres(shared);
    const settings = [
      "fsync",
      "synchronous_commit",
      "full_page_writes",
      "server_encoding",
      "TimeZone",
      "jit",
      "listen_addresses",
    ];
    const values = await ask(
      server.connection,
      `select ${settings.map((name) => `current_setting('${name}') as "${name}"`).join(", ")}`,
    );
    expect(values).toEqual([
      {
        fsync: "on",
        synchronous_commit: "on",
        full_page_writes: "on",
        server_encoding: "UTF8",
        TimeZone: "UTC",
        jit: "off",
        listen_addresses: "",
      },
    ]);
    await server.stop();
  });

  it("uses a socket in the temporary folder when the data folder's path is too long", async () => {
    const deep = path.join(base, "a".repeat(60), "b".repeat(60));
    const server = await openEmbeddedPostgres(deep, { settings: { fsync: "off" } });
    expect(server.connection.host.startsWith(os.tmpdir())).toBe(true);
    expect(fs.statSync(server.connection.host).mode & 0o777).toBe(0o700);
    expect(await ask(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    fs.rmSync(server.connection.host, { recursive: true });
  });

  it("reports in one sentence why it did not start", async () => {
    const start = openEmbeddedPostgres(shared, { settings: { shared_buffers: "much" } });
    await expect(start).rejects.toThrow(
      /^The built-in database did not start\. It reports: invalid value for parameter "shared_buffers": "much" \(log: \S+\)$/,
    );
  });
});

describe("a data folder of another major version", () => {
  it("is refused with instructions, and no empty database is created beside it", { timeout: 30_000 }, async () => {
    const folder = path.join(base, "older");
    const original = await openEmbeddedPostgres(folder, { settings: { fsync: "off" } });
    await ask(original.connection, "create table copied (n integer)");
    await original.stop();
    const [major] = fs.readdirSync(folder).filter((name) => /^\d+$/.test(name));
    if (major === undefined) throw new Error("There is no cluster folder.");
    for (const other of [Number(major) - 2, Number(major) + 1].map(String)) {
      fs.renameSync(path.join(folder, major), path.join(folder, other));
      const refusal = await openEmbeddedPostgres(folder).catch(String);
      expect(refusal).toContain(`holds a database of PostgreSQL ${other}`);
      expect(refusal).toContain("npm run backup -- --to FILE");
      expect(fs.readdirSync(folder).filter((name) => /^\d+$|^init/.test(name))).toEqual([other]);
      fs.renameSync(path.join(folder, other), path.join(folder, major));
    }
    const reopened = await openEmbeddedPostgres(folder, { settings: { fsync: "off" } });
    expect(await ask(reopened.connection, "select count(*)::integer as n from copied")).toEqual([{ n: 0 }]);
    await reopened.stop();
  });
});
