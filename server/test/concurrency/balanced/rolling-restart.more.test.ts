import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { getInventoryBySearchParams } from "#contract/catalog/catalog.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { systemClock } from "#server/platform/clock.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { killChildren } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { balancedLibrary } from "./balanced-library.ts";

const { db, connection } = await testDatabase();
const parts = { db, clock: systemClock, configuration: testConfiguration({}) };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of closers.splice(0)) await end();
  killChildren();
});

const copies = 2000;
const pollOptions = { timeout: 60_000 };
const success = z.object({ isSuccess: z.literal(true), data: z.string().optional(), id: z.number().optional() });
/** Typed by the contract, because the server ignores unknown names and would list everything. */
const search = { searchString: "health", page: "1" } satisfies Request<typeof getInventoryBySearchParams>["query"];
const reads = [
  "/api/Inventory/GetRecentItems?itemCount=4",
  `/api/Inventory/GetInventoryBySearchParams?${new URLSearchParams(search).toString()}`,
  "/api/Code/GetEveryCategory",
];

/** Starts visitors who read and borrowers who order, one request after another until `leave`; records failures. */
async function crowdAt(address: string) {
  const items = await Promise.all([1, 2, 3].map(() => anItem(parts, copies)));
  const borrowers = await Promise.all([1, 2, 3].map(() => aBorrower(parts)));
  const wrong: { what: string; status: number; retryAfter: number }[] = [];
  const orders: number[] = [];
  let isOver = false;
  let requestCount = 0;
  const ask = async (path: string, init: RequestInit = {}) => {
    requestCount += 1;
    const answer = await fetch(address + path, init).catch((error: unknown) => String(error));
    if (typeof answer !== "string" && answer.ok) return answer.text();
    if (typeof answer === "string") wrong.push({ what: `${path}: ${answer}`, status: 0, retryAfter: 0 });
    else {
      const retryAfter = Number(answer.headers.get("retry-after"));
      wrong.push({ what: `${path}: ${await answer.text()}`, status: answer.status, retryAfter });
    }
    await pause(100); // a client that fails doesn't retry as fast as it can
    return undefined;
  };
  const visit = async () => {
    for (let turn = 0; !isOver; turn += 1) await ask(reads[turn % reads.length] ?? "/");
  };
  const borrow = async ({ token, borrowerId }: { token: string; borrowerId: number }) => {
    const headers = { authorization: `Bearer ${token}` };
    for (let turn = 0; !isOver; turn += 1) {
      const cartAnswer = await ask(`/api/Cart/AddItemToCart/${items[turn % 3]?.itemId}/1/false`, {
        method: "POST",
        headers,
      });
      const cart = cartAnswer === undefined ? undefined : success.parse(JSON.parse(cartAnswer)).data;
      if (cart === undefined) continue;
      const order = await ask(`/api/Order/SaveOrder/${borrowerId}/${cart}`, { method: "POST", headers });
      if (order !== undefined) orders.push(success.parse(JSON.parse(order)).id ?? 0);
    }
  };
  const all = [visit(), visit(), visit(), ...borrowers.map(borrow)];
  return {
    wrong,
    requestCount: () => requestCount,
    orders,
    leave: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}

const rowIds = async () => (await db.selectFrom("orders").select("order_id").execute()).map(({ order_id }) => order_id);

describe("two instances behind a load balancer", { timeout: 180_000 }, () => {
  it("fail no request, and lose or duplicate no order, while each is updated in turn", async () => {
    const library = await balancedLibrary(urlOf(connection));
    closers.push(library.stop);
    const crowd = await crowdAt(library.address);
    expect(await library.restart(0)).toBe(0);
    expect(await library.restart(1)).toBe(0);
    await crowd.leave();
    expect(crowd.wrong).toEqual([]);
    expect(crowd.requestCount()).toBeGreaterThan(200);
    expect((await rowIds()).toSorted((a, b) => a - b)).toEqual(crowd.orders.toSorted((a, b) => a - b));
  });

  it("keep an idle connection for longer than they announce, so that no request hits a closing one", async () => {
    const library = await balancedLibrary(urlOf(connection));
    closers.push(library.stop);
    const socket = connect(Number(new URL(library.address).port), "127.0.0.1");
    socket.write("GET /health/live HTTP/1.1\r\nHost: library\r\n\r\n");
    const [answer] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, "data"));
    const since = performance.now();
    await once(socket.resume(), "close");
    const announcedSeconds = Number(/^keep-alive: timeout=(\d+)\r$/im.exec(answer.toString())?.[1]);
    expect(announcedSeconds).toBeGreaterThan(5);
    expect(performance.now() - since).toBeGreaterThan((announcedSeconds + 1) * 1000);
  });

  it("fail no request while the database is away for five seconds", async () => {
    const proxy = await silentProxy(connection);
    const library = await balancedLibrary(urlOf(proxy.connection));
    closers.push(library.stop);
    const crowd = await crowdAt(library.address);
    await expect.poll(crowd.requestCount, pollOptions).toBeGreaterThan(50);
    proxy.close();
    await pause(5000); // the outage itself
    await proxy.open();
    const earlierCount = crowd.requestCount();
    await expect.poll(crowd.requestCount, pollOptions).toBeGreaterThan(earlierCount + 50);
    await crowd.leave();
    expect(crowd.wrong).toEqual([]);
    for (const order of crowd.orders) expect(await rowIds()).toContain(order);
  });

  it("return 503 with Retry-After, and lose no order, while the database is away for twenty seconds", async () => {
    const proxy = await silentProxy(connection);
    const library = await balancedLibrary(urlOf(proxy.connection));
    closers.push(library.stop);
    const crowd = await crowdAt(library.address);
    await expect.poll(crowd.requestCount, pollOptions).toBeGreaterThan(50);
    expect(crowd.wrong).toEqual([]);
    proxy.close();
    await pause(20_000); // the outage itself
    await proxy.open();
    const refusals = crowd.wrong.length;
    expect(refusals).toBeGreaterThan(0);
    const earlierOrders = crowd.orders.length;
    await expect.poll(() => crowd.orders.length, pollOptions).toBeGreaterThan(earlierOrders + 10);
    await crowd.leave();
    for (const { what, status, retryAfter } of crowd.wrong)
      expect([what, status, retryAfter > 0]).toEqual([what, 503, true]);
    const orderIds = await rowIds();
    expect(new Set(crowd.orders).size).toBe(crowd.orders.length);
    for (const order of crowd.orders) expect(orderIds).toContain(order);
  });
});
