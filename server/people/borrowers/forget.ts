import { forgottenBorrower } from "#contract/admin/audit.ts";
import { forgetBorrower as forgetCall } from "#contract/people/borrowers.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import {
  deletePerson,
  leaveLines,
  lockLeaving,
  lockOldOrders,
  ordersHandedOver,
  ordersOfLeaving,
  takeGiverOff,
  takePersonOff,
  whatIsOpen,
} from "./forget.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";

/**
 * Forgets a borrower; gives how many orders stay without a person. Refused while something is open: what is out must come back
 * from somebody. The audit says that it was done, not who it was.
 */
export async function forgetBorrower(db: Database, borrowerId: number, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const who = found(await lockLeaving(tx, borrowerId));
    const open = await whatIsOpen(tx, borrowerId);
    if (open.orders > 0 || open.cases > 0) throw new Refusal({ kind: "borrower-not-clear", ...open });
    const orderIds = await ordersOfLeaving(tx, borrowerId);
    await takePersonOff(tx, orderIds);
    await takeGiverOff(tx, await ordersHandedOver(tx, borrowerId), who);
    const titles = await leaveLines(tx, borrowerId);
    await deletePerson(tx, who);
    await recordAudit(tx, actor, {
      call: forgetCall.call,
      kind: "borrowers",
      subjectId: null,
      label: forgottenBorrower,
      before: null,
      after: { "Orders without a person": orderIds.length },
    });
    await recountStock(tx, titles);
    return orderIds.length;
  });
}

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
