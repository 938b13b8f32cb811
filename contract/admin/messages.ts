import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { languages } from "../site/languages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { ownMessages } from "../wire/messages.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { id, idOrAll, optionalText, requiredText, text } from "../wire/text.ts";

export const audiences = ["borrower", "title", "overdue", "school"] as const;

/** The maximum number of borrowers to write to at once. */
export const maxRecipients = 500;

/** How many recipients, and borrowers who can't be emailed, an answer names. */
export const maxNamed = { recipients: 5, unreached: 50 } as const;

/**
 * Who gets a message: one borrower, everyone with copies of a title on loan, everyone with an overdue order, or everyone at
 * a school. `id` is the borrower's or the title's; `school` and `district` are the names that borrowers wrote, or the
 * directory's.
 */
const audience = {
  to: z.enum(audiences, `must be one of ${audiences.join(", ")}`),
  id: z._default(idOrAll, 0),
  school: z._default(text(), ""),
  district: z._default(text(), ""),
};
const audienceObject = z.object(audience);
export type Audience = z.output<typeof audienceObject>;

/**
 * `label` is the borrower's, title's, or school's name. `names` are the first recipients' names, and `unreached` the first
 * borrowers who can't be emailed, because nobody can log in to their account, or they haven't confirmed their address and
 * nothing was shipped to them.
 */
const people = z.object({
  label: z.string(),
  recipients: z.number(),
  names: z.array(z.string()),
  unreached: z.array(
    z.object({
      borrowerId: z.number(),
      borrowerName: z.string(),
      phoneNumber: z.string(),
      why: z.enum(["no login", "not confirmed"]),
    }),
  ),
  unreachedTotal: z.number(),
});
export type AudiencePeople = z.output<typeof people>;

/** Extension: returns who would get a message. */
export const getAudience = endpoint("GET Mail/GetAudience", {
  access: "clerk",
  query: z.object({ ...audience, to: z._default(audience.to, "overdue") }),
  answer: { data: people },
});

const message = { subject: text(), text: text(limits.description) };

export const messageRules = z.object({
  school: optionalText(),
  district: optionalText(),
  subject: requiredText(ownMessages.required("Subject")),
  text: requiredText(ownMessages.required("Text"), limits.description),
});

/**
 * Extension: returns who would get a message, the email as text in each of their languages, and a key with which it can be
 * sent once.
 */
export const previewMessage = endpoint("POST Mail/PreviewMessage", {
  access: "clerk",
  changesNothing: true,
  body: z.object({ ...audience, ...message }),
  bodyBytes: bodyLimits.withTexts,
  rules: messageRules,
  answer: {
    data: z.extend(people, {
      key: z.string(),
      emails: z.array(
        z.object({ language: z.enum(languages), recipients: z.number(), subject: z.string(), text: z.string() }),
      ),
    }),
  },
});
export type MessagePreview = z.output<(typeof previewMessage)["answer"]["data"]>;

/**
 * Extension: emails each of these borrowers. `recipients` is their number in the preview; if it has changed, nothing is
 * sent. Sending the same `key` again sends nothing more.
 */
export const sendMessage = endpoint("POST Mail/SendMessage", {
  access: "clerk",
  body: z.object({
    ...audience,
    ...message,
    recipients: id,
    key: z.string().check(z.regex(/^[\w-]{16,64}$/, "must have 16 to 64 letters and digits")),
  }),
  bodyBytes: bodyLimits.withTexts,
  rules: messageRules,
  answer: { data: z.object({ recipients: z.number() }) },
});
