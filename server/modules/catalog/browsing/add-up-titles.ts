import type { Database } from "#server/platform/database.ts";
import { addUpTitleChanges, splitLongestMark } from "./add-up-titles.queries.ts";

/** Adds up what was noted of changed titles, so that counting them stays short; sets marks where many came. */
export async function addUpTitles(db: Database, stopping: AbortSignal): Promise<void> {
  while (await addUpTitleChanges(db)) stopping.throwIfAborted();
  while (await splitLongestMark(db)) stopping.throwIfAborted();
}
