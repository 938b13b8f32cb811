import { startStockTake as startCall } from "#contract/stock-take/stock-takes.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { insertStockTake, shelfPlaces, stockTakeById } from "./stock-take.queries.ts";
import { standsAt, stockTakeName } from "./stock-take.rules.ts";

type Scope = { subjectId: number; shelfPlace: string };

/** Starts a stock-take with the list of what should be there now; refused when that is nothing. Gives its id. */
export async function startStockTake(db: Database, { subjectId, shelfPlace }: Scope, actor: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const places = shelfPlace === "" ? [] : (await shelfPlaces(tx)).filter((place) => standsAt(place, shelfPlace));
    const started = await insertStockTake(tx, { subjectId, shelfPlace, places }, actor);
    const stockTake = started && (await stockTakeById(tx, started.stock_take_id));
    if (!stockTake) throw new Refusal({ kind: "nothing-to-count" });
    await recordAudit(tx, actor, {
      call: startCall.call,
      kind: "stock-take",
      subjectId: stockTake.stock_take_id,
      label: stockTakeName(stockTake),
      before: null,
      after: { Expected: stockTake.expected },
    });
    return stockTake.stock_take_id;
  });
}
