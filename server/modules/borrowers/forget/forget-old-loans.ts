import { askedDays } from "#contract/borrowers/take-over.ts";
import { inTransaction } from "#server/platform/database.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { deleteRequests } from "../take-over/take-over.queries.ts";
import { lockOldOrders, takePersonOff } from "./forget.queries.ts";

const dayLength = 86_400_000; // ms
const atOnce = 200; // orders, each with its audit entries

/**
 * Takes the person off orders that ended so many months ago; with 0 months never. Deletes who asked for whose loans when the link
 * is over. Running it again finds nothing.
 */
export async function forgetOldLoans(
  { db, clock, configuration: { forgetLoansMonths } }: ConfiguredParts<"forgetLoansMonths">,
  stopping?: AbortSignal,
): Promise<void> {
  await deleteRequests(db, new Date(clock.now().getTime() - askedDays * dayLength));
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
