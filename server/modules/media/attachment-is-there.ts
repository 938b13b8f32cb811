import type { Clock } from "#server/platform/clock.ts";
import type { Transaction } from "#server/platform/database.ts";
import { mayTakePicture } from "./pictures.queries.ts";
import { keptUnused } from "./pictures.rules.ts";

/**
 * Whether this picture can be assigned to an item or a news item. Call it in the saving transaction before the write.
 * After true the picture is safe: the cleanup waits for the end of the transaction.
 */
export async function attachmentIsThere(tx: Transaction, clock: Clock, attachmentId: number): Promise<boolean> {
  return mayTakePicture(tx, attachmentId, new Date(clock.now().getTime() - keptUnused));
}
