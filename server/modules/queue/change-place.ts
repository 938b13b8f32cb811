import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { leavePlaces, lockTitle, placeById, setPaused, withdrawOffer } from "./queue.queries.ts";

type Own = { placeId: number; borrowerId: number };

/** Pauses or resumes a place, which stays. A copy that was held goes to the first person who can take it now. */
export async function pausePlace(db: Database, own: Own, isPaused: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    const place = await lockOwn(tx, own);
    if (place.left_at !== null) throw new HttpError(404);
    await setPaused(tx, own.placeId, isPaused);
    await withdrawOffer(tx, own.placeId);
    await recountStock(tx, [place.item_id]);
  });
}

/** A borrower waits no more; leaving again changes nothing. */
export async function leaveQueue(db: Database, own: Own): Promise<void> {
  await inTransaction(db, async (tx) => {
    const place = await lockOwn(tx, own);
    if (place.left_at !== null) return;
    await leavePlaces(tx, [own.placeId], "left");
    await recountStock(tx, [place.item_id]);
  });
}

/** Locks the title of a place, and gives the place as it is then; 404 for one that belongs to somebody else. */
async function lockOwn(tx: Transaction, { placeId, borrowerId }: Own) {
  const place = found(await placeById(tx, placeId));
  if (place.borrower_id !== borrowerId) throw new HttpError(404);
  await lockTitle(tx, place.item_id);
  return found(await placeById(tx, placeId));
}
