import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { deleteUnsentBefore } from "./own-photos.queries.ts";

/** How long a photo that its borrower did not send is kept, in ms. */
export const keptUnsent = 24 * 60 * 60 * 1000;

/** Deletes photos that borrowers added and did not send within a day. */
export async function cleanUpPhotos(db: Database, clock: Clock): Promise<void> {
  await deleteUnsentBefore(db, new Date(clock.now().getTime() - keptUnsent));
}
