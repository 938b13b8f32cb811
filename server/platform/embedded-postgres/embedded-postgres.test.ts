import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { ask } from "#server/test/ask.ts";
import { type Child, killChildren } from "#server/test/child-process.ts";
import {
  acknowledgements,
  killRounds,
  opened,
  postmasterOf,
  remainingProcesses,
  startWriting,
} from "#server/test/kill-rounds.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "library-embedded-"));
fs.chmodSync(base, 0o755); // the server may run as another user
afterEach(killChildren);
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

/** A data folder shared by several tests in turn, because a new cluster takes a second. */
const shared = path.join(base, "shared");

async function twoIn(folder: string): Promise<[Child, Child]> {
  const first = startWriting(folder);
  expect(await opened(first)).toMatchObject({ owner: true });
  const second = startWriting(folder);
  expect(await opened(second)).toMatchObject({ owner: false });
  return [first, second];
}

async function stopInOrder(child: Child) {
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
}

describe("killed with -9 while rows are written", () => {
  it(
    "loses nothing acknowledged, reopens without help, and leaves no process behind",
    { timeout: 120_000 },
    async () => {
      const rounds = await killRounds(path.join(base, "killed"), 10);
      expect(rounds).toHaveLength(11);
      expect(rounds.map((round) => round.missing)).toEqual(rounds.map(() => 0));
      expect(rounds.flatMap((round) => round.orphans)).toEqual([]);
      expect(rounds.at(-1)?.acknowledged).toBeGreaterThan(10 * 30);
    },
  );
});

describe("two processes with one data folder", { timeout: 30_000 }, () => {
  it("use one server, which the second takes over when the first is killed", async () => {
    const [first, second] = await twoIn(shared);
    first.kill("SIGKILL");
    await second.line(/^event .*is back/);
    await acknowledgements(second, 50);
    // A commit in progress when the server went away may or may not have happened, and the writer gets exactly that
    // error.
    const refused = second.lines.filter((line) => line.startsWith("refused"));
    expect(refused).toEqual(refused.map(() => "refused OutcomeUnknown"));
    await stopInOrder(second);
    expect(await remainingProcesses(shared)).toEqual([]);
  });

  it("continue as one when the first stops cleanly", async () => {
    const [first, second] = await twoIn(shared);
    await stopInOrder(first);
    await second.line(/^event .*is back/);
    await acknowledgements(second, 50);
    await stopInOrder(second);
    expect(await remainingProcesses(shared)).toEqual([]);
  });

  it("leave the server to the first when the second stops", async () => {
    const [first, second] = await twoIn(shared);
    await stopInOrder(second);
    await acknowledgements(first, 50);
    expect(first.lines.filter((line) => line.startsWith("event"))).toEqual([]);
    await stopInOrder(first);
  });
});

describe("the embedded server", { timeout: 30_000 }, () => {
  it("starts where a killed server's process id now belongs to another program", async () => {
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

  it("syncs writes to disk, uses UTF-8, and counts time in UTC", async () => {
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

  it("is reached through a short folder when the data folder's path is too long for a socket", async () => {
    const deep = path.join(base, "a".repeat(60), "b".repeat(60));
    const server = await openEmbeddedPostgres(deep, { settings: { fsync: "off" } });
    expect(server.connection.host.startsWith(os.tmpdir())).toBe(true);
    expect(fs.statSync(server.connection.host).mode & 0o777).toBe(0o700);
    expect(await ask(server.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    fs.rmSync(server.connection.host, { recursive: true });
  });

  it("reports in one sentence why it does not start", async () => {
    const start = openEmbeddedPostgres(shared, { settings: { shared_buffers: "much" } });
    await expect(start).rejects.toThrow(
      /^The built-in database did not start\. It says: invalid value for parameter "shared_buffers": "much" \(log: \S+\)$/,
    );
  });
});
