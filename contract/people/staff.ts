import * as z from "zod/mini";
import { passwordPair, userNameRule } from "./accounts.ts";
import { messages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, id, linkSecret, nameOrAll, pageNumber, pageSize, secret, text } from "../wire/text.ts";
import { limits } from "../catalog/codes.ts";
import { requiredName } from "./names.ts";
import { proof, proofRules, staffSession } from "./own-account.ts";
import { staffRoles } from "./roles.ts";

const staffMember = z.object({
  userId: z.number(),
  userName: z.string(),
  /** Empty when unknown, as is the email address. */
  name: z.string(),
  emailAddress: z.string(),
  role: z.enum(staffRoles),
  isDisabled: z.boolean(),
  hasTwoStep: z.boolean(),
  isSelf: z.boolean(),
  /** Live sessions, last used first. */
  sessions: z.array(staffSession),
});
export type StaffMember = z.output<typeof staffMember>;

export const invitation = z.object({
  invitationId: z.number(),
  emailAddress: z.string(),
  role: z.enum(staffRoles),
  invitedBy: z.string(),
  invitedAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.output<typeof invitation>;

export const getStaff = endpoint("GET Staff/GetStaff", {
  access: "manager",
  answer: { data: z.object({ staff: z.array(staffMember), invitations: z.array(invitation) }) },
});

export const inviteRules = z.extend(proofRules, {
  emailAddress: z.string().check(z.trim(), z.email(messages.field.email)),
});

const role = z.enum(staffRoles, "must be volunteer, clerk, or manager");

/**
 * Extension: emails an invitation for this role. Inviting the person again sends a new link, and the old one stops
 * working.
 */
export const inviteStaff = endpoint("POST Staff/Invite", {
  access: "manager",
  body: z.extend(proof, { emailAddress: text(), role: z._default(role, "clerk") }),
  rules: inviteRules,
  answer: { id: z.number() },
});

export const withdrawInvitation = endpoint("POST Staff/WithdrawInvitation/{id}", {
  access: "manager",
  params: { id },
  answer: {},
});

/** Extension: locks an account and ends its sessions. Refused for the caller's own account. */
export const disableStaff = endpoint("POST Staff/Disable/{userId}", {
  access: "manager",
  params: { userId: id },
  answer: {},
});

export const enableStaff = endpoint("POST Staff/Enable/{userId}", {
  access: "manager",
  params: { userId: id },
  body: proof,
  rules: proofRules,
  answer: {},
});

/** Extension: changes the role and ends the account's sessions. Refused for the caller's own account. */
export const changeRole = endpoint("POST Staff/ChangeRole/{userId}", {
  access: "manager",
  params: { userId: id },
  body: z.extend(proof, { role }),
  rules: proofRules,
  answer: {},
});

/** Extension: returns the address that a valid invitation was sent to. */
export const checkInvitation = endpoint("POST Staff/CheckInvitation", {
  access: "anyone",
  body: linkSecret,
  answer: { data: z.object({ emailAddress: z.string() }) },
});

/** The server also checks the minimum length of the password, which is a setting. */
export const acceptRules = z.intersection(
  z.object({
    name: requiredName(messages.field.fullName),
    userName: userNameRule,
  }),
  passwordPair,
);

/** Extension: creates the account for an invitation. An invitation works once. */
export const acceptInvitation = endpoint("POST Staff/AcceptInvitation", {
  access: "anyone",
  body: z.extend(linkSecret, { name: text(limits.name), userName: text(), password: secret, confirmPassword: secret }),
  rules: acceptRules,
  answer: {},
});

const securityKinds = [
  "logged-in",
  "log-in-failed",
  "limit-hit",
  "access-refused",
  "token-forged",
  "password-changed",
  "email-changed",
  "sessions-ended",
  "staff-changed",
  "key-turned",
] as const;

export type SecurityKind = (typeof securityKinds)[number];

/**
 * Events of one kind in the same minute, from the same address, and for the same account, in one row. The row never has
 * the user name that someone typed.
 */
export const signInEvent = z.object({
  eventId: z.number(),
  kind: z.enum(securityKinds),
  at: z.string(),
  times: z.number(),
  /** A /64 network for IPv6; empty for several addresses, or for this server. */
  address: z.string(),
  /** The call or the command; empty for a page, or for several. */
  call: z.string(),
  /** The owner of the session; empty without a session. */
  person: z.string(),
  /** The code of the typed user name; empty for none or several. */
  nameCode: z.string(),
  sessionNumber: z.nullable(z.number()),
});
export type SignInEvent = z.output<typeof signInEvent>;

/**
 * Extension: returns the sign-in log, newest first. `userName` finds the account's events and any attempts with that
 * name.
 */
export const getSignInEvents = endpoint("GET SignInLog/GetEvents", {
  access: "manager",
  query: z.object({
    kind: z._default(nameOrAll(securityKinds, "must be a kind of sign-in event"), ""),
    userName: z._default(text(), ""),
    address: z._default(text(), ""),
    startDate: dayOrNothing,
    endDate: dayOrNothing,
    page: pageNumber,
    pageSize,
  }),
  answer: { data: z.array(signInEvent), total: z.number() },
});
