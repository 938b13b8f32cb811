import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, expect, it } from "vitest";
import { dayAfter } from "#contract/orders/business-days.ts";
import { systemClock, today } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { testDatabase } from "#server/test/database.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { noLimits, setRules } from "#server/test/set-rules.ts";
import { doubled, type Instance, raceReservations } from "./reservation-race.ts";
import { someWeeks } from "./some-weeks.ts";

const { db, connection } = await testDatabase();
const configuration = readConfiguration({});
const parts = { db, clock: systemClock, configuration };
const folder = mkdtempSync(path.join(os.tmpdir(), "library-race-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(killChildren);
await setRules(db, noLimits);

async function start(): Promise<Instance> {
  const child = startChild("server/main.ts", {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    PORT: "0",
    SEED: "none",
    LOG_LEVEL: "silent",
    RATE_LIMIT_SCALE: "100000",
  });
  const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return { address, kill };
}

it(
  "library keeps every reservation or says that it can't, and reserves no copy twice, while instances are killed",
  { timeout: 240_000 },
  async () => {
    const racers = [];
    for (let n = 0; n < 12; n += 1) racers.push(await aBorrower(parts));
    const { figures, wrong } = await raceReservations({
      db,
      start,
      racers,
      seconds: 4,
      kills: 1,
      clerk: await anAdmin(parts),
      title: await anItem(parts, 6),
      weeks: someWeeks(today(systemClock, configuration.timeZone)),
    });
    expect(wrong).toEqual([]);
    expect(figures.orders).toBeGreaterThan(0);
  },
);

it("check finds the copies that a first draft, which checks and then writes, reserves twice", async () => {
  const { copyIds } = await anItem(parts, 2);
  await sql`create table naive_bookings (copy_id integer, away daterange)`.execute(db);
  const week = `[2030-01-07,${dayAfter("2030-01-07", 14)})`;
  let [here, open] = [0, () => {}];
  const all = new Promise<void>((resolve) => (open = resolve));
  const order = async () => {
    const { rows } = await sql<{ copy_id: number }>`
      select copy_id from copies where copy_id = any(${copyIds}) and not exists (
        select from naive_bookings where naive_bookings.copy_id = copies.copy_id and away && ${week}::daterange) limit 1`.execute(
      db,
    );
    here += 1;
    if (here === 6) open(); // all have checked
    await all;
    for (const { copy_id: copyId } of rows)
      await sql`insert into naive_bookings values (${copyId}, ${week}::daterange)`.execute(db);
  };
  await Promise.all(Array.from({ length: 6 }, order));
  expect(await doubled(db, "naive_bookings")).toBe(15); // every pair of six on one copy
  expect(dayAfter("2030-01-07", 14)).toBe("2030-01-21");
});
