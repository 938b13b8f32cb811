import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { killChildren } from "#server/test/child-process.ts";
import { balancedLibrary } from "#server/test/concurrency/balanced/balanced-library.ts";
import { faultsIn } from "#server/test/concurrency/faults.ts";
import { testDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { growing, type Sample } from "./growth.rules.ts";
import { startWork } from "./soak-work.ts";
import { allowedGrowth, sampleOf } from "./watch-library.ts";

const { db, connection } = await testDatabase();
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  killChildren();
});

// The short form of `npm run soak`: memory needs longer than a minute to settle, so only what must not grow at all is judged.
it(
  "lends and takes back without a failure, and leaves no file, connection, or job behind",
  { timeout: 240_000 },
  async () => {
    const library = await balancedLibrary(urlOf(connection));
    ended.push(library.stop);
    const work = await startWork(library.address, db, { borrowers: 3, readers: 1, pages: ["/sitemap.xml"] }); // others need a build
    const samples: Sample[] = [];
    for (let count = 0; count < 18; count += 1) {
      await pause(2000); // the work itself
      samples.push(await sampleOf(db, library.processIds()));
    }
    await work.leave();
    expect(Object.fromEntries(work.failures), library.log().slice(-20).join("\n")).toEqual({});
    expect(work.done.get("loan")).toBeGreaterThan(20); // so that everybody logged in again, and uploaded
    const kept = growing(samples, allowedGrowth).filter((sentence) => !sentence.startsWith("memory"));
    expect(kept).toEqual([]);
    expect(await faultsIn(db, [])).toEqual(new Set());
    const open = await db.selectFrom("assignments").select("copy_id").where("released_at", "is", null).execute();
    expect(open).toEqual([]);
  },
);
