import * as z from "zod/mini";
import { messages, ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, maxLength, requiredText, secret, text } from "../wire/text.ts";
import { scanSignals, staffRoles } from "./roles.ts";
import { requiredName } from "./names.ts";
import { loggedIn } from "./accounts.ts";
import { limits } from "../catalog/codes.ts";

/** A live session of a staff member. `browser` and `address` are empty when unknown. */
export const staffSession = z.object({
  sessionNumber: z.number(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  browser: z.string(),
  address: z.string(),
  isThisOne: z.boolean(),
});
export type StaffSession = z.output<typeof staffSession>;

export const ownAccount = z.object({
  userId: z.number(),
  userName: z.string(),
  name: z.string(),
  emailAddress: z.string(),
  role: z.enum(staffRoles),
  /** Whether the password is still the one that was set when the account was created. */
  hasFirstPassword: z.boolean(),
  twoStep: z.object({ isOn: z.boolean(), isRequired: z.boolean(), recoveryCodesLeft: z.number() }),
  sessions: z.array(staffSession),
});
export type OwnAccount = z.output<typeof ownAccount>;

export const getOwnAccount = endpoint("GET Staff/GetOwnAccount", {
  access: "volunteer",
  beforeTwoStep: true,
  answer: { data: ownAccount },
});

/** A code from the app or a recovery code; spaces and dashes don't matter. */
const typedCode = text(limits.twoStepCode);
const code = requiredText(ownMessages.codeRequired, limits.twoStepCode);
const password = requiredText(ownMessages.passwordRequired);

/**
 * Proves that the caller is the account's owner, because a session can be stolen: the current password and, where
 * two-step verification is on, a code.
 */
export const proof = z.object({ password: secret, code: z.optional(typedCode) });
export type Proof = z.output<typeof proof>;
export const proofRules = z.object({ password, code: z.optional(z.string().check(maxLength(limits.twoStepCode))) });
export const twoStepRules = z.object({ code, password });

/** Extension: changes the password, ends the other sessions and any open reset links, and emails the owner. */
export const changeStaffPassword = endpoint("POST Staff/ChangePassword", {
  access: "volunteer",
  body: z.extend(proof, { newPassword: secret }),
  rules: z.extend(proofRules, { newPassword: requiredText(messages.field.newPassword) }),
  answer: {},
});

const newEmail = { emailAddress: z.string().check(z.trim(), z.email(messages.field.email), maxLength()) };
export const staffEmailRules = z.extend(proofRules, newEmail);

/**
 * Extension: sets the email address for resets, ends the other sessions and any open reset links, and emails both
 * addresses.
 */
export const changeStaffEmail = endpoint("POST Staff/ChangeEmail", {
  access: "volunteer",
  body: z.extend(proof, { emailAddress: text() }),
  rules: staffEmailRules,
  answer: {},
});

export const staffNameRules = z.object({
  name: requiredName(messages.field.fullName),
});

/** Extension: sets the name that appears instead of the user name in the header, the activity log, and "changed by". */
export const changeStaffName = endpoint("POST Staff/ChangeName", {
  access: "volunteer",
  body: z.object({ name: text(limits.name) }),
  rules: staffNameRules,
  answer: {},
});

/** Extension: sets the sounds and vibrations that confirm a scan, on every device where the caller logs in. */
export const changeScanSignals = endpoint("POST Staff/ChangeScanSignals", {
  access: "volunteer",
  body: z.object({ scanSignals: z.array(z.enum(scanSignals)).check(z.maxLength(scanSignals.length)) }),
  answer: {},
});

/** Extension: ends one of the caller's sessions. A manager may end anyone's. */
export const endStaffSession = endpoint("POST Staff/EndSession/{userId}/{sessionNumber}", {
  access: "volunteer",
  params: { userId: id, sessionNumber: id },
  answer: {},
});

export const endStaffSessions = endpoint("POST Staff/EndSessions/{userId}", {
  access: "volunteer",
  params: { userId: id },
  answer: {},
});

/**
 * Extension: finishes a login with a code. `token` comes from the refusal "code-required" and expires after a few
 * minutes.
 */
export const passTwoStep = endpoint("POST Account/PassTwoStep", {
  access: "anyone",
  body: z.object({ token: text(1000), code: typedCode }),
  rules: z.object({ code }),
  answer: { data: loggedIn },
});

/**
 * Extension: returns a new secret for an authenticator app and the address for its QR code. Doesn't store anything yet.
 */
export const newTwoStep = endpoint("GET Staff/NewTwoStep", {
  access: "volunteer",
  beforeTwoStep: true,
  answer: { data: z.object({ secret: z.string(), address: z.string() }) },
});

const recoveryCodes = { data: z.object({ recoveryCodes: z.array(z.string()) }) };

/**
 * Extension: turns on two-step verification, so that every login needs a code, and ends the other sessions. `code`
 * proves that the app has the secret. No other call returns the secret or these recovery codes.
 */
export const turnOnTwoStep = endpoint("POST Staff/TurnOnTwoStep", {
  access: "volunteer",
  beforeTwoStep: true,
  body: z.object({
    password: secret,
    code: typedCode,
    secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/, "must be the secret of NewTwoStep")),
  }),
  rules: twoStepRules,
  answer: recoveryCodes,
});

/** Extension: creates ten new recovery codes; the previous ones stop working. */
export const newRecoveryCodes = endpoint("POST Staff/NewRecoveryCodes", {
  access: "volunteer",
  body: proof,
  rules: proofRules,
  answer: recoveryCodes,
});

export const turnOffTwoStep = endpoint("POST Staff/TurnOffTwoStep", {
  access: "volunteer",
  body: proof,
  rules: twoStepRules,
  answer: {},
});

/**
 * Extension: turns off two-step verification for a colleague who has lost the app and the recovery codes. Refused for
 * the caller's own account.
 */
export const removeTwoStep = endpoint("POST Staff/RemoveTwoStep/{userId}", {
  access: "manager",
  params: { userId: id },
  body: proof,
  rules: proofRules,
  answer: {},
});
