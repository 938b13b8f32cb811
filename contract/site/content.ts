import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { messages } from "../wire/messages.ts";
import { languages } from "./languages.ts";
import { frameContent, pageContent, sectionNames, siteContent } from "./sections.ts";
import { endpoint } from "../wire/endpoint.ts";
import { linkSecret, text, version, versionInPath } from "../wire/text.ts";

/** More than the number of Spanish texts in any section. */
const maxStillFits = 500;

/** The reader's language, English by default. */
const inLanguage = z.object({ language: z._default(z.enum(languages), "en") });

/** The data for the first rendering. `termsVersion` is the version of the terms that this reader's orders accept. */
export const startConfiguration = z.object({
  presentation: z.enum(["inventory", "marketing"]),
  timeZone: z.string(),
  passwordMinLength: z.number(),
  loanDays: z.number(),
  /** Whether a mail server is set up. Without one, every email becomes a file. */
  sendsMail: z.boolean(),
  termsVersion: z.string(),
  /** The Spanish names of subjects and grades, by their English names; omitted in English. */
  codeNames: z.optional(z.record(z.string(), z.string())),
  content: frameContent,
});
export type StartConfiguration = z.output<typeof startConfiguration>;

export const getStartConfiguration = endpoint("GET Site/GetConfiguration", {
  access: "anyone",
  query: inLanguage,
  answer: { data: startConfiguration },
});

/** Extension: returns the texts of the public pages and the terms in one language (contract/site/content-in.ts). */
export const getPageContent = endpoint("GET Site/GetContent", {
  access: "anyone",
  query: inLanguage,
  answer: { data: pageContent },
});

/** Extension: returns the version of the terms that an order names; 0 is the original text. */
export const getTerms = endpoint("GET Site/GetTerms/{version}", {
  access: "anyone",
  params: { version: versionInPath },
  query: inLanguage,
  answer: { data: z.object({ savedAt: z.nullable(z.string()), terms: siteContent.shape.terms }) },
});

const sectionName = z.enum(sectionNames, "must be a section of the content");

/**
 * A version of a section. `version` counts from 1; 0 is the original text, with a null `savedAt`. `restoredVersion` is
 * the version that this one restored, if any. `englishChanged` tells when an English text changed after its
 * translation, by the path of the Spanish field ("links.0.titleInSpanish").
 */
const revision = z.object({
  version: z.number(),
  savedAt: z.nullable(z.string()),
  savedBy: z.string(),
  restoredVersion: z.nullable(z.number()),
  englishChanged: z.record(z.string(), z.string()),
});
export type Revision = z.output<typeof revision>;

/** The current version of every section, with its Spanish fields. */
export const editableContent = z.object({
  content: siteContent,
  revisions: z.record(z.string(), revision),
});
export type EditableContent = z.output<typeof editableContent>;

export const getEditableContent = endpoint("GET Site/GetEditableContent", {
  access: "manager",
  answer: { data: editableContent },
});

/** Extension: returns up to a hundred versions of a section, newest first, then the original text. */
export const getSectionHistory = endpoint("GET Site/GetHistory/{section}", {
  access: "manager",
  params: { section: sectionName },
  answer: {
    data: z.array(z.object({ revision, content: z.record(z.string(), z.unknown()) })),
  },
});

/**
 * Extension: saves a section, whose `content` has the shape in contract/site/sections.ts. Rejects a stale `version`.
 * `stillFits` lists the paths of Spanish texts ("groups.0.titleInSpanish") that are still accurate although the English
 * text changed.
 */
export const saveSection = endpoint("POST Site/SaveSection", {
  access: "manager",
  body: z.object({
    section: sectionName,
    version,
    content: z.record(z.string(), z.unknown()),
    stillFits: z._default(z.array(text()).check(z.maxLength(maxStillFits, `cannot be more than ${maxStillFits}`)), []),
  }),
  bodyBytes: bodyLimits.withCopies,
  answer: { data: editableContent },
});

/** Extension: restores an earlier version of a section as a new version. */
export const restoreSection = endpoint("POST Site/BringBackSection", {
  access: "manager",
  body: z.object({
    section: sectionName,
    version,
    wantedVersion: version,
  }),
  answer: { data: editableContent },
});

export const subscriptionRules = z.object({
  emailAddress: z
    .string()
    .check(z.trim(), z.email(messages.field.email), z.maxLength(limits.line, messages.field.email)),
});

/** Extension: signs up an address. `website` is a honeypot. The response never reveals who is on the list. */
export const subscribe = endpoint("POST MailingList/Subscribe", {
  access: "anyone",
  body: z.object({ emailAddress: text(), website: z.optional(text(limits.prose)) }),
  rules: subscriptionRules,
  answer: {},
});

/** Extension: confirms a sign-up through the link in the email. */
export const confirmSubscription = endpoint("POST MailingList/Confirm", {
  access: "anyone",
  body: linkSecret,
  answer: {},
});

/** Extension: unsubscribes the address that this link was sent to. */
export const leaveMailingList = endpoint("POST MailingList/Leave", { access: "anyone", body: linkSecret, answer: {} });

/** Extension: does the same for mail programs, whose one-click unsubscribe only has a URL (RFC 8058). */
export const unsubscribe = endpoint("POST MailingList/Unsubscribe/{key}", { access: "anyone", answer: {} });

/** Extension: downloads all confirmed subscribers. */
export const subscribersCsv = endpoint("GET MailingList/csv", { access: "manager", file: "text/csv" });
