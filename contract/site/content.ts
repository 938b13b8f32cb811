import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { messages } from "../wire/messages.ts";
import { languages } from "./languages.ts";
import { frameContent, pageContent, sectionNames, siteContent } from "./sections.ts";
import { endpoint } from "../wire/endpoint.ts";
import { text, version, versionInPath } from "../wire/text.ts";

/** More Spanish texts than a section has. */
const stillFitsMost = 500;

/** The language of the reader; without it, English. */
const inLanguage = z.object({ language: z._default(z.enum(languages), "en") });

/** What the browser needs before it renders; `termsVersion` is what an order of this reader would accept now. */
export const startConfiguration = z.object({
  presentation: z.enum(["inventory", "marketing"]),
  timeZone: z.string(),
  passwordMinLength: z.number(),
  loanDays: z.number(),
  /** A mail server is set up; without one each email becomes a file that nobody gets. */
  sendsMail: z.boolean(),
  termsVersion: z.string(),
  /** Subjects and grades in the language of the reader, by their English names; left out for readers of English. */
  codeNames: z.optional(z.record(z.string(), z.string())),
  content: frameContent,
});
export type StartConfiguration = z.output<typeof startConfiguration>;

export const getStartConfiguration = endpoint("GET Site/GetConfiguration", {
  access: "anyone",
  query: inLanguage,
  answer: { data: startConfiguration },
});

/** Extension: the texts of the public pages, and the terms, for readers of a language (contract/site/content-in.ts). */
export const getPageContent = endpoint("GET Site/GetContent", {
  access: "anyone",
  query: inLanguage,
  answer: { data: pageContent },
});

/** Extension: the terms as they were at a version, which an order names; 0 is the original text. */
export const getTerms = endpoint("GET Site/GetTerms/{version}", {
  access: "anyone",
  params: { version: versionInPath },
  query: inLanguage,
  answer: { data: z.object({ savedAt: z.nullable(z.string()), terms: siteContent.shape.terms }) },
});

const sectionName = z.enum(sectionNames, "must be a section of the content");

/**
 * One version of a section. `version` counts from 1; 0 is the original text. `savedAt` is an instant, null for 0.
 * `restoredVersion` names the version it restored, if any. `englishChanged`: the instant from which on the English text
 * is another than the one that a Spanish field translates, by the field's path ("links.0.titleInSpanish").
 */
const revision = z.object({
  version: z.number(),
  savedAt: z.nullable(z.string()),
  savedBy: z.string(),
  restoredVersion: z.nullable(z.number()),
  englishChanged: z.record(z.string(), z.string()),
});
export type Revision = z.output<typeof revision>;

/** The content as staff see it: the current version of every section. */
export const editableContent = z.object({
  content: siteContent,
  revisions: z.record(z.string(), revision),
});
export type EditableContent = z.output<typeof editableContent>;

export const getEditableContent = endpoint("GET Site/GetEditableContent", {
  access: "manager",
  answer: { data: editableContent },
});

/** Extension: up to a hundred versions of a section, newest first, then the original text. */
export const getSectionHistory = endpoint("GET Site/GetHistory/{section}", {
  access: "manager",
  params: { section: sectionName },
  answer: {
    data: z.array(z.object({ revision, content: z.record(z.string(), z.unknown()) })),
  },
});

/**
 * Extension: saves one section. `version` is the version that was read; a stale save is refused. `content` has the
 * section's own shape (contract/site/sections.ts); broken rules are refused. `stillFits` has the paths of Spanish texts, such as
 * "groups.0.titleInSpanish", that translate the English text as it is now, though it changed.
 */
export const saveSection = endpoint("POST Site/SaveSection", {
  access: "manager",
  body: z.object({
    section: sectionName,
    version,
    content: z.record(z.string(), z.unknown()),
    stillFits: z._default(
      z.array(text()).check(z.maxLength(stillFitsMost, `cannot be more than ${stillFitsMost}`)),
      [],
    ),
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

/** Extension: `website` is a honeypot and must stay empty. The answer never reveals who is on the list. */
export const subscribe = endpoint("POST MailingList/Subscribe", {
  access: "anyone",
  body: z.object({ emailAddress: text(), website: z.optional(text(limits.prose)) }),
  rules: subscriptionRules,
  answer: {},
});

/** Extension: confirms a sign-up through the link in the email. */
export const confirmSubscription = endpoint("POST MailingList/Confirm/{token}", { access: "anyone", answer: {} });

/** Extension: unsubscribes the address with this key at once. Mail programs call it too (RFC 8058). */
export const unsubscribe = endpoint("POST MailingList/Unsubscribe/{key}", { access: "anyone", answer: {} });

/** Extension: every confirmed subscriber. */
export const subscribersCsv = endpoint("GET MailingList/csv", { access: "manager", file: "text/csv" });
