import * as z from "zod/mini";
import { largest } from "../codes.ts";
import { ownMessages } from "../messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { version, whole } from "../wire/text.ts";

/** What a manager may change while the library runs: the least and the most of each. */
export const settingLimits = {
  loanDays: [1, 365],
  renewals: [0, 100],
  maxTitlesPerOrder: [1, 1000],
  maxCopiesPerBorrower: [1, 100_000],
  maxOrdersPerDay: [1, 100_000],
  unconfirmedPercent: [1, 100],
  maxOpenCases: [0, 1000],
  returnMailMinutes: [0, 1440],
  holdHours: [1, 720],
  staffIdleMinutes: [5, 480],
  forgetLoansMonths: [0, 1200],
  maxMailsPerHour: [1, 100_000],
  lowStock: [0, 1000],
  leadDays: [1, 30],
  trailDays: [1, 30],
  inspectionDays: [0, 30],
} as const;

export type SettingName = keyof typeof settingLimits;
export type LibrarySettings = Record<SettingName, number>;

const number = whole(0, largest.integer);
const numbers = {
  loanDays: number,
  renewals: number,
  maxTitlesPerOrder: number,
  maxCopiesPerBorrower: number,
  maxOrdersPerDay: number,
  unconfirmedPercent: number,
  maxOpenCases: number,
  returnMailMinutes: number,
  holdHours: number,
  staffIdleMinutes: number,
  forgetLoansMonths: number,
  maxMailsPerHour: number,
  lowStock: number,
  leadDays: number,
  trailDays: number,
  inspectionDays: number,
} satisfies Record<SettingName, typeof number>;

const within = (name: SettingName) => {
  const [least, most] = settingLimits[name];
  const sentence = ownMessages.wholeNumber(least, most);
  return z.number(sentence).check(z.gte(least, sentence), z.lte(most, sentence));
};

export const settingRules = z.object({
  loanDays: within("loanDays"),
  renewals: within("renewals"),
  maxTitlesPerOrder: within("maxTitlesPerOrder"),
  maxCopiesPerBorrower: within("maxCopiesPerBorrower"),
  maxOrdersPerDay: within("maxOrdersPerDay"),
  unconfirmedPercent: within("unconfirmedPercent"),
  maxOpenCases: within("maxOpenCases"),
  returnMailMinutes: within("returnMailMinutes"),
  holdHours: within("holdHours"),
  staffIdleMinutes: within("staffIdleMinutes"),
  forgetLoansMonths: within("forgetLoansMonths"),
  maxMailsPerHour: within("maxMailsPerHour"),
  lowStock: within("lowStock"),
  leadDays: within("leadDays"),
  trailDays: within("trailDays"),
  inspectionDays: within("inspectionDays"),
} satisfies Record<SettingName, ReturnType<typeof within>>);

/** `first` are the values of the environment: what nobody has changed follows them. */
const settings = z.object({ settings: z.object(numbers), first: z.object(numbers), version: z.number() });
export type StoredSettings = z.output<typeof settings>;

/** Extension: how the library behaves. */
export const getSettings = endpoint("GET Settings/Get", { access: "manager", answer: { data: settings } });

/** Extension: `version` is the one that was read; a stale save is refused. Every instance follows within seconds. */
export const saveSettings = endpoint("POST Settings/Save", {
  access: "manager",
  body: z.object({ ...numbers, version }),
  rules: settingRules,
  answer: { data: settings },
});
