import * as z from "zod/mini";
import { languages } from "./site/languages.ts";
import { endpoint } from "./wire/endpoint.ts";
import { flag, id, pageNumber, pageSize } from "./wire/text.ts";

/** The kinds of mail that the library writes, in the order staff sees them. */
export const mailKinds = [
  "reset",
  "opt-in",
  "order-received",
  "order-shipped",
  "order-returned",
  "due-soon",
  "overdue",
] as const;

/** One of them. */
export type MailKind = (typeof mailKinds)[number];

/** What has become of a mail: it waits for its next try, was handed over, or was given up. */
export const mailStates = ["waiting", "sent", "dead"] as const;

const mailKind = z.enum(mailKinds);
const orNothing = (names: readonly string[]) =>
  z.pipe(
    z.transform((value: string | undefined) => value ?? ""),
    z.enum(["", ...names], `must be one of ${names.join(", ")}`),
  );

/** A mail as staff sees it: never what it says, which may be for its reader alone. `trouble` is why it was not sent. */
export const staffMail = z.object({
  mailId: z.number(),
  kind: z.string(),
  toName: z.string(),
  toAddress: z.string(),
  subject: z.string(),
  /** Of what it says, its subject too. */
  language: z.enum(languages),
  state: z.enum(mailStates),
  writtenAt: z.string(),
  /** When it was handed over or given up. */
  endedAt: z.nullable(z.string()),
  /** Of a mail that waits. */
  nextTryAt: z.nullable(z.string()),
  tries: z.number(),
  trouble: z.string(),
  /** It is dead, and still known word for word. */
  canBeResent: z.boolean(),
});
export type StaffMail = z.output<typeof staffMail>;

/**
 * Extension: the outbox, newest first, by state and kind. `counts` are of all mails, whatever the filter; `isToFiles`
 * where no mail server is set, and each mail is a file.
 */
export const getMails = endpoint("GET Mail/GetMails", {
  access: "admin",
  query: z.object({
    state: z._default(orNothing(mailStates), ""),
    kind: z._default(orNothing(mailKinds), ""),
    page: pageNumber,
    pageSize,
  }),
  answer: {
    data: z.array(staffMail),
    total: z.number(),
    counts: z.object({ waiting: z.number(), dead: z.number() }),
    isToFiles: z.boolean(),
  },
});

/** Extension: gives a dead mail another round of tries. */
export const resendMail = endpoint("POST Mail/Resend/{id}", {
  access: "admin",
  params: { id },
  answer: { data: staffMail },
});

/** Extension: which kinds of mail are written at all. */
export const getMailKinds = endpoint("GET Mail/GetKinds", {
  access: "admin",
  answer: { data: z.array(z.object({ kind: mailKind, isOn: z.boolean() })) },
});

/** Extension: switches a kind on or off; off, what waits of it is given up. */
export const switchMailKind = endpoint("POST Mail/SwitchKind/{kind}/{isOn}", {
  access: "admin",
  params: { kind: z.enum(mailKinds, "is no kind of mail"), isOn: flag },
  answer: { data: z.array(z.object({ kind: mailKind, isOn: z.boolean() })) },
});
