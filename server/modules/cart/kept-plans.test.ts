import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
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
  const ann = await fixture.newBorrower("ann");
  const { itemId } = await fixture.newTitle("One of many", rounds);
  // with few titles every plan is equally good, and PostgreSQL keeps the first
  await sql`
    insert into items (title, description, category_id, subject_id, grade_mask, reference_number)
    select 'Title ' || n, '', 1, 1, 1, 'x' || n from generate_series(1, 3000) as n`.execute(fixture.db);
  await sql`analyze items`.execute(fixture.db);
  for (let round = 0; round < rounds; round += 1) {
    const { data: cart } = await fixture.call<string>(ann, `POST Cart/AddItemToCart/${itemId}/1/false`);
    const ordered = await fixture.call(ann, `POST Order/SaveOrder/${ann.borrowerId}/${cart}`);
    expect(ordered).toMatchObject({ status: 200, isSuccess: true });
  }
  const kept = CompiledQuery.raw(
    "select statement, custom_plans::integer from pg_prepared_statements where custom_plans + generic_plans >= $1",
    [rounds],
  );
  const { rows } = await fixture.db.executeQuery<Kept>(kept);
  expect(rows.length).toBeGreaterThan(6);
  // PostgreSQL tries five custom plans before it compares them with a generic one
  expect(rows.filter(({ custom_plans }) => custom_plans > 5)).toEqual([]);
});

it("waits for the database three times for an order", async () => {
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
    expect(waitedFor).toEqual(["select", "with", "commit"]);
  } finally {
    await db.destroy();
  }
});
