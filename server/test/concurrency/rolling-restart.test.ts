import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { readConfiguration } from "#server/platform/configuration.ts";
import { systemClock } from "#server/platform/clock.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { killChildren } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { balancedLibrary } from "./balanced-library.ts";

const { db, connection } = await testDatabase();
const parts = { db, clock: systemClock, configuration: readConfiguration({}) };
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  killChildren();
});

const copies = 2000;
const patiently = { timeout: 60_000 };
const answered = z.object({ isSuccess: z.literal(true), data: z.string().optional(), id: z.number().optional() });
const reads = [
  "/api/Inventory/GetRecentItems?itemCount=4",
  "/api/Inventory/GetInventoryBySearchParams?searchText=health&page=1",
  "/api/Code/GetEveryCategory",
];

/** Visitors who read and borrowers who order, one request after another, until told; what went wrong is kept. */
async function crowdAt(address: string) {
  const items = await Promise.all([1, 2, 3].map(() => anItem(parts, copies)));
  const borrowers = await Promise.all([1, 2, 3].map(() => aBorrower(parts)));
  const wrong: string[] = [];
  const orders: number[] = [];
  let isOver = false;
  let asked = 0;
  const ask = async (path: string, init: RequestInit = {}) => {
    asked += 1;
    const answer = await fetch(address + path, init).catch((error: unknown) => String(error));
    if (typeof answer === "string" || !answer.ok) {
      wrong.push(`${path}: ${typeof answer === "string" ? answer : `${answer.status} ${await answer.text()}`}`);
      return undefined;
    }
    return answer.text();
  };
  const visit = async () => {
    for (let turn = 0; !isOver; turn += 1) await ask(reads[turn % reads.length] ?? "/");
  };
  const borrow = async ({ token, borrowerId }: { token: string; borrowerId: number }) => {
    const headers = { authorization: `Bearer ${token}` };
    for (let turn = 0; !isOver; turn += 1) {
      const added = await ask(`/api/Cart/AddItemToCart/${items[turn % 3]?.itemId}/1/false`, {
        method: "POST",
        headers,
      });
      const cart = added === undefined ? undefined : answered.parse(JSON.parse(added)).data;
      if (cart === undefined) continue;
      const order = await ask(`/api/Order/SaveOrder/${borrowerId}/${cart}`, { method: "POST", headers });
      if (order !== undefined) orders.push(answered.parse(JSON.parse(order)).id ?? 0);
    }
  };
  const all = [visit(), visit(), visit(), ...borrowers.map(borrow)];
  return {
    wrong,
    asked: () => asked,
    orders,
    leave: async () => {
      isOver = true;
      await Promise.all(all);
    },
  };
}

const stored = async () => (await db.selectFrom("orders").select("order_id").execute()).map(({ order_id }) => order_id);

describe("two instances behind a balancer", { timeout: 180_000 }, () => {
  it("fail no request while each is updated in turn, and lose and double no order", async () => {
    const library = await balancedLibrary(urlOf(connection));
    ended.push(library.stop);
    const crowd = await crowdAt(library.address);
    expect(await library.restart(0)).toBe(0);
    expect(await library.restart(1)).toBe(0);
    await crowd.leave();
    expect(crowd.wrong).toEqual([]);
    expect(crowd.asked()).toBeGreaterThan(200);
    expect((await stored()).toSorted((a, b) => a - b)).toEqual(crowd.orders.toSorted((a, b) => a - b));
  });

  it("fail no request while the database is away for five seconds", async () => {
    const proxy = await silentProxy(connection);
    const library = await balancedLibrary(urlOf(proxy.connection));
    ended.push(library.stop);
    const crowd = await crowdAt(library.address);
    await expect.poll(crowd.asked, patiently).toBeGreaterThan(50);
    proxy.close();
    await pause(5000); // the outage itself
    await proxy.open();
    const then = crowd.asked();
    await expect.poll(crowd.asked, patiently).toBeGreaterThan(then + 50);
    await crowd.leave();
    expect(crowd.wrong).toEqual([]);
    for (const order of crowd.orders) expect(await stored()).toContain(order);
  });
});
