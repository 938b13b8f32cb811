import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { checkInCopy } from "#server/desk/returns.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { copiesOutOf, sendOrders } from "#server/test/concurrency/loans-of-title.ts";
import { advanceWaitlists, joinWaitlist, leaveWaitlist, orderHeld, pausePlace } from "./waitlist.ts";
import { placesOf } from "./waitlist.queries.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const clerk = await fixture.newAdmin("clerk");
const walkIn = await fixture.newBorrower("walkin");
const readers: number[] = [];
for (const name of ["ann", "bob", "cat", "dan"]) readers.push((await fixture.newBorrower(name)).borrowerId ?? 0);

const copies = 2;

type Waiting = { reader: number; isPaused: boolean; isHeld: boolean };

/** The line for a title, slow and plainly correct: after each act what is free goes to the first who can take it. */
class LineModel {
  line: Waiting[] = [];
  free = 0;
  out = copies;

  placeOf(reader: number) {
    return this.line.find((one) => one.reader === reader);
  }
  join(reader: number): boolean {
    const known = this.placeOf(reader);
    if (!known && this.free > 0) return false;
    if (known) known.isPaused = false;
    else this.line.push({ reader, isPaused: false, isHeld: false });
    return true;
  }
  /** What was held goes back. */
  release(reader: number) {
    const place = this.placeOf(reader);
    if (place?.isHeld) this.free += 1;
    if (place) place.isHeld = false;
  }
  drop(reader: number) {
    this.line = this.line.filter((one) => one.reader !== reader);
  }
  serve() {
    for (const one of this.line) {
      if (this.free === 0 || one.isPaused || one.isHeld) continue;
      one.isHeld = true;
      this.free -= 1;
    }
  }
}

const acts = ["join", "join", "leave", "pause", "go on", "check in", "check in", "order", "lapse", "walk in"] as const;
type Step = { act: (typeof acts)[number]; who: number };

async function refused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** Does one act on both sides; whether it was refused must be the same. */
async function step(model: LineModel, title: Title, { act, who }: Step): Promise<void> {
  const { itemId } = title;
  const borrowerId = readers[who] ?? 0;
  const place = model.placeOf(who);
  const [real] = (await placesOf(db, { borrowerId })).filter((one) => one.inventoryId === itemId);
  const own = { placeId: real?.placeId ?? 0, borrowerId };
  if (act === "join") {
    expect(await refused(joinWaitlist(db, { itemId, borrowerId }))).toBe(!model.join(who));
  } else if (act === "check in") {
    const [copyId] = await copiesOutOf(db, title);
    if (copyId === undefined) return;
    await checkInCopy(db, copyId, { userId: clerk.userId, at: new Date() });
    [model.out, model.free] = [model.out - 1, model.free + 1];
  } else if (act === "walk in") {
    const isFree = model.free > 0;
    expect(await refused(fixture.order(walkIn, [[title, 1]]))).toBe(!isFree);
    await sendOrders(db, title, clerk.userId);
    if (isFree) [model.out, model.free] = [model.out + 1, model.free - 1];
  } else if (place && act === "order") {
    expect(await refused(orderHeld(fixture, own))).toBe(!place.isHeld);
    await sendOrders(db, title, clerk.userId);
    if (!place.isHeld) return;
    model.drop(who);
    model.out += 1;
  } else if (place && act === "lapse") {
    if (!place.isHeld) return;
    await sql`update waitlist_offers set told_at = now(), until_at = now() where place_id = ${own.placeId} and closed_at is null`.execute(
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

it("serves a line like its model, whatever happens in it", { timeout: 240_000 }, async () => {
  const steps = fc.array(fc.record({ act: fc.constantFrom(...acts), who: fc.nat(readers.length - 1) }), {
    minLength: 10,
    maxLength: 30,
  });
  const property = fc.asyncProperty(steps, async (done) => {
    const title = await fixture.newTitle("Lined", copies);
    for (let count = 0; count < copies; count += 1) await fixture.order(walkIn, [[title, 1]]);
    await sendOrders(db, title, clerk.userId);
    const model = new LineModel();
    for (const one of done) {
      await step(model, title, one);
      const { rows } = await sql<{ borrower_id: number; isPaused: boolean; isHeld: boolean }>`
        select borrower_id, is_paused as "isPaused", offer_id is not null as "isHeld"
        from waitlist_entries left join waitlist_offers on waitlist_offers.place_id = waitlist_entries.place_id and closed_at is null
        where waitlist_entries.item_id = ${title.itemId} and left_at is null order by waitlist_entries.place_id`.execute(
        db,
      );
      expect(rows.map(({ borrower_id, ...place }) => ({ reader: readers.indexOf(borrower_id), ...place }))).toEqual(
        model.line,
      );
      const stock = await db
        .selectFrom("items")
        .select(["in_stock", "checked_out"])
        .where("item_id", "=", title.itemId)
        .executeTakeFirst();
      expect(stock).toEqual({ in_stock: model.free, checked_out: model.out });
    }
  });
  await fc.assert(property, { numRuns: 12 });
  expect(await stockDisagreements(db)).toEqual([]);
});
