import { mostPlaces } from "#contract/borrowers/queue.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { insertPlace, lockTitle, lockWaiting, placeById, placeIn, setPaused } from "./queue.queries.ts";

/**
 * A borrower joins the waitlist of a title that is out of stock; someone on it already keeps the place, and a paused one goes on.
 * Returns the place. Refused when the title is in stock again, or the borrower waits for too many.
 */
export async function joinQueue(
  db: Database,
  { itemId, borrowerId }: { itemId: number; borrowerId: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const waits = found(await lockWaiting(tx, borrowerId));
    const title = found(await lockTitle(tx, itemId));
    const known = await placeIn(tx, itemId, borrowerId);
    if (known === undefined) {
      if (title.in_stock > 0) throw new Refusal({ kind: "in-stock" });
      if (waits >= mostPlaces) throw new Refusal({ kind: "queues-full" });
      return insertPlace(tx, itemId, borrowerId);
    }
    if ((await placeById(tx, known))?.is_paused) {
      await setPaused(tx, known, false);
      await recountStock(tx, [itemId]);
    }
    return known;
  });
}
