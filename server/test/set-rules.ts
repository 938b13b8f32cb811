import { initialSettings, type LibrarySettings } from "#contract/admin/settings.ts";
import type { Database } from "#server/platform/database.ts";

/** No limit of copies or orders is in the way. */
export const noLimits = { maxCopiesPerBorrower: 100_000, maxOrdersPerDay: 100_000 };

/** Stores rules as a manager does at admin/settings, the rest as in a new library; a running process follows within seconds. */
export async function setRules(db: Database, rules: Partial<LibrarySettings>): Promise<void> {
  await db
    .updateTable("settings")
    .set({ chosen: JSON.stringify({ ...initialSettings, ...rules }) })
    .execute();
}
