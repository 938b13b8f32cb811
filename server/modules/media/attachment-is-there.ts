import type { Clock } from "#server/platform/clock.ts";
import type { Transaction } from "#server/platform/database.ts";
import { mayTakePicture } from "./pictures.queries.ts";
import { keptUnused } from "./pictures.rules.ts";

/**
 * Whether this picture can be given to an item or a news item; ask it in the transaction that saves, and before it
 * writes. Whoever got true keeps the picture: the cleanup waits for the end of the transaction.
 */
export async function attachmentIsThere(tx: Transaction, clock: Clock, attachmentId: number): Promise<boolean> {
  return mayTakePicture(tx, attachmentId, new Date(clock.now().getTime() - keptUnused));
}
