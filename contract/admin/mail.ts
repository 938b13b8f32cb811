import * as z from "zod/mini";
import { languages } from "../site/languages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { reason } from "../wire/reasons.ts";
import { flag, id, nameOrAll, pageNumber, pageSize } from "../wire/text.ts";

export const mailKinds = [
  "reset",
  "opt-in",
  "confirm-mailbox",
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
  "staff-account",
  "staff-invitation",
] as const;

export type MailKind = (typeof mailKinds)[number];

/** The state of an email: waiting for its next try, sent, or given up. */
export const mailStates = ["waiting", "sent", "dead"] as const;

/** Extension to the states: what was given up, or waits for more than an hour. */
export const inTrouble = "trouble";

const mailKind = z.enum(mailKinds);

/** An email as staff see it, without its text, which may be private. `trouble` says why it was not sent. */
export const staffMail = z.object({
  mailId: z.number(),
  kind: z.string(),
  toName: z.string(),
  toAddress: z.string(),
  subject: z.string(),
  /** Part of the email's text, shown as its subject. */
  language: z.enum(languages),
  state: z.enum(mailStates),
  writtenAt: z.string(),
  endedAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  tries: z.number(),
  trouble: z.string(),
  /** No mail server was set up: it was saved as a file, and nobody got it. */
  isFile: z.boolean(),
  canBeResent: z.boolean(),
});
export type StaffMail = z.output<typeof staffMail>;

/**
 * Extension: the outbox, newest first, by state and type. `counts` cover all emails regardless of the filter; those in trouble
 * were given up, or have waited for more than an hour.
 * `isToFiles` is true when no mail server is set and each email becomes a file; `isServerAway`
 * when the mail server failed at the last try.
 */
export const getMails = endpoint("GET Mail/GetMails", {
  access: "clerk",
  query: z.object({
    state: z._default(
      nameOrAll([...mailStates, inTrouble], `must be one of ${[...mailStates, inTrouble].join(", ")}`),
      "",
    ),
    kind: z._default(nameOrAll(mailKinds, `must be one of ${mailKinds.join(", ")}`), ""),
    page: pageNumber,
    pageSize,
  }),
  answer: {
    data: z.array(staffMail),
    total: z.number(),
    counts: z.object({ waiting: z.number(), dead: z.number(), trouble: z.number() }),
    isToFiles: z.boolean(),
    isServerAway: z.boolean(),
    /** A backup of then was restored, and nothing is sent until somebody says so; null: what is written is sent. */
    heldSinceBackupOf: z.nullable(z.string()),
  },
});

/** Extension: lets a restored library send emails and reminders again; gives how many wait. */
export const sendHeldMail = endpoint("POST Mail/SendHeld", {
  access: "manager",
  answer: { data: z.object({ waiting: z.number() }) },
});

/** Extension: gives a dead email another round of tries. */
export const resendMail = endpoint("POST Mail/Resend/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: staffMail },
});

/** How many emails are sent again at once: the longest page of the list. */
export const maxResent = 100;

/** What became of each, in the order they were sent: done, or why not. */
const resent = z.array(
  z.object({ mailId: z.number(), refusal: z.nullable(z.object({ reason, message: z.string() })) }),
);
export type ResendOutcome = z.output<typeof resent>[number];

/** Extension: gives each of these dead emails another round of tries, after an outage. */
export const resendMails = endpoint("POST Mail/ResendMany", {
  access: "clerk",
  body: z.object({ mailIds: z.array(id).check(z.minLength(1), z.maxLength(maxResent)) }),
  answer: { data: resent },
});

/** Extension: which types of email are sent. */
export const getMailKinds = endpoint("GET Mail/GetKinds", {
  access: "clerk",
  answer: { data: z.array(z.object({ kind: mailKind, isOn: z.boolean() })) },
});

/** Extension: turns a type on or off. Turning it off gives up its waiting emails. */
export const switchMailKind = endpoint("POST Mail/SwitchKind/{kind}/{isOn}", {
  access: "manager",
  params: { kind: z.enum(mailKinds, "is no kind of mail"), isOn: flag },
  answer: { data: z.array(z.object({ kind: mailKind, isOn: z.boolean() })) },
});
