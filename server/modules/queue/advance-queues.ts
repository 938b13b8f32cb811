import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { lapsedPlaces, titlesToAdvance, withdrawFromBlocked } from "./offers.queries.ts";
import { leavePlaces, lockTitle } from "./queue.queries.ts";
import { enqueueEndedMail } from "./write-queue-mail.ts";

const atOnce = 500; // titles; the rest a minute later

/**
 * Advances waitlists: a copy that was not ordered in time goes to the next person, and available copies are held. Each title has its own transaction: killed in the middle, the rest is done by the next run.
 */
export async function advanceQueues(db: Database, stopping?: AbortSignal): Promise<void> {
  for (const itemId of await titlesToAdvance(db, atOnce)) {
    stopping?.throwIfAborted();
    await inTransaction(db, async (tx) => {
      await lockTitle(tx, itemId);
      const ids = await lapsedPlaces(tx, itemId);
      await leavePlaces(tx, ids, "lapsed");
      for (const id of ids) await enqueueEndedMail(tx, id);
      await withdrawFromBlocked(tx, itemId);
      await recountStock(tx, [itemId]);
    });
  }
}
