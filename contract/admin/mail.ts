import * as z from "zod/mini";
import { languages } from "../site/languages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { reason } from "../wire/refusals.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { limits } from "../catalog/codes.ts";
import { flag, id, nameOrAll, pageNumber, pageSize, text } from "../wire/text.ts";

export const mailKinds = [
  "reset",
  "opt-in",
  "confirm-mailbox",
  "borrower-invitation",
  "welcome",
  "account-changed",
  "account-blocked",
  "loans-transferred",
  "order-received",
  "order-changed",
  "order-shipped",
  "order-returned",
  "order-canceled",
  "copy-held",
  "waitlist-ended",
  "dates-at-risk",
  "due-changed",
  "due-soon",
  "overdue",
  "year-end",
  "open-claims",
  "message",
  "staff-account",
  "staff-invitation",
] as const;

export type MailKind = (typeof mailKinds)[number];

export const mailNames: Record<MailKind, string> = {
  reset: "Password reset",
  "opt-in": "Mailing list sign-up",
  "confirm-mailbox": "Confirm email address",
  "borrower-invitation": "Invitation to a borrower",
  welcome: "Welcome",
  "account-changed": "Account changed",
  "account-blocked": "Account blocked",
  "loans-transferred": "Loans transferred",
  "order-received": "Order received",
  "order-changed": "Order changed",
  "order-shipped": "Order shipped",
  "order-returned": "Order returned",
  "order-canceled": "Order canceled",
  "copy-held": "Copy on hold",
  "waitlist-ended": "Off the waitlist",
  "dates-at-risk": "Order may miss its dates",
  "due-changed": "Due date changed",
  "due-soon": "Due soon",
  overdue: "Overdue",
  "year-end": "End of the school year",
  "open-claims": "Lost and damaged",
  message: "Message from staff",
  "staff-account": "Staff account changed",
  "staff-invitation": "Staff invitation",
};

/** Returns whether emails of this type go to staff. Those are always in English. */
export const isToStaff = (kind: MailKind): boolean => kind.startsWith("staff-");

/** The state of an email: waiting for the next attempt, sent, or permanently failed. */
export const mailStates = ["waiting", "sent", "dead"] as const;

/** A filter rather than a state: dead emails, and emails that have waited for more than an hour. */
export const inTrouble = "trouble";

const mailKind = z.enum(mailKinds);

/**
 * An email as staff see it, without the text, which may be private. `trouble` is the reason for the last failure. An email
 * that staff wrote has its text and its writer's name; others have null and "".
 */
export const staffMail = z.object({
  mailId: z.number(),
  kind: z.string(),
  toName: z.string(),
  toAddress: z.string(),
  subject: z.string(),
  /** The language of the subject. */
  language: z.enum(languages),
  state: z.enum(mailStates),
  writtenAt: z.string(),
  endedAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  tries: z.number(),
  trouble: z.string(),
  /** Whether the email was saved as a file because no mail server was set up. */
  isFile: z.boolean(),
  canBeResent: z.boolean(),
  text: z.nullable(z.string()),
  writtenByName: z.string(),
});
export type StaffMail = z.output<typeof staffMail>;

/**
 * Extension: returns the outbox, newest first. `counts` ignores the filter. `isToFiles` is true when no mail server is
 * set up, so that every email becomes a file; `isServerAway` is true when the last attempt to reach the mail server
 * failed.
 */
export const getMails = endpoint("GET Mail/GetMails", {
  access: "clerk",
  query: z.object({
    state: z._default(nameOrAll([...mailStates, inTrouble]), ""),
    kind: z._default(nameOrAll(mailKinds), ""),
    page: pageNumber,
    pageSize,
  }),
  answer: {
    data: z.array(staffMail),
    total: z.number(),
    counts: z.object({ waiting: z.number(), dead: z.number(), trouble: z.number() }),
    isToFiles: z.boolean(),
    isServerAway: z.boolean(),
    /** When the restored backup was made, if email is on hold until a manager releases it; null otherwise. */
    heldSinceBackupOf: z.nullable(z.string()),
  },
});

/** Extension: releases the emails and reminders of a restored library. Returns how many emails are waiting. */
export const sendHeldMail = endpoint("POST Mail/SendHeld", {
  access: "manager",
  answer: { data: z.object({ waiting: z.number() }) },
});

/** Extension: resends a dead email. */
export const resendMail = endpoint("POST Mail/Resend/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: staffMail },
});

/** The maximum number of emails to resend in one call, which is also the list's maximum page size. */
export const maxResent = 100;

/** The outcome of each email, in the order of the request; `refusal` is null if it succeeded. */
const resent = z.array(
  z.object({ mailId: z.number(), refusal: z.nullable(z.object({ reason, message: z.string() })) }),
);
export type ResendOutcome = z.output<typeof resent>[number];

/** Extension: resends these dead emails, for example after an outage. */
export const resendMails = endpoint("POST Mail/ResendMany", {
  access: "clerk",
  body: z.object({ mailIds: z.array(id).check(z.minLength(1), z.maxLength(maxResent)) }),
  answer: { data: resent },
});

/** Extension: returns which types of email are on. */
export const getMailKinds = endpoint("GET Mail/GetKinds", {
  access: "clerk",
  answer: { data: z.array(z.object({ kind: mailKind, isOn: z.boolean() })) },
});

/** Extension: turns a type of email on or off. Turning a type off makes its waiting emails fail. */
export const switchMailKind = endpoint("POST Mail/SwitchKind/{kind}/{isOn}", {
  access: "manager",
  params: { kind: z.enum(mailKinds, `must be one of ${mailKinds.join(", ")}`), isOn: flag },
  answer: { data: z.array(z.object({ kind: mailKind, isOn: z.boolean() })) },
});

const paragraph = text(limits.prose);

/**
 * Extension: returns an email of this type about made-up data, as it would be sent with the library's own paragraphs
 * (`mail-…` in contract/site/sections.ts).
 */
export const previewMail = endpoint("POST Mail/Preview", {
  access: "manager",
  changesNothing: true,
  body: z.object({
    kind: mailKind,
    language: z.enum(languages),
    content: z.object({
      before: paragraph,
      beforeInSpanish: z.optional(paragraph),
      after: paragraph,
      afterInSpanish: z.optional(paragraph),
    }),
  }),
  bodyBytes: bodyLimits.withTexts,
  answer: { data: z.object({ language: z.enum(languages), subject: z.string(), text: z.string() }) },
});
