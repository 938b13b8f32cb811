import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { deleteUnusedCarts } from "./cart.queries.ts";

const keptUnused = 30 * 24 * 60 * 60 * 1000; // ms

/** Deletes carts unused for 30 days, ordered ones too (clarification 4.1). */
export async function cleanUpCarts(db: Database, clock: Clock): Promise<void> {
  await deleteUnusedCarts(db, new Date(clock.now().getTime() - keptUnused));
}
