import { anonymizedBorrower } from "#contract/admin/activity-log.ts";
import { anonymizeBorrower as anonymizeCall } from "#contract/people/borrowers.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/catalog/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { runJobSoon } from "#server/platform/jobs/jobs.queries.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import {
  deletePerson,
  leaveWaitlists,
  lockPerson,
  lockOldOrders,
  lockTransferredOrders,
  lockOrdersOf,
  removePreviousBorrower,
  anonymizeOrders,
  countOpenItems,
} from "./anonymize.queries.ts";
import type { ConfiguredParts } from "#server/parts.ts";

/** Anonymizes a borrower; returns the number of anonymized orders. Refused while an order or claim is open. */
export async function anonymizeBorrower(db: Database, borrowerId: number, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const person = found(await lockPerson(tx, borrowerId));
    const open = await countOpenItems(tx, borrowerId);
    if (open.orders > 0 || open.claims > 0) throw new Refusal({ kind: "borrower-not-clear", ...open });
    const orderIds = await lockOrdersOf(tx, borrowerId);
    await anonymizeOrders(tx, orderIds);
    await removePreviousBorrower(tx, await lockTransferredOrders(tx, borrowerId), person);
    const titles = await leaveWaitlists(tx, borrowerId);
    await deletePerson(tx, person);
    await recordActivity(tx, actor, {
      call: anonymizeCall.call,
      kind: "borrowers",
      subjectId: null,
      label: anonymizedBorrower,
      before: null,
      after: { "Anonymized orders": orderIds.length },
    });
    await recountStock(tx, titles);
    await runJobSoon(tx, "clean-up-mail"); // deletes the files of their emails
    return orderIds.length;
  });
}

const batchSize = 200;

/** Anonymizes orders that ended at least `anonymizeLoansMonths` ago; 0 turns this off. Idempotent. */
export async function anonymizeOldLoans(
  { db, clock, configuration: { anonymizeLoansMonths } }: ConfiguredParts<"anonymizeLoansMonths">,
  stopping?: AbortSignal,
): Promise<void> {
  if (anonymizeLoansMonths === 0) return;
  const before = new Date(clock.now());
  before.setUTCMonth(before.getUTCMonth() - anonymizeLoansMonths);
  for (;;) {
    stopping?.throwIfAborted();
    const count = await inTransaction(db, async (tx) => {
      const orderIds = await lockOldOrders(tx, before, batchSize);
      if (orderIds.length > 0) await anonymizeOrders(tx, orderIds);
      return orderIds.length;
    });
    if (count < batchSize) return;
  }
}
