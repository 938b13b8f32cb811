import * as z from "zod/mini";
import { largest } from "../catalog/codes.ts";
import { ownMessages } from "../wire/messages.ts";
import { proof, proofRules } from "../people/own-account.ts";
import { endpoint } from "../wire/endpoint.ts";
import { optionalText, text, version, whole } from "../wire/text.ts";

/** The numeric settings: their labels, ranges, and values in a new library. */
export const numberSettings = {
  loanDays: { label: "Loan period (days)", min: 1, max: 365, initial: 30 },
  renewals: { label: "Renewals per order", min: 0, max: 100, initial: 1 },
  lowStock: { label: "Low stock (copies left)", min: 0, max: 1000, initial: 1 },
  maxCopyDays: { label: "Copy-days per borrower", min: 1, max: 1_000_000, initial: 3000 },
  maxOpenClaims: { label: "Open claims per borrower", min: 0, max: 1000, initial: 1000 },
  holdHours: { label: "Hold time (hours)", min: 1, max: 720, initial: 48 },
  returnMailMinutes: { label: "Wait before the return email (minutes)", min: 0, max: 1440, initial: 10 },
  maxMailsPerHour: { label: "Emails per address per hour", min: 1, max: 100_000, initial: 20 },
  leadDays: { label: "Shipping time (business days)", min: 1, max: 30, initial: 5 },
  trailDays: { label: "Return shipping time (business days)", min: 1, max: 30, initial: 5 },
  inspectionDays: { label: "Inspection time (business days)", min: 0, max: 30, initial: 1 },
  anonymizeLoansMonths: { label: "Keep borrower names on past loans (months)", min: 0, max: 1200, initial: 24 },
  signInLogDays: { label: "Keep the sign-in log (days)", min: 1, max: 3650, initial: 90 },
  passwordMinLength: { label: "Minimum password length", min: 8, max: 64, initial: 8 },
  idleMinutes: { label: "End idle sessions after (minutes)", min: 5, max: 480, initial: 60 },
  backupHour: { label: "Hour of the nightly backup", min: 0, max: 23, initial: 3 },
  backupKeep: { label: "Backups to keep", min: 1, max: 1000, initial: 14 },
} as const;

export type NumberSetting = keyof typeof numberSettings;
type Each<Value> = Record<NumberSetting, Value>;

/** Lending rules and policies that managers can change while the library runs. */
export type LibrarySettings = Each<number> & {
  /** Whether staff must set up two-step verification before they can do anything else. */
  requireTwoStep: boolean;
  /** The sender's name on emails; empty to use the library's name. */
  senderName: string;
};

const isNumberSetting = (name: string): name is NumberSetting => name in numberSettings;
export const numberSettingNames = Object.keys(numberSettings).filter(isNumberSetting);

export function eachNumber<Value>(valueOf: (name: NumberSetting) => Value): Each<Value> {
  const values = Object.fromEntries(numberSettingNames.map((name) => [name, valueOf(name)]));
  if (!hasEach(values)) throw new Error("A setting has no value.");
  return values;
}

const hasEach = <Value>(values: Record<string, Value>): values is Each<Value> =>
  numberSettingNames.every((name) => name in values);

/**
 * Settings that protect accounts. Managers prove who they are to change one, because a stolen session could open the library
 * to others. Lending rules need no proof.
 */
const securitySettings = [
  "signInLogDays",
  "passwordMinLength",
  "idleMinutes",
  "requireTwoStep",
] as const satisfies (keyof LibrarySettings)[];

export const isSecurityChanged = (before: LibrarySettings, after: LibrarySettings): boolean =>
  securitySettings.some((name) => before[name] !== after[name]);

export const settingLabels: Record<keyof LibrarySettings, string> = {
  ...eachNumber((name) => numberSettings[name].label),
  requireTwoStep: "Require two-step verification for staff",
  senderName: "Sender name",
};

export const initialSettings: LibrarySettings = {
  ...eachNumber((name) => numberSettings[name].initial),
  requireTwoStep: false,
  senderName: "",
};

export const settingRules = z.object({
  ...eachNumber((name) => {
    const { min, max } = numberSettings[name];
    const sentence = ownMessages.wholeNumber(min, max);
    return z.number(sentence).check(z.gte(min, sentence), z.lte(max, sentence));
  }),
  senderName: optionalText(),
});

const wire = { ...eachNumber(() => whole(0, largest.integer)), requireTwoStep: z.boolean() };
const settings = z.object({ settings: z.object({ ...wire, senderName: z.string() }), version: z.number() });
export type StoredSettings = z.output<typeof settings>;

/** Extension: returns the settings. */
export const getSettings = endpoint("GET Settings/Get", { access: "manager", answer: { data: settings } });

/**
 * Extension: saves the settings. Rejects a stale `version`. Other processes pick up the change within seconds. The
 * password and code are needed only to change a setting that protects accounts.
 */
export const saveSettings = endpoint("POST Settings/Save", {
  access: "manager",
  body: z.extend(z.partial(proof), { ...wire, senderName: text(), version }),
  rules: z.extend(z.partial(proofRules), settingRules.shape),
  answer: { data: settings },
});
