import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { findLiveSessions } from "#server/modules/accounts/sessions/session.queries.ts";
import { addItemToCart } from "#server/modules/cart/add-item-to-cart.ts";
import { countInCart, linesInCart } from "#server/modules/cart/cart.queries.ts";
import { checkOutCart } from "#server/modules/cart/check-out-cart.ts";
import { itemOf, itemsOf } from "#server/modules/catalog/catalog.queries.ts";
import { openDatabase } from "#server/platform/database.ts";
import { testApp } from "../app.ts";
import { aBorrower, anItem } from "../factories.ts";

const library = await testApp();

// PostgreSQL compares a cached plan with five made for the actual values. If those look cheaper it plans every time,
// which costs more than the statement itself; only these counters show it.
it("caches its plan for every statement of a checkout", async () => {
  const { userId, borrowerId } = await aBorrower(library);
  const items = [await anItem(library, 100), await anItem(library, 100)];
  const [first = 0, second = 0] = items.map(({ itemId }) => itemId);
  // in a small table every plan costs the same
  await sql`
    insert into items (title, description, reference_number, category_id, subject_id, grade_mask)
    select 'Title ' || n, '', 'P' || n, 1, 1, 63 from generate_series(1, 3000) as n`.execute(library.db);
  await sql`analyze items`.execute(library.db);
  const db = openDatabase({ connection: library.connection, poolSize: 1 });
  const parts = { db, clock: library.clock, configuration: library.configuration };
  try {
    for (let round = 0; round < 10; round += 1) {
      const wanted = { userId, requested: "1", isQuickAdd: false };
      const { cartKey } = await addItemToCart(parts, { ...wanted, cartKey: null, itemId: first });
      await addItemToCart(parts, { ...wanted, cartKey, itemId: second });
      await countInCart(db, { cartKey, userId });
      await linesInCart(db, { cartKey, userId }, library.clock.now());
      await itemOf(db, first);
      await itemsOf(db, [first, second]);
      const now = library.clock.now();
      await findLiveSessions(db, { sessionIds: ["none"], now, idleSince: now });
      await checkOutCart(parts, { cartKey, userId, borrowerId });
    }
    const { rows } = await db.executeQuery<{ statement: string; generic_plans: number }>(
      CompiledQuery.raw("select statement, generic_plans from pg_prepared_statements"),
    );
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter(({ generic_plans: kept }) => kept === 0).map(({ statement }) => statement)).toEqual([]);
  } finally {
    await db.destroy();
  }
});
