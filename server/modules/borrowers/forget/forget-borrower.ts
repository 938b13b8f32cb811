import { forgottenBorrower } from "#contract/audit.ts";
import { forgetBorrower as forgetCall } from "#contract/borrowers/forget.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { leaveLines, ordersOfLeaving, takePersonOff, whatIsOpen } from "./forget.queries.ts";
import { ordersHandedOver, takeGiverOff } from "./handed-over.queries.ts";
import { deletePerson, lockLeaving } from "./person.queries.ts";

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
