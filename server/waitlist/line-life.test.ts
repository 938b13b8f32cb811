import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { checkInCopy } from "#server/desk/returns.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { copiesOutOf, sendOrders } from "#server/test/concurrency/loans-of-title.ts";
import { advanceWaitlists, joinWaitlist, leaveWaitlist, orderHeld, pausePlace } from "./waitlist.ts";
import { entriesOf } from "./waitlist.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const clerk = await fixture.newAdmin("clerk");
const walkIn = await fixture.newBorrower("walkin");
const readers: number[] = [];
for (const name of ["ann", "bob", "cat", "dan"]) readers.push((await fixture.newBorrower(name)).borrowerId ?? 0);

const copies = 2;

type Waiting = { reader: number; isPaused: boolean; isHeld: boolean };

/** A simple waitlist: after each action, available copies go to the first borrowers who can take them. */
class WaitlistModel {
  entries: Waiting[] = [];
  available = 0;
  out = copies;

  placeOf(reader: number) {
    return this.entries.find((entry) => entry.reader === reader);
  }
  join(reader: number): boolean {
    const entry = this.placeOf(reader);
    if (!entry && this.available > 0) return false;
    if (entry) entry.isPaused = false;
    else this.entries.push({ reader, isPaused: false, isHeld: false });
    return true;
  }
  release(reader: number) {
    const entry = this.placeOf(reader);
    if (entry?.isHeld) this.available += 1;
    if (entry) entry.isHeld = false;
  }
  drop(reader: number) {
    this.entries = this.entries.filter((entry) => entry.reader !== reader);
  }
  serve() {
    for (const entry of this.entries) {
      if (this.available === 0 || entry.isPaused || entry.isHeld) continue;
      entry.isHeld = true;
      this.available -= 1;
    }
  }
}

const acts = ["join", "join", "leave", "pause", "resume", "check in", "check in", "order", "lapse", "walk in"] as const;
type Step = { act: (typeof acts)[number]; who: number };

async function isRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** Does one action on both sides, which must agree on its refusal. */
async function step(model: WaitlistModel, title: Title, { act, who }: Step): Promise<void> {
  const { itemId } = title;
  const borrowerId = readers[who] ?? 0;
  const place = model.placeOf(who);
  const [entry] = (await entriesOf(db, { borrowerId })).filter(({ inventoryId }) => inventoryId === itemId);
  const own = { entryId: entry?.entryId ?? 0, borrowerId };
  if (act === "join") {
    expect(await isRefused(joinWaitlist(db, { itemId, borrowerId }))).toBe(!model.join(who));
  } else if (act === "check in") {
    const [copyId] = await copiesOutOf(db, title);
    if (copyId === undefined) return;
    await checkInCopy(db, copyId, { userId: clerk.userId, at: new Date() });
    [model.out, model.available] = [model.out - 1, model.available + 1];
  } else if (act === "walk in") {
    const isAvailable = model.available > 0;
    expect(await isRefused(fixture.order(walkIn, [[title, 1]]))).toBe(!isAvailable);
    await sendOrders(db, title, clerk.userId);
    if (isAvailable) [model.out, model.available] = [model.out + 1, model.available - 1];
  } else if (place && act === "order") {
    expect(await isRefused(orderHeld({ ...fixture, closedDays: async () => [] }, own))).toBe(!place.isHeld);
    await sendOrders(db, title, clerk.userId);
    if (!place.isHeld) return;
    model.drop(who);
    model.out += 1;
  } else if (place && act === "lapse") {
    if (!place.isHeld) return;
    await sql`update waitlist_offers set emailed_at = now(), until_at = now() where entry_id = ${own.entryId} and closed_at is null`.execute(
      db,
    );
    await advanceWaitlists(db);
    model.release(who);
    model.drop(who);
  } else if (place) {
    if (act === "leave") await leaveWaitlist(db, own);
    else await pausePlace(db, own, act === "pause");
    model.release(who);
    if (act === "leave") model.drop(who);
    else place.isPaused = act === "pause";
  }
  model.serve();
}

it("a waitlist behaves like its model, whatever happens", { timeout: 240_000 }, async () => {
  const steps = fc.array(fc.record({ act: fc.constantFrom(...acts), who: fc.nat(readers.length - 1) }), {
    minLength: 10,
    maxLength: 30,
  });
  const property = fc.asyncProperty(steps, async (actions) => {
    const title = await fixture.newTitle("Lined", copies);
    for (let count = 0; count < copies; count += 1) await fixture.order(walkIn, [[title, 1]]);
    await sendOrders(db, title, clerk.userId);
    const model = new WaitlistModel();
    for (const action of actions) {
      await step(model, title, action);
      const { rows } = await sql<{ borrower_id: number; isPaused: boolean; isHeld: boolean }>`
        select borrower_id, is_paused as "isPaused", offer_id is not null as "isHeld"
        from waitlist_entries left join waitlist_offers on waitlist_offers.entry_id = waitlist_entries.entry_id and closed_at is null
        where waitlist_entries.item_id = ${title.itemId} and left_at is null order by waitlist_entries.entry_id`.execute(
        db,
      );
      expect(rows.map(({ borrower_id, ...place }) => ({ reader: readers.indexOf(borrower_id), ...place }))).toEqual(
        model.entries,
      );
      const stock = await db
        .selectFrom("items")
        .select(["in_stock", "checked_out"])
        .where("item_id", "=", title.itemId)
        .executeTakeFirst();
      expect(stock).toEqual({ in_stock: model.available, checked_out: model.out });
    }
  });
  await fc.assert(property, { numRuns: 12 });
  expect(await stockDisagreements(db)).toEqual([]);
});
