import { setImmediate as turn } from "node:timers/promises";
import Fastify from "fastify";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { login } from "#contract/accounts.ts";
import { getInventoryBySearchParams } from "#contract/catalog.ts";
import { getNewOrderCount } from "#contract/circulation.ts";
import { getFacets } from "#contract/titles/facets.ts";
import { ownMessages } from "#contract/messages.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";
import { lateLoop, shedLoad } from "./shed-load.ts";

const library = await testApp({ poolSize: 20, busyAfter: 600_000 });
const clerk = await anAdmin(library);

it("turns searches away when there are too many, and serves log-ins, staff, and health all the while", async () => {
  let page = 0;
  // each another one: who asks for the same shares one place
  const search = async () => library.call(getInventoryBySearchParams, { query: { page: (page += 1) } });
  const statusOf = async (answer: ReturnType<typeof search>) => (await answer).status;
  const begun = await inTransaction(library.db, async (transaction) => {
    await sql`lock table items`.execute(transaction); // searches take as long as we like
    const inside = Array.from({ length: 4 }, search);
    const away = await Promise.all(Array.from({ length: 130 }, search));
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]));
    expect(away[0]?.body).toEqual({ isSuccess: false, message: ownMessages.serverBusy });
    for (const { headers } of away) expect(Number(headers["retry-after"])).toBeGreaterThan(0);

    const { userName, password } = clerk;
    expect((await library.call(login, { body: { userName, password, userTypeId: 1 } })).status).toBe(200);
    expect((await library.call(getNewOrderCount, {}, clerk.token)).status).toBe(200);
    for (const url of ["/health/live", "/health/ready"])
      expect((await library.app.inject({ url })).statusCode).toBe(200);
    return { inside };
  });
  expect(await Promise.all(begun.inside.map(statusOf))).toEqual(Array.from({ length: 4 }, () => 200));
  expect((await search()).status).toBe(200);
});

it("turns counts away while a search waits, and gives those that it kept", async () => {
  const counts = (searchString: string) => library.call(getFacets, { query: { searchString } });
  await counts("kept");
  await counts("kept"); // what was answered before the first look at changes is not kept
  let page = 1000;
  let isOver = false;
  const waiting = async () => {
    while (!isOver) {
      await library.call(getInventoryBySearchParams, { query: { page: (page += 1) } });
      await turn(); // who is turned away at once lets the others go on
    }
  };
  const begun = await inTransaction(library.db, async (transaction) => {
    await sql`lock table items`.execute(transaction);
    const inside = counts("begun before");
    await expect.poll(() => library.app.shareCounts().counting.running).toBe(1);
    const searches = Array.from({ length: 12 }, waiting);
    await expect.poll(() => library.app.shareCounts().browsing.waiting).toBeGreaterThan(0);
    const { status, headers } = await counts("one more");
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([503, true]);
    expect(library.app.shareCounts().counting).toEqual({ running: 1, waiting: 0 });
    expect((await counts("kept")).status).toBe(200);
    isOver = true;
    return { inside, searches };
  });
  expect((await begun.inside).status).toBe(200);
  await Promise.all(begun.searches);
});

/** Keeps the event loop from everything else, in ms. */
function block(time: number) {
  const end = performance.now() + time;
  while (performance.now() < end);
}

it("turns calls away while the event loop is late, however they are spelled, and not pages; then serves them again", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  shedLoad(app, [lateLoop(app, 60)]);
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
