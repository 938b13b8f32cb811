import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { dayAfter } from "#contract/site/business-days.ts";
import { daysAsked } from "#server/modules/circulation/public.ts";
import { today } from "#server/platform/clock.ts";
import { openDatabase } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { aBorrower, anItem } from "#server/test/factories.ts";
import { addItemToCart } from "./add-item-to-cart.ts";
import { checkOutCart } from "./check-out-cart.ts";

// A single connection, so that its statistics cover every statement.
const fixture = await circulationFixture({ poolSize: 1 });
const rounds = 12;

type Kept = { statement: string; custom_plans: number };

it("plans each statement of an order for at most five orders, and then caches a plan", async () => {
  const [ann, ben] = [await fixture.newBorrower("ann"), await fixture.newBorrower("ben")];
  const { itemId } = await fixture.newTitle("One of many", 2 * rounds);
  // with few titles every plan is equally good, and PostgreSQL keeps the first
  await sql`
    insert into items (title, description, category_id, subject_id, grade_mask, reference_number)
    select 'Title ' || n, '', 1, 1, 1, 'x' || n from generate_series(1, 3000) as n`.execute(fixture.db);
  await sql`analyze items`.execute(fixture.db);
  const teaching = dayAfter(today(fixture.clock, "America/Los_Angeles"), 100);
  for (let round = 0; round < rounds; round += 1)
    for (const [who, days] of [[ann, ""] as const, [ben, `?teachFrom=${dayAfter(teaching, 20 * round)}`] as const]) {
      const { data: cart } = await fixture.call<string>(who, `POST Cart/AddItemToCart/${itemId}/1/false`);
      const ordered = await fixture.call(who, `POST Order/SaveOrder/${who.borrowerId}/${cart}${days}`);
      expect(ordered).toMatchObject({ status: 200, isSuccess: true });
    }
  const kept = CompiledQuery.raw(
    "select statement, custom_plans::integer from pg_prepared_statements where custom_plans + generic_plans >= $1",
    [rounds],
  );
  const { rows } = await fixture.db.executeQuery<Kept>(kept);
  expect(rows.length).toBeGreaterThan(12);
  // PostgreSQL tries five custom plans before it compares them with a generic one
  expect(rows.filter(({ custom_plans }) => custom_plans > 5)).toEqual([]);
});

it("goes on with the cached plan of an order while orders become many", async () => {
  const ann = await fixture.newBorrower("anna");
  const { itemId } = await fixture.newTitle("Ordered often", 2 * rounds);
  const order = async () => {
    const { data: cart } = await fixture.call<string>(ann, `POST Cart/AddItemToCart/${itemId}/1/false`);
    const ordered = await fixture.call(ann, `POST Order/SaveOrder/${ann.borrowerId}/${cart}`);
    expect(ordered).toMatchObject({ status: 200, isSuccess: true });
  };
  const custom = sql<{ plans: number }>`
    select custom_plans::integer as plans from pg_prepared_statements where statement like '%insert into orders%'`;
  for (let round = 0; round < rounds; round += 1) await order();
  const before = (await custom.execute(fixture.db)).rows;
  // more of their orders make any plan dearer than the first ones were
  await sql`
    insert into orders (borrower_id, cart_key, ordered_at, terms_version, terms_language, terms_accepted_at, status_id,
      ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
    select borrower_id, gen_random_uuid(), ordered_at, terms_version, terms_language, terms_accepted_at, status_id,
      ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip
    from orders cross join generate_series(1, 500)`.execute(fixture.db);
  await sql`analyze orders`.execute(fixture.db);
  for (let round = 0; round < rounds; round += 1) await order();
  expect((await custom.execute(fixture.db)).rows).toEqual(before);
});

it("waits for the database three times for an order, and five times for one by days", async () => {
  const library = await testApp();
  const { userId, borrowerId } = await aBorrower(library);
  const { itemId } = await anItem(library, 1);
  const waitedFor: string[] = [];
  const watch = {
    connected() {},
    lost() {},
    away() {},
    began: (text: string) => {
      waitedFor.push(text.trim().split(" ")[0] ?? "");
      return () => {};
    },
  };
  const db = openDatabase({ connection: library.connection, watch });
  const parts = { db, clock: library.clock, configuration: library.configuration };
  try {
    const wish = { userId, cartKey: null, itemId, requested: "1", isQuickAdd: false };
    const { cartKey } = await addItemToCart(parts, wish);
    expect(waitedFor.splice(0)).toEqual(["with"]);
    await checkOutCart(parts, { cartKey, userId, borrowerId });
    // the cart after its lock; everything that is stored; and the commit, with the email and the closed cart
    expect(waitedFor.splice(0)).toEqual(["select", "with", "commit"]);
    const days = await daysAsked(
      { teachFrom: dayAfter(today(library.clock, library.configuration.timeZone), 100) },
      { ...parts, closedDays: async () => [] },
    );
    // the first one that there ever was stores the day that bookings are counted from
    const first = await addItemToCart(parts, { ...wish, itemId: (await anItem(library, 1)).itemId, days });
    await checkOutCart(parts, { cartKey: first.cartKey, userId, borrowerId, days });
    const dated = await addItemToCart(parts, { ...wish, days });
    waitedFor.splice(0);
    await checkOutCart(parts, { cartKey: dated.cartKey, userId, borrowerId, days });
    // its title is read after its lock, and written as planned
    expect(waitedFor).toEqual(["select", "with", "select", "with", "commit"]);
  } finally {
    await db.destroy();
  }
});
