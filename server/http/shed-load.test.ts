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

it("turns visitors away while six of ten calls are under way, and serves log-ins, staff, and health all the while", async () => {
  let page = 0;
  const search = async () => library.call(getInventoryBySearchParams, { query: { page: (page += 1) } });
  const begun = await inTransaction(library.db, async (transaction) => {
    await sql`lock table items`.execute(transaction); // searches take as long as we like
    const inside = Array.from({ length: 6 }, search);
    await expect.poll(() => library.app.callsUnderWay()).toBe(6);
    const away = await Promise.all(Array.from({ length: 50 }, search));
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]));
    expect(away[0]?.body).toEqual({ isSuccess: false, message: ownMessages.serverBusy });
    for (const { headers } of away) expect(Number(headers["retry-after"])).toBeGreaterThan(0);

    const { userName, password } = clerk;
    expect((await library.call(login, { body: { userName, password, userTypeId: 1 } })).status).toBe(200);
    expect((await library.call(getNewOrderCount, {}, clerk.token)).status).toBe(200);
    for (const url of ["/health/live", "/health/ready", "/robots.txt"])
      expect((await library.app.inject({ url })).statusCode).toBe(200);
    return { inside };
  });
  expect(new Set((await Promise.all(begun.inside)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await search()).status).toBe(200);
  expect(library.app.callsUnderWay()).toBe(0);
});

it("turns every call away while ten are under way", async () => {
  const count = async () => (await library.call(getNewOrderCount, {}, clerk.token)).status;
  const begun = await inTransaction(library.db, async (transaction) => {
    await sql`lock table orders`.execute(transaction);
    const inside = Array.from({ length: 10 }, count);
    await expect.poll(() => library.app.callsUnderWay()).toBe(10);
    expect(await count()).toBe(503);
    return { inside };
  });
  expect(new Set(await Promise.all(begun.inside))).toEqual(new Set([200]));
});

/** Keeps the event loop from everything else, in ms. */
function block(time: number) {
  const end = performance.now() + time;
  while (performance.now() < end);
}

it("turns calls away while the event loop is late, however they are spelled, and not pages; then serves them again", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  await shedLoad(app, 60);
  app.get("/api/call", { config: { call: "GET Test/Call" } }, async () => "called");
  app.get("/page", async () => "a page");
  const ask = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, Number(headers["retry-after"]) > 0];
  };
  const askLate = async (url: string) => {
    block(1100);
    return ask(url);
  };
  expect(await ask("/api/call")).toEqual([200, false]);
  await expect.poll(async () => askLate("/api/call"), { timeout: 30_000 }).toEqual([503, true]);
  await expect.poll(async () => askLate("/%61pi/call"), { timeout: 30_000 }).toEqual([503, true]);
  expect(await askLate("/page")).toEqual([200, false]);
  await expect.poll(async () => ask("/api/call"), { timeout: 30_000 }).toEqual([200, false]);
});
