import Fastify from "fastify";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { getInventoryBySearchParams } from "#contract/catalog.ts";
import { ownMessages } from "#contract/messages.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { shedLoad } from "./shed-load.ts";

const library = await testApp({ poolSize: 20, maxCalls: 100 });

it("turns calls away while a hundred are under way, serves health and pages all the while, and calls again afterwards", async () => {
  let page = 0;
  const search = async () => library.call(getInventoryBySearchParams, { query: { page: (page += 1) } });
  const begun = await inTransaction(library.db, async (transaction) => {
    await sql`lock table items`.execute(transaction); // searches take as long as we like
    const inside = Array.from({ length: 100 }, search);
    await expect.poll(() => library.app.callsUnderWay()).toBe(100);
    const away = await Promise.all(Array.from({ length: 50 }, search));
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]));
    expect(away[0]?.body).toEqual({ isSuccess: false, message: ownMessages.serverBusy });
    for (const { headers } of away) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    for (const url of ["/health/live", "/health/ready", "/robots.txt"])
      expect((await library.app.inject({ url })).statusCode).toBe(200);
    return { inside };
  });
  expect(new Set((await Promise.all(begun.inside)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await search()).status).toBe(200);
  expect(library.app.callsUnderWay()).toBe(0);
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
