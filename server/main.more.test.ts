import { execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
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

/** A port of the loopback address that was free a moment ago. */
async function freePort(): Promise<number> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  other.close();
  await once(other, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** The library as `npm start` runs it. */
const startSupervised = (env: Record<string, string> = {}) =>
  startChild("server/supervise.ts", { ...settings, ...env });

/** The process that the supervisor runs. */
function libraryOf({ pid }: Child): number {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return Number(all.map((line) => line.trim().split(/\s+/)).find(([, parent]) => Number(parent) === pid)?.[0]);
}

const frozen = new Set<number>();

/** Stops the database's processes in the middle of what they do, until they thaw. */
function freeze() {
  for (const pid of databaseOf(path.join(folder, "postgres"))) {
    frozen.add(pid);
    process.kill(pid, "SIGSTOP");
  }
}

function thaw() {
  for (const pid of frozen) if (isAlive(pid)) process.kill(pid, "SIGCONT");
  frozen.clear();
}

const patiently = { timeout: 30_000 };

describe("the process", { timeout: 60_000 }, () => {
  it("starts in production with the built-in database, without the demonstration", async () => {
    const port = await freePort();
    const child = startChild("server/main.ts", {
      LIBRARY_MODE: "production",
      DATABASE_URL: "built-in",
      DATA_DIR: path.join(folder, "one PC"),
      BACKUP_DIR: path.join(folder, "backups"),
      PUBLIC_URL: "http://library-pc:3000",
      ADMIN_PASSWORD: "a password of the center",
      PORT: String(port),
    });
    await addressOf(child);
    const recent = await fetch(`http://127.0.0.1:${port}/api/Inventory/GetRecentItems?itemCount=5`);
    expect(await recent.json()).toMatchObject({ data: [] });
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  it("starts without its mail server and its bucket, and says in the log and at /health/ready what is missing", async () => {
    const away = "http://127.0.0.1:9";
    const bucket = { S3_ENDPOINT: away, S3_BUCKET: "pictures", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" };
    const child = start({ SMTP_URL: "smtp://127.0.0.1:9", ...bucket });
    const address = await addressOf(child);
    await child.line(/"warning":"mail","msg":"The server of SMTP_URL does not work/);
    await child.line(/"warning":"storage","msg":"Cannot write to the bucket/);
    const health = async () => (await fetch(`${address}/health/ready`)).json();
    // a slow machine is "busy" for a moment after the start
    await expect.poll(health, patiently).toMatchObject({ status: "ready", missing: ["storage", "mail"] });
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  it("stays alive while its killed database restarts, and is then ready", async () => {
    const child = start();
    const address = await addressOf(child);
    const killed = postmasterOf(path.join(folder, "postgres"));
    process.kill(killed, "SIGKILL");
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    await expect.poll(() => postmasterOf(path.join(folder, "postgres")), patiently).not.toBe(killed);
    await expect.poll(async () => (await fetch(`${address}/health/ready`)).status, patiently).toBe(200);
    // a moment of "busy" is a right answer, too
    const recent = async () => (await fetch(`${address}/api/Inventory/GetRecentItems?itemCount=4`)).json();
    await expect.poll(recent, patiently).toEqual({ isSuccess: true, data: [] });
  });

  it(
    "says that it is busy while its database is frozen, goes on when it thaws, and stops although it is frozen",
    { timeout: 180_000 },
    async () => {
      const child = start();
      const address = await addressOf(child);
      const status = async (path: string) => (await fetch(`${address}${path}`)).status;
      const [call, ready] = ["/api/Inventory/GetRecentItems", "/health/ready"] as const;
      await expect.poll(() => status(call), patiently).toBe(200);
      freeze();
      // another request than the one before, whose answer may be given again for a second
      expect(await status(`${call}?itemCount=7`)).toBe(503);
      await expect.poll(() => status(ready), patiently).toBe(503);
      thaw();
      await expect.poll(() => status(call), patiently).toBe(200);
      await expect.poll(() => status(ready), patiently).toBe(200);
      freeze();
      child.kill("SIGTERM");
      expect(await child.exited).toBe(1);
      expect(child.errors()).toBe("Stopping took longer than 8 seconds; the rest is cut off.\n");
      thaw();
      expect(await remainingProcesses(folder)).toEqual([]);
    },
  );

  it("continues when its log reader is gone, and stops on request", async () => {
    const child = start({ LOG_LEVEL: "info" });
    const address = await addressOf(child);
    child.turnAway();
    for (let asked = 0; asked < 5; asked += 1) await fetch(`${address}/api/Inventory/GetRecentItems`);
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    process.kill(postmasterOf(path.join(folder, "postgres")), "SIGKILL");
    await expect.poll(async () => (await fetch(`${address}/health/ready`)).status, patiently).toBe(200);
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

  it("answers from the first moment: it lives, and says that it is not ready and when to try again", async () => {
    const port = await freePort();
    const child = start({ PORT: String(port) });
    const address = `http://127.0.0.1:${port}`;
    const ask = async (path: string, headers = {}) => fetch(address + path, { headers }).catch(() => undefined);
    await expect.poll(async () => (await ask("/health/live"))?.status, { interval: 5, timeout: 30_000 }).toBe(200);
    const [ready, call, page] = await Promise.all([
      ask("/health/ready"),
      ask("/api/Inventory/GetRecentItems"),
      ask("/home", { "accept-language": "es" }),
    ]);
    const { status: says } = z.object({ status: z.string() }).parse(await ready?.json());
    expect([ready?.status, call?.status, page?.status]).toEqual([503, 503, 503]);
    expect(["starting", "migrating"]).toContain(says);
    expect(await call?.json()).toEqual({ isSuccess: false, message: ownMessages.serverBusy });
    expect(await page?.text()).toContain("La biblioteca está iniciando");
    for (const answer of [ready, call, page]) expect(answer?.headers.get("retry-after")).toBe("5");
    await addressOf(child);
    expect(await (await ask("/health/ready"))?.json()).toMatchObject({ status: "ready" });
    expect((await ask("/api/Inventory/GetRecentItems"))?.status).toBe(200);
  });

  it("says for a set time that it leaves, serving who still comes, and ends then", async () => {
    const child = start({ SHUTDOWN_DELAY: "6" });
    const address = await addressOf(child);
    child.kill("SIGTERM");
    const ready = async () => (await fetch(`${address}/health/ready`)).json();
    await expect.poll(ready, { interval: 20 }).toMatchObject({ status: "leaving" });
    const late = async () => {
      const { status, headers } = await fetch(`${address}/api/Inventory/GetRecentItems`);
      return [status, headers.get("connection")];
    };
    await expect.poll(late).toEqual([200, "close"]); // a busy machine may answer 503 first
    expect(await child.exited).toBe(0);
  });

  it("reports that its port is taken, and leaves no process behind", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const child = start({ PORT: port });
    expect(await child.exited).toBe(1);
    expect(child.errors()).toContain(
      `PORT ${port} of 127.0.0.1 is taken: stop the other program, or set another PORT.\n`,
    );
    expect(await remainingProcesses(folder)).toEqual([]);
    other.close();
  });
});

describe("the supervised process", { timeout: 60_000 }, () => {
  it("is started again with its database when it crashes, which the log says, and stops on request", async () => {
    const child = startSupervised();
    const first = await addressOf(child);
    process.kill(libraryOf(child), "SIGKILL");
    expect(JSON.parse(await child.line(/ended unexpectedly/))).toMatchObject({
      level: "error",
      msg: "The library ended unexpectedly (SIGKILL) and is started again.",
    });
    const addresses = () => child.lines.filter((line) => line.startsWith("The lending library is at "));
    await expect.poll(addresses, { timeout: 30_000 }).toHaveLength(2);
    const again = addresses().at(-1)?.replace("The lending library is at ", "") ?? first;
    expect((await fetch(`${again}/health/ready`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(await remainingProcesses(folder)).toEqual([]);
  });

  it("is not started again when it could not start", async () => {
    const child = startSupervised({ PORT: "many" });
    expect(await child.exited).toBe(1);
    expect(child.errors()).toBe('PORT must be a whole number from 0 to 65535, not "many".\n');
  });

  it("treats a Ctrl-C that reaches both of them as one", async () => {
    const child = startSupervised();
    await addressOf(child);
    process.kill(libraryOf(child), "SIGINT");
    child.kill("SIGINT");
    expect(await child.exited).toBe(0);
    expect(await remainingProcesses(folder)).toEqual([]);
  });

  it("ends with its supervisor, however that ends", async () => {
    const child = startSupervised();
    const address = await addressOf(child);
    child.kill("SIGKILL");
    await child.exited;
    expect(await remainingProcesses(folder)).toEqual([]);
    await expect(fetch(`${address}/health/live`)).rejects.toThrow("fetch failed");
  });
});
