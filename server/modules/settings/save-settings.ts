import { type LibrarySettings, saveSettings as saveCall, type StoredSettings } from "#contract/staff/settings.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, nameOf, recordAudit, type Snapshot } from "#server/platform/record-audit.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { settingsRow, storeSettings } from "./settings.queries.ts";
import { beyondFirst, changedSettings } from "./settings.rules.ts";

type First = ConfiguredParts<"settings">["configuration"]["settings"]["first"];

/** The settings in force, those of the environment, and the version to save them by. */
export async function showSettings(db: Database, first: First): Promise<StoredSettings> {
  const row = await settingsRow(db);
  return { settings: { ...first, ...changedSettings(row) }, first, version: row.version };
}

/** Saves the settings, which hold here at once; refuses a stale save. */
export async function saveSettings(
  { db, configuration: { settings } }: Pick<ConfiguredParts<"settings">, "db" | "configuration">,
  { version, ...wanted }: LibrarySettings & { version: number },
  actor: Actor,
): Promise<void> {
  const changed = beyondFirst(wanted, settings.first);
  await inTransaction(db, async (tx) => {
    const before = (await showSettings(tx, settings.first)).settings;
    if (!(await storeSettings(tx, { version, changed }, actor.userId))) {
      const { changed_by: who } = await settingsRow(tx);
      throw new Refusal({ kind: "stale", what: "section", changedBy: await nameOf(tx, who) });
    }
    const thing = { kind: "settings" as const, subjectId: null, label: "Settings" };
    await recordAudit(tx, actor, { call: saveCall.call, ...thing, before: inWords(before), after: inWords(wanted) });
  });
  settings.follow(changed);
}

function inWords(settings: LibrarySettings): Snapshot {
  return {
    "Days of a loan": settings.loanDays,
    "Renewals by the borrower": settings.renewals,
    "Titles in an order": settings.maxTitlesPerOrder,
    "Copies of a borrower": settings.maxCopiesPerBorrower,
    "Orders in 24 hours": settings.maxOrdersPerDay,
    "Percent before confirming": settings.unconfirmedPercent,
    "Minutes a parcel rests": settings.returnMailMinutes,
    "Hours a copy is held": settings.holdHours,
    "Minutes a staff session may idle": settings.staffIdleMinutes,
    "Months until ended loans lose their borrower": settings.forgetLoansMonths,
    "Emails to one address in an hour": settings.maxMailsPerHour,
    "Copies left at low stock": settings.lowStock,
    "Business days out by post": settings.leadDays,
    "Business days back by post": settings.trailDays,
    "Business days until it was inspected": settings.inspectionDays,
  };
}
