import { closeStockTake as closeCall, reopenStockTake as reopenCall } from "#contract/stock-take/stock-takes.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { phonesWithScans } from "./phones.queries.ts";
import { endStockTake, lockStockTake, openAgain, tallyOf } from "./stock-take.queries.ts";
import { stockTakeName } from "./stock-take.rules.ts";

/**
 * Ends the counting: what nobody scanned is missing. Closing twice is fine. Refused while phones keep scans, unless it is to be closed
 * without them: they can be counted after it was reopened.
 */
export async function closeStockTake(
  db: Database,
  stockTakeId: number,
  actor: Actor,
  { isWithout }: { isWithout: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stockTake = found(await lockStockTake(tx, stockTakeId, "others"));
    if (stockTake.closed_at !== null) return;
    const phones = await phonesWithScans(tx, stockTakeId);
    const unsent = phones.reduce((sum, phone) => sum + phone.unsent, 0);
    if (unsent > 0 && !isWithout) throw new Refusal({ kind: "scans-unsent", scans: unsent });
    await endStockTake(tx, stockTakeId, actor);
    const { counted, missing, unexpected, misplaced, out, held } = await tallyOf(tx, stockTakeId);
    await recordAudit(tx, actor, {
      call: closeCall.call,
      kind: "stock-take",
      subjectId: stockTakeId,
      label: stockTakeName(stockTake),
      before: { Closed: false },
      after: {
        Closed: true,
        Counted: counted,
        Missing: missing,
        Unexpected: unexpected,
        Misplaced: misplaced,
        "Scanned but out": out,
        "Scanned but on hold": held,
        "Scans left in phones": unsent === 0 ? null : unsent,
      },
    });
  });
}

/** Takes the closing back, for scans that came too late. Refused once copies were marked as missing. */
export async function reopenStockTake(db: Database, stockTakeId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stockTake = found(await lockStockTake(tx, stockTakeId, "others"));
    if (stockTake.closed_at === null) return;
    if (!(await openAgain(tx, stockTakeId))) throw new Refusal({ kind: "stock-take-marked" });
    await recordAudit(tx, actor, {
      call: reopenCall.call,
      kind: "stock-take",
      subjectId: stockTakeId,
      label: stockTakeName(stockTake),
      before: { Closed: true },
      after: { Closed: false },
    });
  });
}
