import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { daysAsked, placeOrder } from "#server/modules/circulation/public.ts";
import { cancelOrder } from "#server/modules/circulation/cancel/cancel-order.ts";
import { checkInCopy } from "#server/modules/circulation/returns/check-in-copy.ts";
import { checkStock } from "#server/modules/stock/check-stock.ts";
import { plannedTitles, type PlannedTitle } from "#server/modules/stock/planning/planning.queries.ts";
import { dayOf, placesOf } from "#server/modules/stock/planning/plan-titles.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { inTransaction } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { copiesOutOf, sendOrders } from "#server/test/concurrency/loans-of-title.ts";
import { advanceQueues } from "./advance-queues.ts";
import { changePlace, leaveQueue } from "./change-place.ts";
import { joinQueue } from "./join-queue.ts";
import { orderHeld } from "./order-held.ts";
import { placesOf as placesInLine } from "./queue.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
fixture.clock.at = new Date(); // the line is served by the clock of the database
const parts = { ...fixture, closedDays: async () => [] };
const clerk = await fixture.newAdmin("clerk");
const outsider = await fixture.newBorrower("outsider");
const readers: number[] = [];
for (const name of ["ann", "bob", "cat", "dan"]) readers.push((await fixture.newBorrower(name)).borrowerId ?? 0);

