import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { placesOver, titlesToAdvance, withdrawFromBlocked } from "./offers.queries.ts";
import { leavePlaces, lockTitle } from "./queue.queries.ts";
import { enqueueEndedMail } from "./write-queue-mail.ts";

const atOnce = 500; // titles; the rest a minute later

/**
 * Moves the lines of titles on: a copy that was not ordered in time goes to the next, days that are past end a place, and what is
 * free is held. Each title has its own transaction: killed in the middle, the rest is done by the next run.
 */
export async function advanceQueues(db: Database, stopping?: AbortSignal): Promise<void> {
  for (const itemId of await titlesToAdvance(db, atOnce)) {
    stopping?.throwIfAborted();
    await inTransaction(db, async (tx) => {
      await lockTitle(tx, itemId);
      const over = await placesOver(tx, itemId);
      for (const because of ["lapsed", "past"] as const) {
        const ids = over.flatMap((place) => (place.because === because ? [place.place_id] : []));
        await leavePlaces(tx, ids, because);
        for (const id of ids) await enqueueEndedMail(tx, id);
      }
      await withdrawFromBlocked(tx, itemId);
      await recountStock(tx, [itemId]);
    });
  }
}
