import * as z from "zod";
import { initialSettings, type LibrarySettings, settingRules } from "#contract/admin/settings.ts";
import type { Database } from "#server/platform/database.ts";

const complete = z.object({ ...settingRules.shape, requireTwoStep: z.boolean() });
const some = z.record(z.string(), z.unknown());

export async function settingsRow(db: Database) {
  const row = await db
    .selectFrom("settings")
    .select(["version", "changed_by as changedBy", "chosen"])
    .executeTakeFirstOrThrow();
  const { chosen, ...rest } = row;
  const settings: LibrarySettings = complete.parse({ ...initialSettings, ...some.parse(chosen) });
  return { ...rest, settings };
}

/** Stores the next version; false when another one was stored first. */
export async function storeSettings(
  db: Database,
  { version, settings }: { version: number; settings: LibrarySettings },
  userId: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("settings")
    .set({ version: version + 1, chosen: JSON.stringify(settings), changed_by: userId })
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