const copies = 2;
const hand = () => ({ userId: clerk.userId, at: new Date() });
const { rows } = await sql<{ day: string }>`select library_day_of(now()) as day`.execute(db);
const today = rows[0]?.day ?? "";
const dayIn = (days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Weeks that overlap with each other, with a usual loan from now, and with none of these. */
const weeks = [12, 26, 30, 60, 64].map((from) => ({ neededFrom: dayIn(from), neededTo: dayIn(from + 4) }));
const none = { neededFrom: null, neededTo: null };

const acts = [
  "join",
  "join",
  "join for days",
  "join for days",
  "leave",
  "pause",
  "go on",
  "order held",
  "order held",
  "lapse",
] as const;
const others = ["order", "order for days", "order for days", "cancel", "check in", "lose", "find"] as const;
const step = fc.record({
  act: fc.constantFrom(...acts, ...others),
  who: fc.nat(readers.length - 1),
  week: fc.nat(weeks.length - 1),
});
type Step = { act: (typeof acts)[number] | (typeof others)[number]; who: number; week: number };

/** A week that is full, and three who wait for it or one that overlaps: then there is room for one. */
const crowd: Step[] = [
  { act: "order for days", who: 0, week: 1 },
  { act: "order for days", who: 0, week: 1 },
  { act: "join for days", who: 2, week: 1 },
  { act: "join for days", who: 0, week: 2 },
  { act: "join for days", who: 1, week: 1 },
  { act: "cancel", who: 0, week: 0 },
];

async function take({ act, who, week }: Step, title: Title): Promise<void> {
  const { itemId } = title;
  const borrowerId = readers[who] ?? 0;
  const days = weeks[week] ?? none;
  const [place] = (await placesInLine(db, { borrowerId })).filter((one) => one.inventoryId === itemId);
  const own = { placeId: place?.placeId ?? 0, borrowerId };
  if (act === "join") await joinQueue(parts, { itemId, borrowerId, ...none });
  else if (act === "join for days") await joinQueue(parts, { itemId, borrowerId, ...days });
  else if (act === "order" || act === "order for days") {
    const asked = { teachFrom: days.neededFrom, teachTo: days.neededTo };
    const on = act === "order" ? undefined : await daysAsked(asked, { ...parts, borrowerId: outsider.borrowerId });
    const wish = { borrowerId: outsider.borrowerId ?? 0, cartKey: crypto.randomUUID(), at: new Date() };
    await inTransaction(db, (tx) => placeOrder(tx, { ...wish, lines: [{ itemId, quantity: 1 }] }, { days: on }));
    if (act === "order") await sendOrders(db, title, clerk.userId);
  } else if (act === "cancel") {
    const open = await sql<{ order_id: number; version: number }>`
      select order_id, version from orders join order_lines using (order_id)
      where item_id = ${itemId} and status_id = 1 order by order_id limit 1`.execute(db);
    for (const { order_id: orderId } of open.rows) await cancelOrder(db, { orderId, reason: "A test" }, hand());
  } else if (act === "check in") {
    const [copyId] = await copiesOutOf(db, title);
    if (copyId !== undefined) await checkInCopy(db, copyId, hand(), 10);
  } else if (act === "lose" || act === "find") {
    const isLost = act === "lose";
    await inTransaction(db, async (tx) => {
      await sql`update copies set is_inactive = ${isLost}, inactive_reason = ${isLost ? "lost" : null}
        where copy_id = ${title.copyIds[0]}
          and not exists (select from assignments where assignments.copy_id = copies.copy_id and released_at is null)`.execute(
        tx,
      );
      await recountStock(tx, [itemId]);
    });
  } else if (act === "order held" || act === "lapse") {
    const { rows: held } = await sql<{ placeId: number; borrowerId: number }>`
      select place_id as "placeId", borrower_id as "borrowerId" from queue_offers join queue_places using (place_id)
      where queue_offers.item_id = ${itemId} and closed_at is null order by offer_id`.execute(db);
    const one = held[who % held.length];
    if (one && act === "order held") await orderHeld(parts, one);
    else if (one) {
      await sql`update queue_offers set told_at = now(), until_at = now() where place_id = ${one.placeId} and closed_at is null`.execute(
        db,
      );
      await advanceQueues(db);
    }
  } else if (place) {
    if (act === "leave") await leaveQueue(db, own);
    else {
      const { neededFrom, neededTo } = place;
      await changePlace(parts, own, { neededFrom, neededTo, isPaused: act === "pause" });
    }
  }
}

/** How many of a title's copies are spoken for on a day, counted one by one. */
const takenOn = (title: PlannedTitle, day: string) =>
  placesOf(title, dayOf(title)).filter(({ from, to }) => from <= day && day < to).length;

/** The last offer that was ever made. */
async function lastOffer(): Promise<number> {
  const { rows: offers } = await sql<{
    last: number;
  }>`select coalesce(max(offer_id), 0) as last from queue_offers`.execute(db);
  return offers[0]?.last ?? 0;
}

/** What must be true of a title after each act; `before` it this was the last offer. */
async function look({ itemId }: Title, before: number) {
  const wrong: string[] = [];
  const [title] = await plannedTitles(db, [itemId]);
  if (!title?.library) return wrong; // nobody asked for days yet
  const { day, usualUntil } = title.library;
  const allDays = Array.from({ length: 120 }, (_, at) => dayIn(at));
  // a copy that is lost leaves orders without one, and nobody in line is told of days that are not there
  for (const { copyId, leavesOn, freeOn } of title.held)
    for (const one of allDays.filter((one) => copyId === null && leavesOn <= one && one < freeOn))
      if (takenOn(title, one) > title.copyIds.length) wrong.push(`promised twice on ${one}`);
  const { rows: ready } = await sql<{ place_id: number; leaves_on: string | null; free_on: string | null }>`
    select place_id, leaves_on, free_on from queue_line where item_id = ${itemId}`.execute(db);
  const { rows: made } = await sql<{ place_id: number; leaves_on: string | null; free_on: string | null }>`
    select place_id, leaves_on, free_on from queue_offers
    where item_id = ${itemId} and closed_at is null and offer_id > ${before}`.execute(db);
  for (const { place_id: placeId, leaves_on: from, free_on: to } of ready) {
    const wanted = allDays.filter((one) => (from ?? day) <= one && one < (to ?? usualUntil));
    const isFree = (without: (one: string) => number) =>
      wanted.every((one) => takenOn(title, one) - without(one) < title.copyIds.length);
    if (isFree(() => 0)) wrong.push(`place ${placeId} is passed over`);
    for (const offer of made.filter((later) => later.place_id > placeId)) {
      const isIts = (one: string) => (offer.leaves_on ?? day) <= one && one < (offer.free_on ?? usualUntil);
      if (isFree((one) => (isIts(one) ? 1 : 0))) wrong.push(`place ${placeId} is overtaken by ${offer.place_id}`);
    }
  }
  return wrong;
}

it(
  "holds days and copies so that nothing is promised twice and nobody is passed over, whatever happens",
  { timeout: 240_000 },
  async () => {
    const seen = new Map<string, number>();
    const manySteps = fc.array(step, { minLength: 10, maxLength: 25 });
    const property = fc.asyncProperty(fc.boolean(), manySteps, async (isCrowded, steps) => {
      const title = await fixture.newTitle("Lined for days", copies);
      for (const one of isCrowded ? [...crowd, ...steps] : steps) {
        const before = await lastOffer();
        try {
          await take(one, title);
          seen.set(one.act, (seen.get(one.act) ?? 0) + 1);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        expect(await look(title, before)).toEqual([]);
      }
    });
    await fc.assert(property, { numRuns: 100 });
    await checkStock({ db, clock: fixture.clock, log: createLog("silent") });
    const [last] = await db.selectFrom("checks").select("found").orderBy("check_id", "desc").limit(1).execute();
    expect(last?.found).toEqual([]);
    expect([...seen.keys()].toSorted()).toEqual([...new Set([...acts, ...others])].toSorted());
    const { rows: held } = await sql<{ days: number; copies: number; ordered: number }>`
      select (count(*) filter (where copy_id is null))::integer as days, (count(*) filter (where copy_id is not null))::integer as copies,
        (count(*) filter (where copy_id is null and outcome = 'ordered'))::integer as ordered from queue_offers`.execute(
      db,
    );
    const isEach = Object.values(held[0] ?? {}).map((count) => count > 0);
    expect(isEach, JSON.stringify(held)).toEqual([true, true, true]);
  },
);
