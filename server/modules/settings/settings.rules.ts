import { type LibrarySettings, type SettingName, settingLimits } from "#contract/staff/settings.ts";

type Row = { [Name in SettingName]: number | null };

const isName = (name: string): name is SettingName => name in settingLimits;
export const settingNames = Object.keys(settingLimits).filter(isName);

/** What somebody has changed. */
export function changedSettings(row: Row): Partial<LibrarySettings> {
  const changed: Partial<LibrarySettings> = {};
  for (const name of settingNames) {
    const value = row[name];
    if (value !== null) changed[name] = value;
  }
  return changed;
}

/** What differs from the environment: the rest goes on following it. */
export function beyondFirst(wanted: LibrarySettings, first: LibrarySettings): Partial<LibrarySettings> {
  const changed: Partial<LibrarySettings> = {};
  for (const name of settingNames) if (wanted[name] !== first[name]) changed[name] = wanted[name];
  return changed;
}
