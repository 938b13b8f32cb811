import { execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type Child, killChildren, startChild } from "./test/child-process.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { isAlive } from "./platform/embedded-postgres/processes.ts";
import { databaseOf, postmasterOf, remainingProcesses } from "./test/kill-rounds.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-main-"));
afterEach(() => {
  thaw();
  killChildren();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const settings = { DATA_DIR: folder, PORT: "0", SEED: "none" };

function start(env: Record<string, string> = {}, openFiles?: number): Child {
  return startChild("server/main.ts", { ...settings, ...env }, openFiles === undefined ? {} : { openFiles });
}

async function addressOf(child: Child): Promise<string> {
  return (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
}

/** Returns a loopback port that was unused a moment ago. */
async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** Starts the library as `npm start` does. */
const startSupervised = (env: Record<string, string> = {}) =>
  startChild("server/supervise.ts", { ...settings, ...env });

/** Returns the process id of the supervised library. */
function libraryOf({ pid }: Child): number {
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return Number(processes.map((line) => line.trim().split(/\s+/)).find(([, parent]) => Number(parent) === pid)?.[0]);
}

const frozen = new Set<number>();

/** Suspends processes until `thaw`: those of the database, unless others are named. */
function freeze(pids: readonly number[] = databaseOf(path.join(folder, "postgres"))) {
  for (const pid of pids) {
    frozen.add(pid);
    process.kill(pid, "SIGSTOP");
  }
}

function thaw() {
  for (const pid of frozen) if (isAlive(pid)) process.kill(pid, "SIGCONT");
  frozen.clear();
}

const slowly = { timeout: 30_000 };

describe("the library process", { timeout: 60_000 }, () => {
  it("exits with one line that names a wrong setting", async () => {
    const child = start({ PORT: "many" });
    expect(await child.exited).toBe(1);
    expect(child.errors()).toBe('PORT must be a whole number from 0 to 65535, not "many".\n');
  });

  it("starts in production with the built-in database and without the demonstration", async () => {
    const port = await unusedPort();
    const child = startChild("server/main.ts", {
      LIBRARY_MODE: "production",
      DATABASE_URL: "built-in",
      DATA_DIR: path.join(folder, "one PC"),
      BACKUP_DIR: path.join(folder, "backups"),
      BACKUP_PASSPHRASE: "twelve chars",
      PUBLIC_URL: "http://library-pc:3000",
      ADMIN_PASSWORD: "a password of the center",
      PORT: String(port),
    });
    await addressOf(child);
    // a slow machine is "busy" for a moment after the start
    const recent = async () =>
      (await fetch(`http://127.0.0.1:${port}/api/Inventory/GetRecentItems?itemCount=5`)).json();
    await expect.poll(recent, slowly).toMatchObject({ data: [] });
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  it("starts without its mail server and bucket, and reports both in the log and at /health/ready", async () => {
    const away = "http://127.0.0.1:9";
    const bucket = { S3_ENDPOINT: away, S3_BUCKET: "pictures", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" };
    const child = start({ SMTP_URL: "smtp://127.0.0.1:9", ...bucket });
    const address = await addressOf(child);
    await child.line(/"warning":"mail","msg":"The mail server isn't working/);
    await child.line(/"warning":"storage","msg":"Cannot write to the bucket/);
    const health = async () => (await fetch(`${address}/health/ready`)).json();
    // a slow machine is "busy" for a moment after the start
    await expect.poll(health, slowly).toMatchObject({ status: "ready", missing: ["storage", "mail"] });
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(await remainingProcesses(folder)).toEqual([]);
  });

  it("stays alive while its killed database restarts, and becomes ready again", async () => {
    const child = start();
    const address = await addressOf(child);
    const killed = postmasterOf(path.join(folder, "postgres"));
    process.kill(killed, "SIGKILL");
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    await expect.poll(() => postmasterOf(path.join(folder, "postgres")), slowly).not.toBe(killed);
    await expect.poll(async () => (await fetch(`${address}/health/ready`)).status, slowly).toBe(200);
    // it may answer "busy" for a moment
    const recent = async () => (await fetch(`${address}/api/Inventory/GetRecentItems?itemCount=4`)).json();
    await expect.poll(recent, slowly).toEqual({ isSuccess: true, data: [] });
  });

  it(
    "answers 503 while its database is frozen, recovers, and can stop with a frozen database",
    { timeout: 180_000 },
    async () => {
      const child = start();
      const address = await addressOf(child);
      const status = async (path: string) => (await fetch(`${address}${path}`)).status;
      const [call, ready] = ["/api/Inventory/GetRecentItems", "/health/ready"] as const;
      await expect.poll(() => status(call), slowly).toBe(200);
      freeze();
      // a different request, because the previous answer may be cached for a second
      expect(await status(`${call}?itemCount=7`)).toBe(503);
      await expect.poll(() => status(ready), slowly).toBe(503);
      thaw();
      await expect.poll(() => status(call), slowly).toBe(200);
      await expect.poll(() => status(ready), slowly).toBe(200);
      freeze();
      child.kill("SIGTERM");
      expect(await child.exited).toBe(1);
      expect(child.errors()).toBe("Stopping took longer than 8 seconds; the rest is cut off.\n");
      thaw();
      expect(await remainingProcesses(folder)).toEqual([]);
    },
  );

  it("keeps running when its log reader is gone, and stops on request", async () => {
    const child = start({ LOG_LEVEL: "info" });
    const address = await addressOf(child);
    child.turnAway();
    for (let call = 0; call < 5; call += 1) await fetch(`${address}/api/Inventory/GetRecentItems`);
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    process.kill(postmasterOf(path.join(folder, "postgres")), "SIGKILL");
    await expect.poll(async () => (await fetch(`${address}/health/ready`)).status, slowly).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  it("treats a doubled Ctrl-C as one", async () => {
    const child = start();
    await addressOf(child);
    child.kill("SIGINT");
    child.kill("SIGINT");
    expect(await child.exited).toBe(0);
    expect(fs.existsSync(path.join(folder, "postgres", "18", "postmaster.pid"))).toBe(false);
  });

  it("reports from the first moment that it is alive, not ready yet, and when to retry", async () => {
    const port = await unusedPort();
    const child = start({ PORT: String(port) });
    const address = `http://127.0.0.1:${port}`;
    const ask = async (path: string, headers = {}) => fetch(address + path, { headers }).catch(() => undefined);
    await expect.poll(async () => (await ask("/health/live"))?.status, { interval: 5, timeout: 30_000 }).toBe(200);
    const [ready, call, page] = await Promise.all([
      ask("/health/ready"),
      ask("/api/Inventory/GetRecentItems"),
      ask("/home", { "accept-language": "es" }),
    ]);
    const { status } = z.object({ status: z.string() }).parse(await ready?.json());
    expect([ready?.status, call?.status, page?.status]).toEqual([503, 503, 503]);
    expect(["starting", "migrating"]).toContain(status);
    expect(await call?.json()).toEqual({ isSuccess: false, message: ownMessages.serverBusy });
    expect(await page?.text()).toContain("La biblioteca está iniciando");
    for (const answer of [ready, call, page]) expect(answer?.headers.get("retry-after")).toBe("5");
    await addressOf(child);
    expect(await (await ask("/health/ready"))?.json()).toMatchObject({ status: "ready" });
    expect((await ask("/api/Inventory/GetRecentItems"))?.status).toBe(200);
  });

  it("reports for SHUTDOWN_DELAY that it is shutting down, still serves requests, and then exits", async () => {
    const child = start({ SHUTDOWN_DELAY: "6" });
    const address = await addressOf(child);
    child.kill("SIGTERM");
    const ready = async () => (await fetch(`${address}/health/ready`)).json();
    await expect.poll(ready, { interval: 20 }).toMatchObject({ status: "shutting down" });
    const late = async () => {
      const { status, headers } = await fetch(`${address}/api/Inventory/GetRecentItems`);
      return [status, headers.get("connection")];
    };
    await expect.poll(late).toEqual([200, "close"]); // a busy machine may answer 503 first
    expect(await child.exited).toBe(0);
  });

  it("reports that its port is in use and leaves no process behind", async () => {
    const occupant = createServer();
    await new Promise<void>((resolve) => occupant.listen(0, "127.0.0.1", resolve));
    const address = occupant.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const child = start({ PORT: port });
    expect(await child.exited).toBe(1);
    expect(child.errors()).toContain(
      `PORT ${port} on 127.0.0.1 is in use: stop the other program or choose another PORT.\n`,
    );
    expect(await remainingProcesses(folder)).toEqual([]);
    occupant.close();
  });
});

describe("the supervised process", { timeout: 60_000 }, () => {
  it("restarts with its database after a crash, logs that, and stops on request", async () => {
    const child = startSupervised();
    const first = await addressOf(child);
    process.kill(libraryOf(child), "SIGKILL");
    expect(JSON.parse(await child.line(/ended unexpectedly/))).toMatchObject({
      level: "error",
      msg: "The library ended unexpectedly (SIGKILL) and is restarting.",
    });
    const addresses = () => child.lines.filter((line) => line.startsWith("The lending library is at "));
    await expect.poll(addresses, { timeout: 30_000 }).toHaveLength(2);
    const again = addresses().at(-1)?.replace("The lending library is at ", "") ?? first;
    expect((await fetch(`${again}/health/ready`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(await remainingProcesses(folder)).toEqual([]);
  });

  it("is replaced when it stops answering, but not when the computer was asleep", { timeout: 180_000 }, async () => {
    const [child, asleep] = [startSupervised(), startSupervised({ DATA_DIR: path.join(folder, "asleep") })];
    const [address, sleeping] = await Promise.all([addressOf(child), addressOf(asleep)]);
    const [hung, sleeper] = [libraryOf(child), libraryOf(asleep)];
    freeze([hung, asleep.pid, sleeper]);
    await expect(fetch(`${address}/health/live`, { signal: AbortSignal.timeout(1000) })).rejects.toThrow(/timeout/);
    expect(JSON.parse(await child.line(/hasn't answered/))).toMatchObject({
      level: "error",
      msg: "The library hasn't answered for 30 seconds, so it's being restarted.",
    });
    const addresses = () => child.lines.filter((line) => line.startsWith("The lending library is at "));
    await expect.poll(addresses, { timeout: 60_000 }).toHaveLength(2);
    const again = addresses().at(-1)?.replace("The lending library is at ", "");
    expect((await fetch(`${again}/health/ready`)).status).toBe(200);
    expect(isAlive(hung)).toBe(false);
    const restarted = libraryOf(child);
    freeze([restarted]);
    await pause(20_000); // shorter than the supervisor waits for a silent library; the sleeper's is longer
    thaw();
    await pause(5000);
    expect((await fetch(`${sleeping}/health/live`)).status).toBe(200);
    expect([libraryOf(child), libraryOf(asleep)]).toEqual([restarted, sleeper]);
    for (const each of [child, asleep]) each.kill("SIGTERM");
    expect(await Promise.all([child.exited, asleep.exited])).toEqual([0, 0]);
  });

  it("is not restarted when it could not start", async () => {
    const child = startSupervised({ PORT: "many" });
    expect(await child.exited).toBe(1);
    expect(child.errors()).toBe('PORT must be a whole number from 0 to 65535, not "many".\n');
  });

  it("treats a Ctrl-C that reaches it and its supervisor as one", async () => {
    const child = startSupervised();
    await addressOf(child);
    process.kill(libraryOf(child), "SIGINT");
    child.kill("SIGINT");
    expect(await child.exited).toBe(0);
    expect(await remainingProcesses(folder)).toEqual([]);
  });

  it("ends when its supervisor is killed", async () => {
    const child = startSupervised();
    const address = await addressOf(child);
    child.kill("SIGKILL");
    await child.exited;
    expect(await remainingProcesses(folder)).toEqual([]);
    await expect(fetch(`${address}/health/live`)).rejects.toThrow("fetch failed");
  });
});
