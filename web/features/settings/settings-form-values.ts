import type { LibrarySettings, SettingName } from "#contract/staff/settings.ts";
import { settingRules } from "#contract/staff/settings.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";

export type SettingsFormValues = Record<SettingName, string>;

const isName = (name: string): name is SettingName => name in settingRules.shape;
export const settingNames = Object.keys(settingRules.shape).filter(isName);

const each = <To>(to: (name: SettingName) => To): Record<SettingName, To> => ({
  loanDays: to("loanDays"),
  renewals: to("renewals"),
  maxTitlesPerOrder: to("maxTitlesPerOrder"),
  maxCopiesPerBorrower: to("maxCopiesPerBorrower"),
  maxOrdersPerDay: to("maxOrdersPerDay"),
  unconfirmedPercent: to("unconfirmedPercent"),
  maxOpenCases: to("maxOpenCases"),
  returnMailMinutes: to("returnMailMinutes"),
  holdHours: to("holdHours"),
  staffIdleMinutes: to("staffIdleMinutes"),
  forgetLoansMonths: to("forgetLoansMonths"),
  maxMailsPerHour: to("maxMailsPerHour"),
  lowStock: to("lowStock"),
  leadDays: to("leadDays"),
  trailDays: to("trailDays"),
  inspectionDays: to("inspectionDays"),
});

export const valuesOf = (settings: LibrarySettings): SettingsFormValues => each((name) => String(settings[name]));

/** What is no number becomes NaN, which breaks the rule of its field. */
export const bodyOf = (values: SettingsFormValues): LibrarySettings =>
  each((name) => (/^\d{1,9}$/.test(values[name].trim()) ? Number(values[name]) : Number.NaN));

export const problemsOf = (values: SettingsFormValues) => brokenRules(settingRules, bodyOf(values));
