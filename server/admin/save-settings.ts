import {
  isSecurityChanged,
  type LibrarySettings,
  saveSettings as saveCall,
  settingLabels,
  type StoredSettings,
} from "#contract/admin/settings.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Password } from "#contract/wire/text.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { attemptLimits, limitProof, withProof } from "#server/people/public.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, nameOf, recordActivity, type Snapshot } from "#server/platform/record-activity.ts";
import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import { settingsRow, storeSettings } from "./system.queries.ts";

export async function followSettings(db: Database, configuration: Pick<Configuration, "follow">): Promise<void> {
  configuration.follow((await settingsRow(db)).settings);
}

export async function readSettings(db: Database): Promise<StoredSettings> {
  const { settings, version } = await settingsRow(db);
  return { settings, version };
}

type Input = LibrarySettings & { version: number; password?: Password | undefined; code?: string | undefined };

/**
 * Saves the settings and applies them to this process. Rejects a stale save, and changes that need proof without it.
 * `from` is the caller's address.
 */
export async function saveSettings(
  parts: ConfiguredParts<"follow" | "secretKey" | "rateLimitScale">,
  { version, password, code, ...settings }: Input,
  { from, ...actor }: Actor & { from: string },
): Promise<void> {
  const { db, configuration } = parts;
  const { userId } = actor;
  const save = async (tx: Transaction) => {
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
  };
  if (!isSecurityChanged((await settingsRow(db)).settings, settings)) await inTransaction(db, save);
  else if (password) {
    const limits = attemptLimits(db, configuration.rateLimitScale);
    await limitProof(limits, { userId, from }, code, () => withProof(parts, { userId }, { password, code }, save));
  } else throw refusalOf([{ field: "password", message: ownMessages.passwordRequired }]);
  configuration.follow(settings);
}

const withLabels = (settings: LibrarySettings): Snapshot =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [labels.get(name) ?? name, value]));

const labels = new Map(Object.entries(settingLabels));
