import Fastify from "fastify";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { login } from "#contract/people/accounts.ts";
import { getInventoryBySearchParams } from "#contract/catalog/catalog.ts";
import { getNewOrderCount } from "#contract/orders/orders.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";
import { shedLoad } from "./shed-load.ts";

const library = await testApp({ poolSize: 20, maxCalls: 10 });
const clerk = await anAdmin(library);

it("visitors get 503 while six of ten calls are in progress, but logins, staff, and health checks are served", async () => {
  let page = 0;
  const search = async () => library.call(getInventoryBySearchParams, { query: { page: (page += 1) } });
  const started = await inTransaction(library.db, async (transaction) => {
    await sql`lock table items`.execute(transaction); // makes searches wait
    const inProgress = Array.from({ length: 6 }, search);
    await expect.poll(() => library.app.callsInProgress()).toBe(6);
    const refused = await Promise.all(Array.from({ length: 50 }, search));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused[0]?.body).toEqual({ isSuccess: false, message: ownMessages.serverBusy });
    for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);

    const { userName, password } = clerk;
    expect((await library.call(login, { body: { userName, password, userTypeId: 1 } })).status).toBe(200);
    expect((await library.call(getNewOrderCount, {}, clerk.token)).status).toBe(200);
    for (const url of ["/health/live", "/health/ready", "/robots.txt"])
      expect((await library.app.inject({ url })).statusCode).toBe(200);
    return { inProgress };
  });
  expect(new Set((await Promise.all(started.inProgress)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await search()).status).toBe(200);
  expect(library.app.callsInProgress()).toBe(0);
});

it("every call gets 503 while ten are in progress", async () => {
  const count = async () => (await library.call(getNewOrderCount, {}, clerk.token)).status;
  const started = await inTransaction(library.db, async (transaction) => {
    await sql`lock table orders`.execute(transaction);
    const inProgress = Array.from({ length: 10 }, count);
    await expect.poll(() => library.app.callsInProgress()).toBe(10);
    expect(await count()).toBe(503);
    return { inProgress };
  });
  expect(new Set(await Promise.all(started.inProgress))).toEqual(new Set([200]));
});

/** Blocks the event loop for `time` ms. */
function block(time: number) {
  const end = performance.now() + time;
  while (performance.now() < end);
}

it("calls, however their path is spelled, get 503 while the event loop is late, but pages do not", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  await shedLoad(app, 60);
  app.get("/api/call", { config: { call: "GET Test/Call" } }, async () => "called");
  app.get("/page", async () => "a page");
  const request = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, Number(headers["retry-after"]) > 0];
  };
  const requestLate = async (url: string) => {
    block(1100);
    return request(url);
  };
  expect(await request("/api/call")).toEqual([200, false]);
  await expect.poll(async () => requestLate("/api/call"), { timeout: 30_000 }).toEqual([503, true]);
  await expect.poll(async () => requestLate("/%61pi/call"), { timeout: 30_000 }).toEqual([503, true]);
  expect(await requestLate("/page")).toEqual([200, false]);
  await expect.poll(async () => request("/api/call"), { timeout: 30_000 }).toEqual([200, false]);
});
