import { mostPlaces } from "#contract/borrowers/queue.ts";
import { daysOfTitles, recountStock } from "#server/modules/stock/public.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { guessAgain } from "./guesses/guess-again.ts";
import {
  type Days,
  insertPlace,
  lockTitle,
  lockWaiting,
  type OwnPlace,
  placeById,
  placeIn,
  placesOf,
  updatePlace,
  type Wish,
  withdrawOffer,
} from "./queue.queries.ts";
import { type QueueParts, wishOf } from "./wished-days.ts";

/**
 * A borrower waits for a title that is out of stock, or not free for their days; who waits for it already keeps the place, with the
 * new days. Refused when it is in stock again, when their days cannot be met, or when they wait for too many.
 */
export async function joinQueue(
  parts: QueueParts,
  { itemId, borrowerId, ...days }: Days & { itemId: number; borrowerId: number },
): Promise<OwnPlace> {
  const { wish, day } = await wishOf(parts, borrowerId, days);
  return inTransaction(parts.db, async (tx) => {
    const waits = found(await lockWaiting(tx, borrowerId));
    if (wish.window) await daysOfTitles.beginLibraryDays(tx, day);
    const title = found(await lockTitle(tx, itemId));
    const known = await placeIn(tx, itemId, borrowerId);
    if (known === undefined && title.in_stock > 0 && !(await isFull(tx, itemId, wish)))
      throw new Refusal({ kind: "in-stock" });
    if (known === undefined && waits >= mostPlaces) throw new Refusal({ kind: "queues-full" });
    const placeId = known ?? (await insertPlace(tx, { itemId, borrowerId, wish }));
    if (known !== undefined && (await isAsBefore(tx, known, days))) return ofPlace(tx, { borrowerId, placeId });
    if (known !== undefined) {
      await withdrawOffer(tx, known);
      await updatePlace(tx, known, { wish, isPaused: false });
    }
    if (known !== undefined || wish.window) await recountStock(tx, [itemId]);
    await guessAgain(tx, placeId, parts);
    return ofPlace(tx, { borrowerId, placeId });
  });
}

const ofPlace = async (tx: Transaction, own: { borrowerId: number; placeId: number }) =>
  found((await placesOf(tx, own))[0]);

/** Whether a place waits for these days already, as after a press that was repeated. */
async function isAsBefore(tx: Transaction, placeId: number, { neededFrom, neededTo }: Days): Promise<boolean> {
  const place = await placeById(tx, placeId);
  return place?.is_paused === false && place.needed_from === neededFrom && place.needed_to === neededTo;
}

/** Whether no copy of a locked title is free on all of the days. */
async function isFull(tx: Transaction, itemId: number, { window }: Wish): Promise<boolean> {
  if (!window) return false;
  const { leavesOn: leavesBy, freeOn } = window;
  return (await daysOfTitles.titlesWithoutMore(tx, [{ itemId, quantity: 1 }], { leavesBy, freeOn })).length > 0;
}
