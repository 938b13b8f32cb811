import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { projectRoot } from "#server/platform/project-root.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { testApp } from "#server/test/app.ts";

const token = "a-token-that-Prometheus-has";
const fixture = await testApp({ settings: { METRICS_TOKEN: token } });
const { db } = fixture;

const scrape = async (app = fixture.app) =>
  app.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } });
/** Returns the value of a metric by its name with labels. */
const valueIn = (text: string, name: string) => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

it.each([
  ["without a token", {}],
  ["with another token", { authorization: "Bearer another-token-of-its-size-" }],
  ["with the token as a password", { authorization: token }],
])("metrics endpoint answers 401, without measurements, to a request %s", async (_, headers) => {
  const { statusCode, body } = await fixture.app.inject({ url: "/metrics", headers });
  expect(statusCode).toBe(401);
  expect(body).not.toContain("library_");
});

it("metrics endpoint returns 404 behind a proxy, even with the token", async () => {
  const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": "198.51.100.4" };
  for (const url of ["/metrics", "/METRICS/"]) {
    const { statusCode, body } = await fixture.app.inject({ url, headers });
    expect(statusCode).toBe(404);
    expect(body).not.toContain("library_");
  }
});

it("metrics count requests by pattern and status class, never by address, name, or search words", async () => {
  const request = (url: string, authorization?: string) =>
    fixture.app.inject({ url, headers: authorization === undefined ? {} : { authorization } });
  for (const url of [
    "/api/Inventory/GetRecentItems",
    "/api/Inventory/GetRecentItems",
    "/api/Nobody/Jane",
    "/user/inventories?search=asthma",
  ])
    await request(url);
  await request("/api/Staff/GetStaff", "Bearer eyJhbGciOi.secret.token");
  const { body, headers } = await scrape();
  expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
  const count = (labels: string) => valueIn(body, `library_http_request_duration_seconds_count{${labels}}`);
  expect(count('route="GET Inventory/GetRecentItems",status="2xx"')).toBe(2);
  expect(count('route="none",status="4xx"')).toBeGreaterThan(0);
  expect(body).not.toMatch(/Jane|asthma|secret|eyJ/);
});

it("metrics describe the job queue, the database connections, and the process", async () => {
  await enqueueJob(db, { kind: "write-notice", key: "1/cancel" });
  const own = await fixture.another();
  const { body } = await scrape(own);
  expect(valueIn(body, 'library_jobs{state="due"}')).toBe(1);
  expect(valueIn(body, "library_database_up")).toBe(1);
  expect(valueIn(body, 'library_mails{state="waiting"}')).toBe(0);
  expect(valueIn(body, "library_last_backup_timestamp_seconds")).toBe(0);
  expect(valueIn(body, "library_stock_disagreements")).toBe(0);
  expect(valueIn(body, 'library_database_connections_max{pool="requests"}')).toBe(10);
  expect(valueIn(body, "library_requests_running")).toBe(0);
  for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"])
    expect(valueIn(body, name)).toBeGreaterThan(0);
});

it("metrics include every metric in the alerts of docs/operations.md, which lists each alert once", async () => {
  const page = readFileSync(path.join(projectRoot, "docs/operations.md"), "utf8");
  const [, alertYaml = ""] = /```yaml\n(groups:.*?)```/s.exec(page) ?? [];
  const rule = z.strictObject({ alert: z.string(), expr: z.string(), for: z.string().optional() });
  const groups = z.array(z.strictObject({ name: z.string(), rules: z.array(rule) }));
  const rules = z
    .object({ groups })
    .parse(parse(alertYaml))
    .groups.flatMap(({ rules }) => rules);
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const usedNames = new Set(rules.flatMap(({ expr }) => expr.match(/\b(?:library|nodejs|process)_\w+/g) ?? []));
  const { body } = await scrape();
  const exportedNames = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
  const missing = [...usedNames].filter(
    (name) => !exportedNames.has(name) && !exportedNames.has(name.replace(/_(?:count|bucket|sum)$/, "")),
  );
  expect(missing).toEqual([]);
});
