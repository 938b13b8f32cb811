import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { traceReceiver } from "#server/test/attacks/trace-receiver.ts";

const { connection } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "library-tracing-"));
afterEach(killChildren);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// says at its end which packages were loaded
const listing = `import m from"node:module";process.on("exit",()=>process.stderr.write("LOADED "+Object.keys(m._cache).join("|")))`;

/** The library as a process; at its end, its code and whether it had loaded OpenTelemetry, and the log's. */
async function library(env: Record<string, string> = {}) {
  const child = startChild("server/main.ts", {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    PORT: "0",
    SEED: "none",
    ADMIN_PASSWORD: "correct horse staple",
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listing)}`,
    ...env,
  });
  const line = await child.line(/^The lending library is at /);
  const address = line.replace("The lending library is at ", "");
  return {
    get: async (place: string) => (await fetch(address + place)).status,
    end: async () => {
      child.kill("SIGTERM");
      const code = await child.exited;
      await expect.poll(() => child.errors()).toContain("LOADED ");
      const loaded = child.errors();
      return {
        code,
        has: { pino: /node_modules.pino/.test(loaded), traces: /opentelemetry.(?:sdk|exporter)/.test(loaded) },
      };
    },
  };
}

it("without a receiver nothing of OpenTelemetry is loaded", async () => {
  const { get, end } = await library();
  expect(await get("/robots.txt")).toBe(200);
  expect(await end()).toEqual({ code: 0, has: { pino: true, traces: false } });
});

it("a library ends in time, although its receiver takes what it is sent and never answers", async () => {
  const receiver = await traceReceiver();
  receiver.hang();
  const { get, end } = await library({ TRACES_URL: receiver.url, SHUTDOWN_LIMIT: "20" });
  for (let turn = 0; turn < 20; turn += 1) expect(await get("/robots.txt")).toBe(200);
  await expect.poll(() => receiver.headers.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await get("/robots.txt")).toBe(200);
  expect(await end()).toEqual({ code: 0, has: { pino: true, traces: true } }); // after SHUTDOWN_LIMIT it were 1
});

it("what was seen last is sent before the end", async () => {
  const receiver = await traceReceiver();
  const { get, end } = await library({ TRACES_URL: receiver.url });
  expect(await get("/robots.txt")).toBe(200);
  expect(await end()).toMatchObject({ code: 0 });
  expect(receiver.spans().map(({ name }) => name)).toContain("GET /robots.txt");
});
