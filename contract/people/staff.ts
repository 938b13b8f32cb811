import * as z from "zod/mini";
import { passwordPair, userNameRule } from "./accounts.ts";
import { messages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, id, maxLength, nameOrAll, pageNumber, pageSize, secret, text } from "../wire/text.ts";
import { staffSession } from "./own-account.ts";
import { staffRoles } from "./roles.ts";

export const staffMember = z.object({
  userId: z.number(),
  userName: z.string(),
  /** Empty when unknown, as the email address. */
  name: z.string(),
  emailAddress: z.string(),
  role: z.enum(staffRoles),
  isDisabled: z.boolean(),
  hasTwoStep: z.boolean(),
  isSelf: z.boolean(),
  /** The ones that can be used, the last used first. */
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

/** Extension: all administrators, and the open invitations. */
export const getStaff = endpoint("GET Staff/GetStaff", {
  access: "manager",
  answer: { data: z.object({ staff: z.array(staffMember), invitations: z.array(invitation) }) },
});

export const inviteRules = z.object({ emailAddress: z.string().check(z.trim(), z.email(messages.field.email)) });

const role = z.enum(staffRoles, "must be volunteer, clerk, or manager");

/** Extension: emails a link to a new colleague, who gets this role. Inviting again sends a new link; the old one no longer works. */
export const inviteStaff = endpoint("POST Staff/Invite", {
  access: "manager",
  body: z.object({ emailAddress: text(), role: z._default(role, "clerk") }),
  rules: inviteRules,
  answer: { id: z.number() },
});

/** Extension: the link no longer works. */
export const withdrawInvitation = endpoint("POST Staff/WithdrawInvitation/{id}", {
  access: "manager",
  params: { id },
  answer: {},
});

/** Extension: nobody can log in to the account, and its sessions end. Nobody disables themselves. */
export const disableStaff = endpoint("POST Staff/Disable/{userId}", {
  access: "manager",
  params: { userId: id },
  answer: {},
});

export const enableStaff = endpoint("POST Staff/Enable/{userId}", {
  access: "manager",
  params: { userId: id },
  answer: {},
});

/** Extension: from the next login on: it ends the sessions of the account. Nobody changes their own role. */
export const changeRole = endpoint("POST Staff/ChangeRole/{userId}", {
  access: "manager",
  params: { userId: id },
  body: z.object({ role }),
  answer: {},
});

/** Extension: whether the link of an invitation works, and where it was sent. */
export const checkInvitation = endpoint("GET Staff/CheckInvitation/{token}", {
  access: "anyone",
  answer: { data: z.object({ emailAddress: z.string() }) },
});

/** The rules of a new colleague's account. The minimum length of a password is a setting. */
export const acceptRules = z.intersection(
  z.object({
    name: z.string().check(z.trim(), z.minLength(1, messages.field.fullName), maxLength()),
    userName: userNameRule,
  }),
  passwordPair,
);

/** Extension: opens the account of an invitation, once. */
export const acceptInvitation = endpoint("POST Staff/AcceptInvitation/{token}", {
  access: "anyone",
  body: z.object({ name: text(), userName: text(), password: secret, confirmPassword: secret }),
  rules: acceptRules,
  answer: {},
});

export const securityKinds = [
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

/** What happened in one minute from one address, to one account, as one row. Nobody's typed user name is in it. */
export const signInEvent = z.object({
  eventId: z.number(),
  kind: z.enum(securityKinds),
  at: z.string(),
  times: z.number(),
  /** A network of 64 bits for IPv6; empty: from many, or this server itself. */
  address: z.string(),
  /** The contract's name, or that of a command; empty for a page, or for many. */
  call: z.string(),
  /** Whose session or new session it was; empty when nobody's. */
  person: z.string(),
  /** The code of the user name that was typed; empty when none was, or many. */
  nameCode: z.string(),
  sessionNumber: z.nullable(z.number()),
});
export type SignInEvent = z.output<typeof signInEvent>;

/** Extension: the security trail, newest first. `userName` finds an account's events and those of what was typed. */
export const getSignInEvents = endpoint("GET SignInLog/GetEvents", {
  access: "manager",
  query: z.object({
    kind: z._default(nameOrAll(securityKinds, "must be a kind of security event"), ""),
    userName: z._default(text(), ""),
    address: z._default(text(), ""),
    startDate: dayOrNothing,
    endDate: dayOrNothing,
    page: pageNumber,
    pageSize,
  }),
  answer: { data: z.array(signInEvent), total: z.number() },
});
