import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { checkInCopy, undoCheckIn } from "#server/modules/circulation/returns/returns.ts";
import { stockDisagreements } from "#server/modules/stock/stock.queries.ts";
import { OutcomeUnknown } from "#server/platform/errors/database-errors.ts";
import type { Database } from "#server/platform/database.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { faultsInLine } from "#server/test/concurrency/line-faults.ts";
import { copiesOutOf, sendOrders } from "#server/test/concurrency/loans-of-title.ts";
import { advanceQueues, joinQueue, orderHeld } from "./queue.ts";

const [readers, copies] = [8, 3];
const [killing, seconds] = [8, 100]; // on a busy machine little is done in a second

async function lookInto(db: Database, seen: Set<string>): Promise<void> {
  for (const name of await faultsInLine(db)) seen.add(name);
  if ((await stockDisagreements(db)).length > 0) seen.add("the count is not what the rows say");
}

/** A few copies, each out on its own order, and a line of readers who all wait for one. */
async function crowded() {
  const fixture = await circulationFixture({ poolSize: 24 });
  const clerk = await fixture.newAdmin("clerk");
  const out = await fixture.newBorrower("out");
  const title = await fixture.newTitle("Everybody’s", copies);
  for (let count = 0; count < copies; count += 1) {
    await fixture.order(out, [[title, 1]]);
    await sendOrders(fixture.db, title, clerk.userId);
  }
  const people = [];
  for (let count = 0; count < readers; count += 1) people.push(await fixture.newBorrower(`reader${count}`));
  const places = await Promise.all(
    people.map(async ({ borrowerId }) => joinQueue(fixture.db, { itemId: title.itemId, borrowerId: borrowerId ?? 0 })),
  );
  return { fixture, clerk, title, people, places };
}

/** One act after another until it is enough; what is refused, or killed in the middle, is tried again later. */
async function worker(goOn: () => boolean, act: () => Promise<unknown>) {
  while (goOn()) {
    try {
      await act();
    } catch (error) {
      const isKilled = error instanceof OutcomeUnknown || /terminat|connection|cannot be reached/i.test(String(error));
      if (!(error instanceof Refusal) && !isKilled) throw error;
    }
    await pause(Math.random() * 20);
  }
}

it(
  "serves everybody once and nobody out of turn, with two desks, two instances, undone returns, holds that lapse, and kills",
  { timeout: (seconds + 60) * 1000 },
  async () => {
    const { fixture, clerk, title, people, places } = await crowded();
    const { db } = fixture;
    const hand = () => ({ userId: clerk.userId, at: new Date() });
    const seen = new Set<string>();
    const end = Date.now() + seconds * 1000;
    const waiting = async () =>
      (await db.selectFrom("queue_places").select("place_id").where("left_at", "is", null).execute()).length;
    let left = readers;
    const goOn = () => left > 0 && Date.now() < end;
    const killsUntil = Date.now() + killing * 1000;
    const desk = async () => {
      for (const copyId of await copiesOutOf(db, title)) {
        const returnId = await checkInCopy(db, copyId, hand(), 10);
        if (Math.random() < 0.3) await undoCheckIn(db, returnId, hand());
      }
    };
    const lapse = sql`
      update queue_offers set told_at = now(), until_at = now() where offer_id in (
        select offer_id from queue_offers where closed_at is null and random() < 0.02 for no key update skip locked)`;
    const kill = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'
      order by random() limit 1`;
    await Promise.all([
      worker(goOn, desk),
      worker(goOn, desk),
      worker(goOn, () => sendOrders(fixture.db, title, clerk.userId)),
      worker(goOn, () => advanceQueues(db)),
      worker(goOn, () => advanceQueues(db)),
      worker(goOn, () => lapse.execute(db)),
      worker(
        () => goOn() && Date.now() < killsUntil,
        async () => pause(100).then(() => kill.execute(db)),
      ),
      worker(goOn, () => lookInto(db, seen)),
      worker(goOn, async () => void (left = await waiting())),
      ...people.map(({ borrowerId }, at) =>
        worker(goOn, () => orderHeld(fixture, { placeId: places[at] ?? 0, borrowerId: borrowerId ?? 0 })),
      ),
    ]);
    await lookInto(db, seen);
    expect([...seen]).toEqual([]);
    expect(await waiting()).toBe(0);
    const { rows } = await sql<{ ordered: number; orders: number; lapsed: number }>`
      select (select count(*)::integer from queue_places where left_because = 'ordered') as ordered,
        (select count(*)::integer from queue_places where left_because = 'lapsed') as lapsed,
        (select count(*)::integer from orders where cart_key like 'held-%') as orders`.execute(db);
    expect(rows[0]?.orders).toBe(rows[0]?.ordered);
    expect((rows[0]?.ordered ?? 0) + (rows[0]?.lapsed ?? 0)).toBe(readers);
  },
);

/** A first draft of holding: it looks who is next, or last, and what is free, and then writes, without locks. */
async function holdNaively(db: Database, { itemId }: Title, whom: "next" | "last" = "next"): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: free } = await sql<{ copy_id: number }>`
      select copy_id from copies join circulation_copies using (copy_id)
      where item_id = ${itemId} and order_id is null and not is_held order by copy_number limit 1`.execute(tx);
    const { rows: first } = await sql<{ place_id: number }>`
      select place_id from queue_ready where item_id = ${itemId}
      order by case when ${whom} = 'last' then -place_id else place_id end limit 1`.execute(tx);
    await pause(Math.random() * 10);
    if (!free[0] || !first[0]) return;
    const { rows } = await sql<{ requested: number; checked_out: number }>`
      select requested, checked_out from circulation_stock where item_id = ${itemId}`.execute(tx);
    const [counts] = rows;
    await sql`insert into queue_offers (place_id, item_id, copy_id) values (${first[0].place_id}, ${itemId}, ${free[0].copy_id})`.execute(
      tx,
    );
    await sql`update items set requested = ${(counts?.requested ?? 0) + 1}, checked_out = ${counts?.checked_out ?? 0}
      where item_id = ${itemId}`.execute(tx);
  });
}

it(
  "would see it: two desks that hold without locks and constraints do all of it wrong",
  { timeout: 120_000 },
  async () => {
    const { fixture, title } = await crowded();
    const { db } = fixture;
    await sql`
    drop index queue_offers_one_per_copy; drop index queue_offers_one_per_place;
    drop trigger queue_offers_of_free_copies on queue_offers; drop trigger assignments_withdraw_offers on assignments;
    alter table items drop constraint items_stock_never_below_zero`.execute(db);
    await sql`update assignments set released_at = now(), release_reason = 'returned' where item_id = ${title.itemId}`.execute(
      db,
    );
    const seen = new Set<string>();
    const wanted = [
      "a copy is held for two",
      "two are held for one",
      "the count is not what the rows say",
      "somebody was overtaken",
    ];
    const end = Date.now() + 60_000;
    const goOn = () => Date.now() < end && wanted.some((wrong) => !seen.has(wrong));
    const desk = () => holdNaively(db, title);
    const backwards = () => holdNaively(db, title, "last");
    const reset = async () => {
      await pause(200);
      await lookInto(db, seen);
      await sql`delete from queue_offers`.execute(db);
    };
    await Promise.all([worker(goOn, desk), worker(goOn, desk), worker(goOn, backwards), worker(goOn, reset)]);
    expect([...seen]).toEqual(expect.arrayContaining(wanted));
  },
);
