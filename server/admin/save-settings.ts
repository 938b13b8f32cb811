import {
  type LibrarySettings,
  saveSettings as saveCall,
  settingLabels,
  type StoredSettings,
} from "#contract/admin/settings.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, nameOf, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { settingsRow, storeSettings } from "./system.queries.ts";

export async function followSettings(db: Database, configuration: Pick<Configuration, "follow">): Promise<void> {
  configuration.follow((await settingsRow(db)).settings);
}

export async function readSettings(db: Database): Promise<StoredSettings> {
  const { settings, version } = await settingsRow(db);
  return { settings, version };
}

/** Saves the settings and applies them to this process. Rejects a stale save. */
export async function saveSettings(
  { db, configuration }: Pick<ConfiguredParts<"follow">, "db" | "configuration">,
  { version, ...settings }: LibrarySettings & { version: number },
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await settingsRow(tx);
    if (!(await storeSettings(tx, { version, settings }, actor.userId)))
      throw new Refusal({ kind: "stale", what: "section", changedBy: await nameOf(tx, before.changedBy) });
    await recordActivity(tx, actor, {
      call: saveCall.call,
      kind: "settings",
      subjectId: null,
      label: "Settings",
      before: withLabels(before.settings),
      after: withLabels(settings),
    });
  });
  configuration.follow(settings);
}

const withLabels = (settings: LibrarySettings): Snapshot =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [labels.get(name) ?? name, value]));

const labels = new Map(Object.entries(settingLabels));
