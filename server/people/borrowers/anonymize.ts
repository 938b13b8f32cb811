import { anonymizedBorrower } from "#contract/admin/activity-log.ts";
import { anonymizeBorrower as anonymizeCall } from "#contract/people/borrowers.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import {
  deletePerson,
  leaveLines,
  lockLeaving,
  lockOldOrders,
  ordersTransferred,
  ordersOfLeaving,
  takeGiverOff,
  takePersonOff,
  whatIsOpen,
} from "./anonymize.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";

/**
 * Forgets a borrower; gives how many orders stay without a person. Refused while something is open: what is out must come back
 * from somebody. The audit says that it was done, not who it was.
 */
export async function anonymizeBorrower(db: Database, borrowerId: number, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const who = found(await lockLeaving(tx, borrowerId));
    const open = await whatIsOpen(tx, borrowerId);
    if (open.orders > 0 || open.claims > 0) throw new Refusal({ kind: "borrower-not-clear", ...open });
    const orderIds = await ordersOfLeaving(tx, borrowerId);
    await takePersonOff(tx, orderIds);
    await takeGiverOff(tx, await ordersTransferred(tx, borrowerId), who);
    const titles = await leaveLines(tx, borrowerId);
    await deletePerson(tx, who);
    await recordActivity(tx, actor, {
      call: anonymizeCall.call,
      kind: "borrowers",
      subjectId: null,
      label: anonymizedBorrower,
      before: null,
      after: { "Orders without a person": orderIds.length },
    });
    await recountStock(tx, titles);
    return orderIds.length;
  });
}

const atOnce = 200; // orders, each with its audit entries

/** Takes the person off orders that ended so many months ago; with 0 months never. Running it again finds nothing. */
export async function anonymizeOldLoans(
  { db, clock, configuration: { anonymizeLoansMonths } }: ConfiguredParts<"anonymizeLoansMonths">,
  stopping?: AbortSignal,
): Promise<void> {
  if (anonymizeLoansMonths === 0) return;
  const before = new Date(clock.now());
  before.setUTCMonth(before.getUTCMonth() - anonymizeLoansMonths);
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
