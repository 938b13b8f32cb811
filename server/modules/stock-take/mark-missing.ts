import { markMissing as markCall, undoMissing as undoCall } from "#contract/stock-take/stock-takes.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { lockMissing, lockStockTake, markCopies } from "./stock-take.queries.ts";
import { stockTakeName } from "./stock-take.rules.ts";

type Some = { stockTakeId: number; copyIds: readonly number[] };

/** Sets copies that a closed stock-take misses inactive (lost): they are in no count. Gives how many; others are left alone. */
export async function markMissing(db: Database, some: Some, actor: Actor): Promise<number> {
  return change(db, some, actor, true);
}

/** Takes it back for those of them that nobody changed since. */
export async function undoMissing(db: Database, some: Some, actor: Actor): Promise<number> {
  return change(db, some, actor, false);
}

async function change(db: Database, { stockTakeId, copyIds: wanted }: Some, actor: Actor, isMarking: boolean) {
  return inTransaction(db, async (tx) => {
    const stockTake = found(await lockStockTake(tx, stockTakeId, "others"));
    if (stockTake.closed_at === null) throw new Refusal({ kind: "stock-take-open" });
    const copies = await lockMissing(tx, { id: stockTakeId, copyIds: wanted }, !isMarking);
    if (copies.length === 0) return 0;
    const copyIds = copies.map(({ copy_id }) => copy_id);
    await markCopies(tx, { id: stockTakeId, copyIds }, isMarking ? actor.at : null);
    await recountStock(
      tx,
      copies.map(({ item_id }) => item_id),
    );
    const names = copies.map(({ sku_number, copy_number }) => `#${sku_number} copy ${copy_number}`).join(", ");
    const [lost, active] = [{ "Set inactive (lost)": names }, { "Set active again": names }];
    await recordAudit(tx, actor, {
      call: isMarking ? markCall.call : undoCall.call,
      kind: "stock-take",
      subjectId: stockTakeId,
      label: stockTakeName(stockTake),
      before: null,
      after: isMarking ? lost : active,
    });
    return copies.length;
  });
}
