import { initialSettings, type LibrarySettings } from "#contract/admin/settings.ts";
import type { Database } from "#server/platform/database.ts";

/** Settings without limits on orders. */
export const noLimits = { maxCopyDays: 1_000_000 };

/** Saves settings as a manager does, with defaults for the rest; running processes pick them up within seconds. */
export async function setRules(db: Database, rules: Partial<LibrarySettings>): Promise<void> {
  await db
    .updateTable("settings")
    .set({ chosen: JSON.stringify({ ...initialSettings, ...rules }) })
    .execute();
}
