import { daysOfTitles, recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { guessAgain } from "./guesses/guess-again.ts";
import {
  type Days,
  leavePlaces,
  lockTitle,
  type OwnPlace,
  placeById,
  placesOf,
  updatePlace,
  withdrawOffer,
} from "./queue.queries.ts";
import { type QueueParts, wishOf } from "./wished-days.ts";

type Own = { placeId: number; borrowerId: number };

/** Other days, or a pause: the place stays. What is held is offered again to the first who can take it now. */
export async function changePlace(
  parts: QueueParts,
  own: Own,
  { isPaused, ...days }: Days & { isPaused: boolean },
): Promise<OwnPlace> {
  const { wish, day } = await wishOf(parts, own.borrowerId, days);
  return inTransaction(parts.db, async (tx) => {
    if (wish.window) await daysOfTitles.beginLibraryDays(tx, day);
    const place = await lockOwn(tx, own);
    if (place.left_at !== null) throw new HttpError(404);
    await updatePlace(tx, own.placeId, { wish, isPaused });
    await withdrawOffer(tx, own.placeId);
    await recountStock(tx, [place.item_id]);
    await guessAgain(tx, own.placeId, parts);
    return found((await placesOf(tx, own))[0]);
  });
}

/** A borrower waits no more; leaving twice is fine. */
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
