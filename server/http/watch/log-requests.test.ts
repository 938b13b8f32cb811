import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { endpoint } from "#contract/wire/endpoint.ts";
import { buildApp } from "#server/app.ts";
import { logOptions } from "#server/platform/log.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { testApp } from "#server/test/app.ts";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";
import { serve } from "../serve.ts";

const fixture = await testApp({ settings: { TRUST_PROXY: "10.0.0.0/8" } });
const lines: string[] = [];
const pages = ["home", "user/viewitem/:id", "user/inventories/:search?", "user/reset-password/:token?"].map((path) => ({
  path,
  guard: "anyone",
  source: "",
  isRendered: false,
  isCrawled: true,
  hasSecret: false,
}));
const logger = { ...logOptions("info"), stream: { write: (line: string) => void lines.push(line) } };
const app = await fixture.another({
  logger,
  renderer: { pages, languages: {}, renderPage: async () => ({ kind: "by the browser" }) },
});

/** Returns the log lines of one request. */
async function linesOf(url: string, headers: Record<string, string> = {}, remoteAddress = "203.0.113.77") {
  lines.length = 0;
  await app.inject({ url, headers, remoteAddress });
  return entries();
}

const entries = () => lines.map((line): unknown => JSON.parse(line));

it.each([
  ["/api/Inventory/Get/17", "GET Inventory/Get/{id}"],
  ["/user/viewitem/12?from=secret", "/user/viewitem/:id"],
  ["/User/Inventories/asthma%20of%20Jane/", "/user/inventories/:search?"],
  ["/user/reset-password/a.secret.token", "/user/reset-password/:token?"],
  ["/HOME", "/home"],
  ["/nobody/knows/Jane", "none"],
  ["/robots.txt", "/robots.txt"],
])("the log line of %s has its pattern and nothing of its address", async (url, route) => {
  const logLines = await linesOf(url);
  expect(logLines).toMatchObject([{ route, from: "203.0.113.0/24", reqId: expect.any(String), msg: "request" }]);
  expect(lines.join("")).not.toMatch(/Jane|secret|asthma|203\.0\.113\.77/);
});

it.each([
  ["198.51.100.4", "198.51.100.0/24"],
  ["2001:db8:aaaa:bbbb:cccc::1", "2001:db8:aaaa::/48"],
  ["::ffff:198.51.100.4", "198.51.100.0/24"],
])("the address %s is logged as %s", async (address, from) => {
  expect(await linesOf("/robots.txt", {}, address)).toMatchObject([{ from }]);
  expect(await linesOf("/robots.txt", { "x-forwarded-for": address }, "10.1.1.1")).toMatchObject([{ from }]);
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const proxyHeaders = { "x-request-id": "balancer-00af/7", traceparent: `00-${traceId}-00f067aa0ba902b7-01` };

it("a trusted proxy's ids of a request are in each of its log lines", async () => {
  expect(
    await linesOf("/robots.txt", { ...proxyHeaders, "x-forwarded-for": "198.51.100.4:5599" }, "10.1.1.1"),
  ).toMatchObject([{ proxyId: "balancer-00af/7", trace: traceId, from: "198.51.100.0/24" }]);
});

it.each([
  ["a caller without a proxy", proxyHeaders, "203.0.113.9"],
  ["a caller through an untrusted proxy", { ...proxyHeaders, "x-forwarded-for": "198.51.100.4" }, "203.0.113.9"],
  [
    "overlong or malformed ids",
    {
      "x-request-id": "x".repeat(101),
      traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
      "x-forwarded-for": "198.51.100.4",
    },
    "10.1.1.1",
  ],
  [
    "an id that contains an email address",
    { "x-request-id": "jane@school.org", traceparent: "secret", "x-forwarded-for": "198.51.100.4" },
    "10.1.1.1",
  ],
])("ids from %s are not logged", async (_, headers, address) => {
  const [line] = await linesOf("/robots.txt", headers, address);
  expect(line).not.toHaveProperty("proxyId");
  expect(line).not.toHaveProperty("trace");
  expect(lines.join("")).not.toMatch(/jane|secret|xxx/);
});

it("a fault is logged with the route and network of its request", async () => {
  const { db } = await testApp();
  await db.destroy();
  const broken = await fixture.another({ db, logger });
  lines.length = 0;
  await broken.inject({ url: "/api/Inventory/GetRecentItems", remoteAddress: "203.0.113.77" });
  const logLines = entries();
  expect(logLines.length).toBeGreaterThan(1);
  for (const line of logLines)
    expect(line).toMatchObject({ from: "203.0.113.0/24", route: expect.stringContaining("GET ") });
});

it("a fault in the middle of a download is logged once, with its route", async () => {
  async function* halfAFile() {
    yield Buffer.alloc(100_000);
    throw new Error("The disk is broken.");
  }
  const read = async () => ({ size: 200_000, content: Readable.from(halfAFile()) });
  const instance = await fixture.another({ logger, files: { ...openFileStore(fixture.configuration), read } });
  const address = await instance.listen({ port: 0, host: "127.0.0.1" });
  lines.length = 0;
  const download = await fetch(`${address}/media/${"b".repeat(32)}-600.webp`);
  await expect(download.arrayBuffer()).rejects.toThrow("terminated");
  expect(entries()).toMatchObject([
    {
      level: "error",
      msg: "fault",
      route: expect.stringContaining("/media/"),
      err: { message: "The disk is broken." },
    },
  ]);
});

it("a fault behind a refusal is logged, and the caller gets the refusal's sentence", async () => {
  const instance = await buildApp({ ...fixture, webFolder: "", busyAfter: 0, logger });
  atTheEnd(() => instance.close());
  const cause = new Error("The reader crashed.");
  serve(instance, endpoint("POST Test/Read", { access: "anyone", file: "text/csv" }), async () => {
    throw new Refusal({ kind: "unusable-file" }, { sentence: "Try again.", cause });
  });
  lines.length = 0;
  const answer = await instance.inject({ method: "POST", url: "/api/Test/Read" });
  expect(answer.json()).toMatchObject({ isSuccess: false, message: "Try again." });
  expect(entries()).toMatchObject([{ level: "error", msg: "fault", err: { message: cause.message } }, { status: 200 }]);
});
