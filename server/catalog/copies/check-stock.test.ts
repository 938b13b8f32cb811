import { sql } from "kysely";
import { expect, it } from "vitest";
import { checkStock as checkNow, getSystem } from "#contract/admin/system.ts";
import { runJobSoon, scheduleJobs } from "#server/platform/jobs/jobs.queries.ts";
import { getWork } from "#contract/desk/search.ts";
import { checkStock as warnOfStock } from "#server/platform/setup/setup-checks.ts";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem, anOrder } from "#server/test/factories.ts";
import { runDueJobs } from "#server/test/run-jobs.ts";
import { checkStock } from "./upkeep.ts";

const fixture = await testApp();
const { db, clock } = fixture;
const manager = await anAdmin(fixture);
const lines: string[] = [];
const log = createLog("info", { write: (line: string) => void lines.push(line) });
const jobs = [{ kind: "check-stock" as const, every: 86_400, run: () => checkStock({ db, clock, log }) }];
const stock = async () => (await fixture.call(getSystem, {}, manager.token)).body.data.stock;

it("the stock check reports that it never ran, and later how many titles it checked", async () => {
  for (let n = 0; n < 3; n += 1) await anItem(fixture, n);
  expect(await stock()).toEqual({ isRunning: false, last: null });
  await checkStock({ db, clock, log });
  expect((await stock()).last).toMatchObject({ checkedCount: 3, wrong: 0, found: [] });
  expect(lines).toEqual([]);
});

it("the stock check names a title with wrong counts until they are fixed, and logs its id", async () => {
  const { itemId, title } = await anItem(fixture, 0);
  const set = async (copies: number) => {
    await sql`update items set active_copies = ${copies} where item_id = ${itemId}`.execute(db);
    await checkStock({ db, clock, log });
    return (await stock()).last;
  };
  expect(await set(7)).toMatchObject({
    wrong: 1,
    found: [
      {
        itemId,
        title,
        sentence: expect.stringMatching(/^It says 7 active, .*; its copies and orders say 0 active, .*\.$/),
      },
    ],
  });
  expect(lines.join("")).toContain(`"titles":[${itemId}]`);
  expect(await set(0)).toMatchObject({ wrong: 0, found: [] });
});

it("the stock check names the first rows that a wrong count is based on", async () => {
  const { itemId } = await anItem(fixture, 12);
  const { borrowerId } = await aBorrower(fixture);
  const orderId = await anOrder(fixture, borrowerId, [[itemId, 2]]);
  await sql`update items set requested = 5 where item_id = ${itemId}`.execute(db);
  await checkStock({ db, clock, log });
  const sentence = (await stock()).last?.found[0]?.sentence ?? "";
  expect(sentence).toContain(` Counted: order #${orderId} for 2, #`);
  expect(sentence).toMatch(/ copy 9 on the shelf, and more\.$/);
  await sql`update items set requested = 2 where item_id = ${itemId}`.execute(db);
  await checkStock({ db, clock, log });
});

it("wrong stock is a warning and a dashboard count until it is fixed", async () => {
  const { itemId } = await anItem(fixture, 0);
  const check = async (copies: number) => {
    await sql`update items set active_copies = ${copies} where item_id = ${itemId}`.execute(db);
    await checkStock({ db, clock, log });
    const warning = await warnOfStock(db).then(() => null, String);
    return [warning, (await fixture.call(getWork, {}, manager.token)).body.data.wrongStock];
  };
  expect(await check(7)).toEqual([expect.stringContaining("The stock of 1 title doesn't match"), 1]);
  expect(await check(0)).toEqual([null, 0]);
});

it("a manager can start the stock check; two requests start it once, and none while it is running", async () => {
  await scheduleJobs(db, ["check-stock"]);
  await runDueJobs(db, jobs);
  const countChecks = async () => (await db.selectFrom("checks").select("check_id").execute()).length;
  const before = await countChecks();
  expect((await stock()).isRunning).toBe(false);
  for (let time = 0; time < 2; time += 1)
    expect((await fixture.call(checkNow, {}, manager.token)).body).toEqual({ isSuccess: true });
  expect((await stock()).isRunning).toBe(true);
  expect(await runDueJobs(db, jobs)).toBe(1);
  expect(await countChecks()).toBe(before + 1);
  expect((await stock()).isRunning).toBe(false);
  await sql`update jobs set lease = gen_random_uuid(), leased_until = now() + interval '1 minute' where kind = 'check-stock'`.execute(
    db,
  );
  const timeOf = async () =>
    (await db.selectFrom("jobs").select("run_at").where("kind", "=", "check-stock").execute())[0]?.run_at;
  const plannedTime = await timeOf();
  await runJobSoon(db, "check-stock");
  expect(await timeOf()).toEqual(plannedTime);
});

it("the stock check keeps its latest fifty results", async () => {
  await sql`insert into checks (kind, started_at, ended_at, checked_count, wrong)
    select 'stock', now(), now(), 1, 0 from generate_series(1, 60)`.execute(db);
  await checkStock({ db, clock, log });
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::integer as count from checks group by kind order by kind`.execute(db);
  expect(rows).toEqual([{ kind: "stock", count: 50 }]);
});
