import * as z from "zod/mini";
import { messages, ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, maxLength, requiredText, secret, text } from "../wire/text.ts";
import { scanSignals, staffRoles } from "./roles.ts";
import { loggedIn } from "./accounts.ts";
import { limits } from "../catalog/codes.ts";

/** A session of an administrator that can be used. `browser` and `address` are empty when unknown. */
export const staffSession = z.object({
  sessionNumber: z.number(),
  begunAt: z.string(),
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
  /** The password is still the one that was printed or set when the account was created. */
  hasFirstPassword: z.boolean(),
  /** Whether a login asks for a code; whether the library demands it of its staff. */
  twoStep: z.object({ isOn: z.boolean(), isRequired: z.boolean(), recoveryCodesLeft: z.number() }),
  sessions: z.array(staffSession),
});
export type OwnAccount = z.output<typeof ownAccount>;

/** Extension: the administrator's own account and sessions. */
export const getOwnAccount = endpoint("GET Staff/GetOwnAccount", {
  access: "volunteer",
  beforeTwoStep: true,
  answer: { data: ownAccount },
});

const currentPassword = requiredText(ownMessages.currentPasswordRequired);

/** Extension: like a borrower's. Ends the other sessions and open reset links, and tells the mailbox. */
export const changeStaffPassword = endpoint("POST Staff/ChangePassword", {
  access: "volunteer",
  body: z.object({ password: secret, newPassword: secret }),
  rules: z.object({
    password: currentPassword,
    newPassword: requiredText(messages.field.newPassword),
  }),
  answer: {},
});

export const staffEmailRules = z.object({
  emailAddress: z.string().check(z.trim(), z.email(messages.field.email), maxLength()),
  password: currentPassword,
});

/** Extension: sets the address for resets. Ends the other sessions and open reset links, and tells both mailboxes. */
export const changeStaffEmail = endpoint("POST Staff/ChangeEmail", {
  access: "volunteer",
  body: z.object({ password: secret, emailAddress: text() }),
  rules: staffEmailRules,
  answer: {},
});

export const staffNameRules = z.object({
  name: z.string().check(z.trim(), z.minLength(1, messages.field.fullName), maxLength()),
});

/** Extension: sets the name that the header, the audit and "changed by" have instead of the user name. */
export const changeStaffName = endpoint("POST Staff/ChangeName", {
  access: "volunteer",
  body: z.object({ name: text() }),
  rules: staffNameRules,
  answer: {},
});

/** Extension: sets how a scan answers beside the screen, on every device that the caller logs in to. */
export const changeScanSignals = endpoint("POST Staff/ChangeScanSignals", {
  access: "volunteer",
  body: z.object({ scanSignals: z.array(z.enum(scanSignals)).check(z.maxLength(scanSignals.length)) }),
  answer: {},
});

/** Extension: ends one session of an administrator, or all but the caller's; a manager those of anybody. */
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

/** Of a code of the app, or a recovery code; spaces and dashes do not matter. */
const typedCode = text(limits.twoStepCode);
const code = requiredText(ownMessages.codeRequired, limits.twoStepCode);
const password = requiredText(ownMessages.currentPasswordRequired);

export const passRules = z.object({ code });

/**
 * Extension: the second step of a login. `token` is what the login's refusal ("code-required") gave: good for a few
 * minutes, for this account and its password, and for nothing else.
 */
export const passTwoStep = endpoint("POST Account/PassTwoStep", {
  access: "anyone",
  body: z.object({ token: text(1000), code: typedCode }),
  rules: passRules,
  answer: { data: loggedIn },
});

/** Extension: a new secret for an authenticator app, and the address that its QR code holds. Nothing is stored yet. */
export const newTwoStep = endpoint("GET Staff/NewTwoStep", {
  access: "volunteer",
  beforeTwoStep: true,
  answer: { data: z.object({ secret: z.string(), address: z.string() }) },
});

const recoveryCodes = { data: z.object({ recoveryCodes: z.array(z.string()) }) };

export const twoStepRules = z.object({ code, password });

/**
 * Extension: from now on, logging in asks for a code of the app. `code` shows that the app has the secret, which no
 * call returns again. The recovery codes are shown this once; each replaces one code. Ends the other sessions.
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

export const newCodesRules = z.object({ password });

/** Extension: ten new recovery codes; the ones of before no longer work. */
export const newRecoveryCodes = endpoint("POST Staff/NewRecoveryCodes", {
  access: "volunteer",
  body: z.object({ password: secret }),
  rules: newCodesRules,
  answer: recoveryCodes,
});

/** Extension: with the password, and a code of the app or a recovery code. */
export const turnOffTwoStep = endpoint("POST Staff/TurnOffTwoStep", {
  access: "volunteer",
  body: z.object({ password: secret, code: typedCode }),
  rules: twoStepRules,
  answer: {},
});

/** Extension: for a colleague who has lost the app and the recovery codes. Not for one's own. */
export const removeTwoStep = endpoint("POST Staff/RemoveTwoStep/{userId}", {
  access: "manager",
  params: { userId: id },
  answer: {},
});
