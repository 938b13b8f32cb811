import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { circulationHouse } from "#server/test/circulation-house.ts";

// One connection, so that what it says of its statements is all that was asked.
const house = await circulationHouse({ poolSize: 1 });
const rounds = 12;

type Kept = { statement: string; custom_plans: number };

it("plans each statement of an order anew for five orders at most, and then keeps a plan", async () => {
  const ann = await house.newBorrower("ann");
  const { itemId } = await house.newTitle("One of many", rounds);
  // among few titles every plan is as good as any other, and PostgreSQL keeps the first
  await sql`
    insert into items (title, description, category_id, subject_id, grade_mask, reference_number)
    select 'Title ' || n, '', 1, 1, 1, 'x' || n from generate_series(1, 3000) as n`.execute(house.db);
  await sql`analyze items`.execute(house.db);
  for (let round = 0; round < rounds; round += 1) {
    const { data: cart } = await house.call<string>(ann, `POST Cart/AddItemToCart/${itemId}/1/false`);
    const ordered = await house.call(ann, `POST Order/SaveOrder/${ann.borrowerId}/${cart}`);
    expect(ordered).toMatchObject({ status: 200, isSuccess: true });
  }
  const kept = CompiledQuery.raw(
    "select statement, custom_plans::integer from pg_prepared_statements where custom_plans + generic_plans >= $1",
    [rounds],
  );
  const { rows } = await house.db.executeQuery<Kept>(kept);
  expect(rows.length).toBeGreaterThan(6);
  // PostgreSQL tries five plans for the parameters given before it compares them with one for all
  expect(rows.filter(({ custom_plans }) => custom_plans > 5)).toEqual([]);
});
