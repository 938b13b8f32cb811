import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { openEmbeddedPostgres } from "./platform/embedded-postgres/embedded-postgres.ts";
import { ask } from "./test/ask.ts";
import { killChildren, startChild } from "./test/child-process.ts";
import { logEntries } from "./test/outages/log-entries.ts";
import { urlOf } from "./test/global-setup.ts";

const token = "a-token-that-Prometheus-has";
const outageMs = 15_000; // longer than any pause between two attempts of a job, a probe, or a timer
const slowly = { timeout: 30_000, interval: 200 };
const folder = mkdtempSync(path.join(os.tmpdir(), "library-outage-"));

afterEach(() => {
  killChildren();
  rmSync(folder, { recursive: true, force: true });
});

it("a stopped database logs one error line, while requests, jobs, and probes go on, and one line when it returns", async () => {
  let server = await openEmbeddedPostgres(path.join(folder, "server"));
  await ask(server.connection, "create database lending");
  const child = startChild("server/main.ts", {
    DATABASE_URL: urlOf({ ...server.connection, database: "lending" }),
    DATA_DIR: path.join(folder, "data"),
    DATABASE_WAIT: "2",
    SLOW_STATEMENT_MS: "60000", // a busy machine isn't an outage
    PORT: "0",
    SEED: "none",
    METRICS_TOKEN: token,
  });
  const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
  let number = 0;
  const get = async (place: string, headers = {}) => fetch(address + place, { headers });
  const statuses = async () => {
    number += 1;
    const answers = await Promise.all([
      get(`/api/Inventory/GetInventoryBySearchParams?page=${number}`),
      get("/api/Orders/GetNewOrderCount", { authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x" }),
      get(`/user/viewitem/${number}`),
      get(`/assets/lost-${number}.js`),
      get("/metrics", { authorization: `Bearer ${token}` }),
      get("/health/ready"),
    ]);
    return answers.map(({ status }) => status);
  };
  await expect.poll(async () => (await get("/health/ready")).status, slowly).toBe(200);
  await statuses();
  const linesBefore = child.lines.length;
  await server.stop();
  const end = performance.now() + outageMs;
  while (performance.now() < end) {
    expect((await statuses())[0]).toBe(503);
    await pause(200);
  }
  expect((await get("/health/ready")).status).toBe(503);
  server = await openEmbeddedPostgres(path.join(folder, "server"));
  await expect.poll(async () => (await statuses())[0], slowly).toBe(200);
  await child.line(/the database answers again/);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  await server.stop();
  expect(logEntries(child.lines.slice(linesBefore))).toMatchObject([
    { level: "error", msg: "the database cannot be reached", host: expect.any(String), port: 5432 },
    { level: "info", msg: "the database answers again", ms: expect.any(Number) },
  ]);
  expect(child.errors()).toBe("");
});
