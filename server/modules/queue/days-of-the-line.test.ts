import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { QueuePlace, Waiting } from "#contract/borrowers/queue.ts";
import type { JobKind } from "#contract/jobs.ts";
import { checkStock } from "#server/modules/stock/check-stock.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { inTransaction } from "#server/platform/database.ts";
import { keepTimeZone } from "#server/platform/library-time-zone.queries.ts";
import { createLog } from "#server/platform/log.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { advanceQueues } from "./advance-queues.ts";
import { writeQueueMail } from "./write-queue-mail.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
fixture.clock.at = new Date(); // the line is served by the clock of the database
const clerk = await fixture.newAdmin("clerk");
const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
const [cat, dan] = [await fixture.newBorrower("cat"), await fixture.newBorrower("dan")];

type Days = { neededFrom: string | null; neededTo: string | null };
const none: Days = { neededFrom: null, neededTo: null };

/** So many days after the library's day, by the clock of the database, YYYY-MM-DD. */
const dayIn = async (days: number) =>
  (await sql<{ day: string }>`select library_day_of(now()) + ${days}::integer as day`.execute(db)).rows[0]?.day ?? "";
const daysIn = async (from: number, to: number) => ({ neededFrom: await dayIn(from), neededTo: await dayIn(to) });

const join = (who: Person, { itemId }: Title, days: Days = none) =>
  call<QueuePlace>(who, `POST Queue/Join/${itemId}`, days);
const placeOf = async (who: Person, { itemId }: Title) =>
  (await call<QueuePlace[]>(who, "GET Queue/GetOwnPlaces")).data.find(({ inventoryId }) => inventoryId === itemId);
const heldFor = async ({ itemId }: Title) =>
  (await call<Waiting[]>(clerk, `GET Queue/GetWaiting/${itemId}`)).data
    .filter(({ isHeldFor }) => isHeldFor)
    .map(({ borrowerName }) => borrowerName.split(" ")[0]);
const stockOf = async ({ itemId }: Title) =>
  (await db.selectFrom("items").select("in_stock").where("item_id", "=", itemId).executeTakeFirst())?.in_stock;

/** Orders a title for days, or for now. */
async function order(who: Person, { itemId }: Title, { neededFrom, neededTo }: Days = none) {
  const cart = (await call<string>(who, `POST Cart/AddItemToCart/${itemId}/1/false/`)).data;
  const days = neededFrom && neededTo ? `?teachFrom=${neededFrom}&teachTo=${neededTo}` : "";
  return call(who, `POST Order/SaveOrder/0/${cart}${days}`);
}
const cancel = async (orderId: number) =>
  expect((await call(clerk, `POST Order/Cancel/${orderId}`, { reason: "A test" })).isSuccess).toBe(true);

/** Finds nothing wrong in what is counted and planned, of any title. */
async function expectRightStock() {
  await checkStock({ db, clock: fixture.clock, log: createLog("silent") });
  const [last] = await db.selectFrom("checks").select("found").orderBy("check_id", "desc").limit(1).execute();
  expect(last?.found).toEqual([]);
}

/** The emails that something is held, since the last look. */
async function letters(known: readonly JobKind[] = ["write-queue-mail", "write-days-mail"]) {
  await letPass(db, 120);
  await runDueJobs(
    db,
    known.map((kind) => ({ kind, run: (job) => writeQueueMail(fixture, job) })),
  );
  const rows = await db.selectFrom("mails").select(["letter", "kind"]).orderBy("mail_id").execute();
  await db.deleteFrom("mails").execute();
  return rows.flatMap((row) => (row.kind.startsWith("order") ? [] : [letter.parse(row.letter)]));
}

beforeEach(async () => {
  await db.deleteFrom("jobs").execute();
  await db.deleteFrom("mails").execute();
});

