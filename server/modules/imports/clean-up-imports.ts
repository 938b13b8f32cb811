import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { forgetOldFiles } from "./imports.queries.ts";

const day = 24 * 60 * 60 * 1000; // ms
const hour = 60 * 60 * 1000; // ms

/** Deletes the files of imports after seven days, and interrupted uploads. */
export async function cleanUpImports(db: Database, clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  await forgetOldFiles(db, new Date(now - 7 * day), new Date(now - hour));
}
