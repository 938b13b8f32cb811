import { inTransaction } from "#server/platform/database.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { lockOldOrders, takePersonOff } from "./forget.queries.ts";

const atOnce = 200; // orders, each with its audit entries

/** Takes the person off orders that ended so many months ago; with 0 months never. Running it again finds nothing. */
export async function forgetOldLoans(
  { db, clock, configuration: { forgetLoansMonths } }: ConfiguredParts<"forgetLoansMonths">,
  stopping?: AbortSignal,
): Promise<void> {
  if (forgetLoansMonths === 0) return;
  const before = new Date(clock.now());
  before.setUTCMonth(before.getUTCMonth() - forgetLoansMonths);
  for (;;) {
    stopping?.throwIfAborted();
    const taken = await inTransaction(db, async (tx) => {
      const orderIds = await lockOldOrders(tx, before, atOnce);
      if (orderIds.length > 0) await takePersonOff(tx, orderIds);
      return orderIds.length;
    });
    if (taken < atOnce) return;
  }
}
