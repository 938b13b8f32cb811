import { sql } from "kysely";
import { expect, it } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { waitingForLocks } from "#server/test/concurrency/hold-order.ts";
import { checkStock } from "../check-stock.ts";
import { followTheDay } from "./follow-the-day.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call, clock } = fixture;
const teacher = await fixture.newBorrower("teacher");

async function order(itemId: number, from: string, to: string) {
  const { data: cart } = await call<string>(teacher, `POST Cart/AddItemToCart/${itemId}/1/false/`);
  return call(teacher, `POST Order/SaveOrder/0/${cart}?teachFrom=${from}&teachTo=${to}`);
}

it("plans a title for the new day though the day changes while its first order by days is placed", async () => {
  clock.at = new Date("2026-03-02T20:00:00Z");
  const [other, title] = [await fixture.newTitle("Booked before", 1), await fixture.newTitle("First order", 1)];
  await order(other.itemId, "2026-10-05", "2026-10-09");
  const { usual_until: usual } = await db.selectFrom("library_day").select("usual_until").executeTakeFirstOrThrow();
  expect(usual).toBe("2026-04-03"); // on the next day a usual loan lasts until the order leaves, on April 3, and longer
  let follow: Promise<void> | undefined;
  let placed: ReturnType<typeof order> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`lock table bookings in share mode`.execute(tx);
    placed = order(title.itemId, "2026-04-10", "2026-04-10"); // it has read the day, and waits to write its booking
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    clock.at = new Date("2026-03-03T20:00:00Z");
    let isOver = false;
    follow = followTheDay(fixture, { inspectionDays: 1, closed: [] }).finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await waitingForLocks(db)) === 2).toBe(true);
  });
  expect((await placed)?.isSuccess).toBe(true);
  await follow;
  const soon = db.selectFrom("items").select("booked_soon").where("item_id", "=", title.itemId);
  expect(await soon.execute()).toEqual([{ booked_soon: 1 }]);
  await checkStock({ db, clock, log: createLog("silent") });
  const [last] = await db.selectFrom("checks").select("found").orderBy("check_id", "desc").limit(1).execute();
  expect(last?.found).toEqual([]);
});
