import { afterEach, describe, expect, it } from "vitest";
import { login } from "#contract/accounts.ts";
import { getInventoryBySearchParams } from "#contract/catalog.ts";
import { watchDatabase } from "#server/platform/connection/watch-database.ts";
import { openDatabase } from "#server/platform/database.ts";
import { createLog, logOptions } from "#server/platform/log.ts";
import { traced, type Tracing, tracingOf } from "#server/platform/tracing/tracing.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";
import { traceReceiver } from "#server/test/attacks/trace-receiver.ts";

const fixture = await testApp({ settings: { TRUST_PROXY: "10.0.0.0/8" } });
const running: Tracing[] = [];
afterEach(async () => {
  for (const tracing of running.splice(0)) await tracing.stop();
});

/** An instance that sends its traces to a receiver of its own, and the lines of its log. */
async function tracedInstance(settings: { headers?: Record<string, string>; percent?: number } = {}) {
  const receiver = await traceReceiver();
  const lines: string[] = [];
  const traces = { url: receiver.url, headers: {}, percent: 100, ...settings };
  const said: string[] = [];
  const log = createLog("info", { write: (line) => void said.push(line) });
  const tracing = await tracingOf({ traces }, { version: "1", commit: "abc" }, log);
  if (!tracing) throw new Error("A receiver is named.");
  running.push(tracing);
  const watch = traced(watchDatabase(fixture.app.log, 60_000), tracing);
  const db = openDatabase({ connection: fixture.connection, poolSize: 4, watch });
  const app = await fixture.another({
    db,
    tracing,
    logger: { ...logOptions("info"), stream: { write: (line: string) => void lines.push(line) } },
  });
  return { app, receiver, lines, said, ...callsTo(app), stop: () => tracing.stop() };
}
const seen = { timeout: 20_000 };

describe("a trace", () => {
  it("has the call by its name, its statements by theirs, below it, and their outcome", async () => {
    const { app, receiver, lines } = await tracedInstance();
    const { itemId } = await anItem(fixture);
    expect((await app.inject({ url: `/api/Inventory/Get/${itemId}` })).statusCode).toBe(200);
    const found = () => receiver.spans().find(({ name }) => name === "GET Inventory/Get/{id}");
    await expect.poll(found, seen).toBeDefined();
    const call = found();
    expect(call).toMatchObject({
      kind: 2, // server
      attributes: {
        "http.request.method": "GET",
        "http.route": "GET Inventory/Get/{id}",
        "http.response.status_code": 200,
      },
    });
    expect(call?.parentSpanId).toBeUndefined();
    const inside = receiver.spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(inside.length).toBeGreaterThan(0);
    for (const { name, traceId, kind, attributes } of inside) {
      expect(name).toMatch(/^select [a-z_, ]+ [0-9a-f]{8}$/);
      expect([traceId, kind, attributes["db.query.summary"]]).toEqual([call?.traceId, 3, name]);
    }
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ msg: "request", trace: call?.traceId }]);
  });

  it("goes on where a trusted proxy began it, and believes nobody else", async () => {
    const { app, receiver } = await tracedInstance();
    const [trace, parent] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
    const headers = { traceparent: `00-${trace}-${parent}-01`, "x-forwarded-for": "198.51.100.4" };
    await app.inject({ url: "/robots.txt", headers, remoteAddress: "10.1.1.1" });
    await app.inject({ url: "/robots.txt", headers, remoteAddress: "203.0.113.9" });
    await expect.poll(() => receiver.spans().length, seen).toBe(2);
    const [believed, other] = receiver.spans();
    expect(believed).toMatchObject({ traceId: trace, parentSpanId: parent });
    expect(other?.traceId).not.toBe(trace);
    expect(other?.parentSpanId).toBeUndefined();
  });

  it("holds no value of a request or a statement: no words, names, addresses, passwords, or tokens", async () => {
    const { app, receiver, ...instance } = await tracedInstance({ headers: { "x-key": "receiver-secret" } });
    const borrower = await aBorrower(fixture, { email_address: "jane.doe@school.example" });
    const { token, borrowerId } = borrower;
    await instance.call(login, {
      body: { userName: "jane.doe@school.example", password: "hunter2hunter2", userTypeId: 2 },
    });
    const { itemId } = await anItem(fixture);
    const found = await instance.call(getInventoryBySearchParams, {
      query: { searchString: "asthma of Jane", page: "1" },
    });
    expect(found.body.data.inStockTotal).toBe(0); // the words were looked for: the one title has others
    const headers = { authorization: `Bearer ${token}`, cookie: "session=crumbs" };
    const added = await app.inject({ method: "POST", url: `/api/Cart/AddItemToCart/${itemId}/1/false`, headers });
    const cart = added.json<{ data: string }>().data;
    await app.inject({ method: "POST", url: `/api/Order/SaveOrder/${borrowerId}/${cart}`, headers });
    await app.inject({ url: "/user/reset-password/a.secret.token?email=jane.doe@school.example" });
    const names = () => receiver.spans().map(({ name }) => name);
    await expect.poll(names, seen).toContain("POST Order/SaveOrder/{x}/{identifier}");
    await expect.poll(names, seen).toContain(login.call);
    expect(names().some((name) => /^select .*accounts/.test(name))).toBe(true); // after the body of the login
    expect(receiver.headers[0]).toMatchObject({ "x-key": "receiver-secret" });
    for (const secret of [token, cart, "receiver-secret"]) expect(receiver.text()).not.toContain(secret);
    expect(receiver.text()).not.toMatch(/jane|doe|school\.example|hunter2|asthma|crumbs|secret|Bearer|127\.0\.0\.1/i);
    for (const { status } of receiver.spans()) expect(status.message).toBeUndefined();
  });

  it("is not made of what machines ask every second, nor of files", async () => {
    const { app, receiver } = await tracedInstance();
    for (const url of ["/health/live", "/health/ready", "/robots.txt"]) await app.inject({ url });
    await expect.poll(() => receiver.spans().map(({ name }) => name), seen).toEqual(["GET /robots.txt"]);
  });
});

describe("a receiver", () => {
  const answers = async (app: Awaited<ReturnType<typeof tracedInstance>>["app"]) => {
    const all = Array.from({ length: 300 }, () => app.inject({ url: "/robots.txt" }));
    return new Set((await Promise.all(all)).map(({ statusCode }) => statusCode));
  };

  it("that hangs costs no request anything, and the end waits two seconds for it", async () => {
    const { app, receiver, stop } = await tracedInstance();
    receiver.hang();
    expect(await answers(app)).toEqual(new Set([200]));
    await expect.poll(() => receiver.headers.length, seen).toBeGreaterThan(0);
    const since = performance.now();
    await stop();
    expect(performance.now() - since).toBeLessThan(4000);
  });

  it("that is away costs no request anything, and is named in the log once", async () => {
    const { app, receiver, said, stop } = await tracedInstance({ headers: { "x-key": "receiver-secret" } });
    await receiver.leave();
    expect(await answers(app)).toEqual(new Set([200]));
    await expect.poll(() => said.length, seen).toBe(1);
    expect(said[0]).toContain("traces cannot be sent");
    expect(said[0]).not.toContain("secret");
    expect(await answers(app)).toEqual(new Set([200]));
    const since = performance.now();
    await stop();
    expect(performance.now() - since).toBeLessThan(4000);
    expect(said.length).toBe(1);
  });
});

it("without a receiver there is no tracing", async () => {
  expect(await tracingOf({ traces: undefined }, { version: "1", commit: "abc" }, fixture.app.log)).toBeUndefined();
});