describe("who needs a title on certain days", () => {
  it("gets them held as soon as they are free, before anybody else, and orders them with one press", async () => {
    const title = await fixture.newTitle("Wanted in spring", 1);
    const week = await daysIn(100, 104);
    const { id: earlier } = await order(ann, title, week);
    expect(await stockOf(title)).toBe(1); // it can be had now, and not then
    expect(await join(bob, title, await daysIn(200, 204))).toMatchObject({ reason: { kind: "in-stock" } });
    expect((await join(bob, title, week)).data).toMatchObject({ place: 1, held: null, guess: null });
    expect((await join(cat, title, week)).data).toMatchObject({ place: 2, held: null });

    await cancel(earlier);
    expect(await heldFor(title)).toEqual(["bob"]);
    expect((await placeOf(bob, title))?.held).toEqual({ until: null, isDays: true });
    expect(await order(dan, title, week)).toMatchObject({ isSuccess: false, reason: { kind: "no-room" } });
    await expectRightStock();

    expect(await letters(["write-queue-mail"])).toEqual([]); // an instance of the version before, which would write of a copy
    const [mail] = await letters();
    expect(JSON.stringify(mail?.blocks)).toMatch(/“Wanted in spring” is free from .+ to .+, and we hold these days/);
    const path = mail?.blocks.flatMap((block) => (block.is === "button" ? [block.path] : []))[0] ?? "";
    const token = path.replace("/user/held/", "");
    expect((await call(null, `GET Queue/GetOffer/${token}`)).data).toMatchObject({
      title: "Wanted in spring",
      days: { from: week.neededFrom, to: week.neededTo },
    });
    const ordered = await call(null, "POST Queue/OrderOffer", { token });
    expect(ordered.isSuccess).toBe(true);
    expect((await call(null, "POST Queue/OrderOffer", { token })).id).toBe(ordered.id);
    const days = await db
      .selectFrom("line_days")
      .innerJoin("order_lines", "order_lines.order_line_id", "line_days.order_line_id")
      .select(["teach_from", "teach_to"])
      .where("order_id", "=", ordered.id)
      .execute();
    expect(days).toEqual([{ teach_from: week.neededFrom, teach_to: week.neededTo }]);
    expect([await placeOf(bob, title), await heldFor(title)]).toEqual([undefined, []]);
    await expectRightStock();
  });

  it("gets what was held, no more and no less, when the mail has become slower since", async () => {
    const title = await fixture.newTitle("Slow mail", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await cancel(id);
    const { leaves_on: leavesBy, free_on: freeOn } = await db
      .selectFrom("queue_offers")
      .select(["leaves_on", "free_on"])
      .where("item_id", "=", title.itemId)
      .where("closed_at", "is", null)
      .executeTakeFirstOrThrow();
    // another borrower has it as shortly before and after that as there is room
    const around: number[] = [];
    for (const away of [-1, 1])
      for (let days = 1, found = false; !found; days += 1) {
        const day = (away < 0 ? 100 : 104) + away * days;
        const { id: placed, isSuccess } = await order(dan, title, await daysIn(day, day));
        found = isSuccess;
        if (found) around.push(placed);
      }
    await sql`insert into post_days (region, out_days, out_parcels, back_days, back_parcels)
      values ('937', 20, 20, 20, 20)`.execute(db);
    try {
      const held = await placeOf(bob, title);
      const { id: ordered } = await call(bob, `POST Queue/OrderHeld/${held?.placeId}`);
      const days = db
        .selectFrom("line_days")
        .innerJoin("order_lines", "order_lines.order_line_id", "line_days.order_line_id");
      expect(
        await days
          .select(["teach_from", "teach_to", "leaves_on", "line_days.free_on"])
          .where("order_id", "=", ordered)
          .execute(),
      ).toEqual([{ teach_from: week.neededFrom, teach_to: week.neededTo, leaves_on: leavesBy, free_on: freeOn }]);
      await cancel(around[0] ?? 0); // it leaves today, not in three months
      await call(clerk, `POST Order/CheckOutAll/${ordered}`);
      expect((await call(clerk, "POST Order/UpdateOrder/", { orderId: ordered, statusId: 3 })).isSuccess).toBe(true);
    } finally {
      await sql`delete from post_days`.execute(db);
    }
    // it is due so early that who comes next still has their days
    const kept = db.selectFrom("bookings").select("copy_id").where("item_id", "=", title.itemId);
    expect(await kept.execute()).toEqual([1, 2].map(() => ({ copy_id: title.copyIds[0] })));
    await expectRightStock();
  });

  it("gets the days that are held as they are, while a copy can leave as it was held", async () => {
    const title = await fixture.newTitle("Soon", 1);
    const week = await daysIn(20, 24);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await cancel(id);
    const held = await placeOf(bob, title);
    await sql`insert into post_days (region, out_days, out_parcels, back_days, back_parcels)
      values ('937', 20, 20, 20, 20)`.execute(db);
    try {
      expect(await order(dan, title, week)).toMatchObject({ isSuccess: false, reason: { kind: "teaching-days" } });
      const { id: ordered } = await call(bob, `POST Queue/OrderHeld/${held?.placeId}`);
      const days = db
        .selectFrom("line_days")
        .innerJoin("order_lines", "order_lines.order_line_id", "line_days.order_line_id");
      expect(await days.select(["teach_from", "teach_to"]).where("order_id", "=", ordered).execute()).toEqual([
        { teach_from: week.neededFrom, teach_to: week.neededTo },
      ]);
    } finally {
      await sql`delete from post_days`.execute(db);
    }
    await expectRightStock();
  });

  it("gets them in the old place when the borrower is blocked and unblocked", async () => {
    const title = await fixture.newTitle("Unblocked", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    expect((await call(clerk, `POST Borrowers/Block/${bob.borrowerId}`, { reason: "Owes a kit" })).isSuccess).toBe(
      true,
    );
    await cancel(id);
    expect(await heldFor(title)).toEqual([]);
    expect((await call(clerk, `POST Borrowers/Unblock/${bob.borrowerId}`)).isSuccess).toBe(true);
    expect(await heldFor(title)).toEqual(["bob"]);
    await expectRightStock();
  });

  it("takes what is held with any order for these days", async () => {
    const title = await fixture.newTitle("Ordered by the cart", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await cancel(id);
    expect((await order(bob, title, week)).isSuccess).toBe(true);
    expect(await placeOf(bob, title)).toBeUndefined();
    await expectRightStock();
  });

  it("still waits for them when it orders the title for now, and takes what is held with days that overlap only", async () => {
    const title = await fixture.newTitle("For now and then", 2);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    const { id: other } = await order(ann, title, week);
    await join(bob, title, week);
    await join(cat, title, week);
    expect((await order(bob, title)).isSuccess).toBe(true);
    expect(await placeOf(bob, title)).toMatchObject({ place: 1 });
    await cancel(id);
    expect(await heldFor(title)).toEqual(["bob"]);
    expect((await order(bob, title, await daysIn(200, 204))).isSuccess).toBe(true);
    expect(await heldFor(title)).toEqual(["bob"]);
    await cancel(other);
    expect(await heldFor(title)).toEqual(["bob", "cat"]);
    expect((await order(bob, title, week)).isSuccess).toBe(true);
    expect(await heldFor(title)).toEqual(["cat"]); // what was held for bob is the order's
    await expectRightStock();
  });

  it("does not keep a cancellation from being undone while nobody was told of the days", async () => {
    const title = await fixture.newTitle("Canceled by mistake", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await cancel(id);
    expect(await heldFor(title)).toEqual(["bob"]);
    expect((await call(clerk, `POST Order/UndoCancel/${id}`)).isSuccess).toBe(true);
    expect(await placeOf(bob, title)).toMatchObject({ place: 1, held: null });
    await cancel(id);
    await letters(); // bob gets the email
    expect(await call(clerk, `POST Order/UndoCancel/${id}`)).toMatchObject({ reason: { kind: "no-room" } });
    expect(await heldFor(title)).toEqual(["bob"]);
    await expectRightStock();
  });

  it("keeps held days from a renewal, and a place whose days are past keeps nothing from anybody", async () => {
    const title = await fixture.newTitle("Renewed", 1);
    const { id: orderId } = await order(ann, title);
    await call(clerk, `POST Order/CheckOutAll/${orderId}`);
    await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, returnDate: await dayIn(20) });
    const { placeId } = (await join(bob, title, await daysIn(40, 44))).data;
    expect(await heldFor(title)).toEqual(["bob"]);
    expect(await call(ann, `POST Order/RenewOwn/${orderId}`)).toMatchObject({ reason: { kind: "renewal-awaited" } });
    expect(await heldFor(title)).toEqual(["bob"]);
    // what was held is withdrawn, and then the days are past
    await sql`update queue_offers set closed_at = now(), outcome = 'withdrawn' where place_id = ${placeId}`.execute(db);
    await sql`update queue_places set until_on = library_day_of(now()) - 1 where place_id = ${placeId}`.execute(db);
    expect((await call(ann, `POST Order/RenewOwn/${orderId}`)).isSuccess).toBe(true);
    await advanceQueues(db);
    expect(await placeOf(bob, title)).toBeUndefined();
  });

  it("is not asked for again by a press that is repeated: what was told stays", async () => {
    const title = await fixture.newTitle("Pressed again", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await cancel(id);
    await letters();
    const until = (await placeOf(bob, title))?.held?.until;
    expect(until).toBeTruthy();
    expect((await join(bob, title, week)).data.held?.until).toBe(until);
    expect(await letters()).toEqual([]);
  });

  it("has them again with the archive of the title taken back, if they are still free", async () => {
    const title = await fixture.newTitle("Archived", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await cancel(id);
    await letters();
    const until = (await placeOf(bob, title))?.held?.until;
    expect((await call(clerk, `POST Inventory/Archive/${title.itemId}`)).isSuccess).toBe(true);
    expect(await placeOf(bob, title)).toBeUndefined();
    expect((await call(clerk, `POST Inventory/Unarchive/${title.itemId}`)).isSuccess).toBe(true);
    expect(await placeOf(bob, title)).toMatchObject({ place: 1, held: { isDays: true, until } });
    await expectRightStock();
  });

  it("stands in one line with who waits for any copy: what would take the days from the first is not held for the second", async () => {
    const title = await fixture.newTitle("Two kinds", 1);
    const { id } = await order(ann, title);
    const soon = await daysIn(12, 16);
    expect((await join(bob, title, soon)).data.held).toBeNull();
    expect((await join(cat, title)).data.place).toBe(2);
    await cancel(id);
    expect([await heldFor(title), await stockOf(title)]).toEqual([["bob"], 0]);
    await expectRightStock();
    await call(bob, `POST Queue/Leave/${(await placeOf(bob, title))?.placeId}`);
    expect(await heldFor(title)).toEqual(["cat"]);
    await expectRightStock();
  });

  it("does not keep a copy from the next in line that is back before the days", async () => {
    const title = await fixture.newTitle("Long before", 1);
    const { id } = await order(ann, title);
    const { placeId } = (await join(bob, title, await daysIn(200, 204))).data;
    expect(await heldFor(title)).toEqual(["bob"]); // they are free, though no copy is there now
    await join(cat, title);
    await cancel(id);
    expect(await heldFor(title)).toEqual(["bob", "cat"]);
    const change = { ...(await daysIn(300, 304)), isPaused: false };
    expect((await call<QueuePlace>(bob, `POST Queue/Change/${placeId}`, change)).data).toMatchObject({
      held: { isDays: true },
      neededFrom: change.neededFrom,
    });
    await expectRightStock();
  });

  it("keeps the place when the copy is lost, and gets the days again when it is found", async () => {
    const title = await fixture.newTitle("Lost and found", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await cancel(id);
    const lose = (isLost: boolean) =>
      inTransaction(db, async (tx) => {
        await sql`update copies set is_inactive = ${isLost}, inactive_reason = ${isLost ? "lost" : null}
          where item_id = ${title.itemId}`.execute(tx);
        await recountStock(tx, [title.itemId]);
      });
    await lose(true);
    expect(await placeOf(bob, title)).toMatchObject({ place: 1, held: null });
    await expectRightStock();
    await lose(false);
    expect(await placeOf(bob, title)).toMatchObject({ place: 1, held: { isDays: true } });
  });

  it("loses the place when the hold lapses, and the days go to the next", async () => {
    const title = await fixture.newTitle("Not ordered", 1);
    const week = await daysIn(100, 104);
    const { id } = await order(ann, title, week);
    await join(bob, title, week);
    await join(cat, title, week);
    await cancel(id);
    await letters();
    await sql`update queue_offers set until_at = now() where item_id = ${title.itemId} and closed_at is null`.execute(
      db,
    );
    await Promise.all([advanceQueues(db), advanceQueues(db)]);
    expect([await placeOf(bob, title), await heldFor(title)]).toEqual([undefined, ["cat"]]);
    await expectRightStock();
  });

  it("hears that it is too late while something else can still be had", async () => {
    const title = await fixture.newTitle("Too late", 1);
    await order(ann, title);
    const { placeId } = (await join(bob, title, await daysIn(12, 16))).data;
    const { until_on: last } = await db
      .selectFrom("queue_places")
      .select("until_on")
      .where("place_id", "=", placeId)
      .executeTakeFirstOrThrow();
    expect(last && last < (await dayIn(16))).toBe(true); // the mail takes a week
    await sql`update queue_places set until_on = library_day_of(now()) - 1 where place_id = ${placeId}`.execute(db);
    await advanceQueues(db);
    expect(await placeOf(bob, title)).toBeUndefined();
    expect((await letters()).map(({ subject }) => subject)).toEqual(["You no longer wait for Too late"]);
  });

  it.each([
    ["too-soon", 0, 1],
    ["too-late", 450, 451],
    ["too-long", 100, 190],
  ])("is refused what is %s", async (because, from, to) => {
    const title = await fixture.newTitle(`Refused ${because}`, 1);
    await order(ann, title);
    expect(await join(bob, title, await daysIn(from, to))).toMatchObject({
      isSuccess: false,
      reason: { kind: "teaching-days", because },
    });
    expect(await placeOf(bob, title)).toBeUndefined();
  });
});

describe("the day of the line", () => {
  it("is the library's, whatever time zone the database's sessions have", async () => {
    const title = await fixture.newTitle("Around the world", 1);
    await order(ann, title);
    const { placeId } = (await join(bob, title)).data;
    try {
      // there is always another day west of the date line than east of it
      await keepTimeZone(db, "Etc/GMT+12");
      await sql`update queue_places set needed_to = library_day_of(now()) where place_id = ${placeId}`.execute(db);
      await advanceQueues(db);
      expect(await placeOf(bob, title)).toMatchObject({ place: 1 });
      await keepTimeZone(db, "Pacific/Kiritimati");
      await advanceQueues(db);
      expect(await placeOf(bob, title)).toBeUndefined();
    } finally {
      await keepTimeZone(db, "America/Los_Angeles");
    }
  });
});

describe("a guess", () => {
  it("is shown with how many of the latest hundred were right, those that came on a day of theirs", async () => {
    const title = await fixture.newTitle("Guessed", 1);
    await order(ann, title);
    const { placeId } = (await join(bob, title)).data;
    await sql`
      with waited as (
        insert into queue_places (item_id, borrower_id, left_at, left_because)
        select ${title.itemId}, ${cat.borrowerId}, now(), 'left' from generate_series(1, 110) returning place_id
      )
      -- the first ten were wrong long ago; of the others two in ten came a day early or late
      insert into queue_guesses (place_id, earliest, latest, came_on)
      select place_id, '2026-03-02', '2026-03-06',
        case when nth <= 10 then '2026-05-01' when nth % 10 = 1 then '2026-03-01' when nth % 10 = 2 then '2026-03-07'
          else '2026-03-02'::date + (nth % 5)::integer end
      from (select place_id, row_number() over (order by place_id) as nth from waited) as numbered`.execute(db);
    await sql`
      insert into queue_guesses (place_id, earliest, latest)
      values (${placeId}, ${await dayIn(5)}::date, ${await dayIn(9)}::date)`.execute(db);
    expect((await placeOf(bob, title))?.guess).toMatchObject({ from: await dayIn(5), right: 80, of: 100 });

    // nothing came by the last day for five: one still waits, three left after it, and one before, who proves nothing
    await sql`
      with waited as (
        insert into queue_places (item_id, borrower_id, left_at, left_because)
        select ${title.itemId}, ${cat.borrowerId}, left_at, case when left_at is not null then 'left' end
        from unnest(array[null, now(), now(), now(), now() - interval '9 days']::timestamptz[]) as left_at
        returning place_id
      )
      insert into queue_guesses (place_id, earliest, latest)
      select place_id, ${await dayIn(-7)}::date, ${await dayIn(-4)}::date from waited`.execute(db);
    // the oldest four of the hundred, two of them right, make room for four wrong ones
    const { right = 0, of } = (await placeOf(bob, title))?.guess ?? {};
    expect([of, right]).toEqual([100, 78]);
  });
});
