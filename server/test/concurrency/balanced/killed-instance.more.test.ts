import { afterEach, describe, expect, it } from "vitest";
import { killChildren } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { balancedLibrary } from "./balanced-library.ts";
import { startClients } from "./ordering-browsers.ts";

const { db, connection } = await testDatabase();
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  killChildren();
});

const clients = 8;
const patiently = { timeout: 60_000 };
const goOnWithin = 10; // seconds; those of them that are sent a second time wait 0.6 s, whatever the machine does besides

const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

// `npm run test:ha` is the long form, with a cluster of databases that fails over.
describe("an instance that is killed beside another", { timeout: 180_000 }, () => {
  it("loses and doubles no order, and its clients go on within seconds, as the browser asks a second time", async () => {
    const library = await balancedLibrary(urlOf(connection));
    ended.push(library.stop);
    const { seen, leave } = await startClients(library.address, db, clients);
    /** Waits until each client had so many orders acknowledged after a moment; gives the seconds until the last one had. */
    const eachOrdered = async (times: number, since: number) => {
      const moments = () =>
        Array.from({ length: clients }, (_, number) => {
          const own = seen.orders.filter(({ at, client }) => client === number && at > since);
          return own[times - 1]?.at ?? Infinity;
        });
      await expect.poll(() => Math.max(...moments()), patiently).toBeLessThan(Infinity);
      return (Math.max(...moments()) - since) / 1000;
    };
    await eachOrdered(2, 0);
    const since = Date.now();
    const back = library.kill(0);
    expect(await eachOrdered(2, since)).toBeLessThan(goOnWithin); // the first may have been answered before it was dead
    await back;
    await eachOrdered(2, Date.now());
    await leave();
    expect(seen.refused).toEqual([]);
    const stored = await db.selectFrom("orders").select("order_id").execute();
    expect(inOrder(stored.map(({ order_id }) => order_id))).toEqual(inOrder(seen.orders.map(({ id }) => id)));
  });
});
