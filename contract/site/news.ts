import { limits } from "../catalog/codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { languages } from "./languages.ts";
import { messages, ownMessages } from "../wire/messages.ts";
import { flag, id, idOrAll, text, versionRead, webAddressText, wholeOrNothing } from "../wire/text.ts";

/**
 * A news item. `content` is Markdown, and `contentHtml` is the same as safe HTML. Extension: `language` is present if
 * the texts are in Spanish; `publishedDay` is YYYY-MM-DD in the library's time zone.
 */
export const newsItem = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  contentHtml: z.string(),
  language: z.optional(z.enum(languages)),
  link: z.string(),
  publishedAt: z.string(),
  publishedDay: z.string(),
  attachmentId: z.nullable(z.number()),
  attachmentAlt: z.string(),
  attachment: z.nullable(z.object({ fileName: z.string(), attachmentUrl: z.string(), attachmentSrcset: z.string() })),
});
export type NewsItem = z.output<typeof newsItem>;

const limit = z.object({ limit: wholeOrNothing(1, 1000) });

/** Extension: the reader's language. Items without a Spanish version are in English. */
const inLanguage = z.object({ language: z._default(z.enum(languages), "en") });

/** The Spanish version for staff; empty if there is none. */
const inSpanish = { titleInSpanish: z.string(), contentInSpanish: z.string(), attachmentAltInSpanish: z.string() };

// No name or password before the host, because "https://library.example@elsewhere.example" leads elsewhere, and no spaces
// or invisible characters.
const webHost = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?";
const webAddressForm = new RegExp(
  `^https?://${webHost}(?:\\.${webHost})*\\.?(?::\\d{1,5})?(?:[/?#][^\\s\\p{C}]*)?$`,
  "iu",
);

export const webAddress = z
  .string()
  .check(z.refine((value) => value === "" || webAddressForm.test(value), ownMessages.linkInvalid));

/**
 * A news item as staff see it. `englishChangedAt` tells when the English text changed after its translation, or is
 * null.
 */
export const staffNewsItem = z.extend(newsItem, {
  ...inSpanish,
  englishChangedAt: z.nullable(z.string()),
  version: z.number(),
  isArchived: z.boolean(),
});
export type StaffNewsItem = z.output<typeof staffNewsItem>;

/** A news item in the staff's list. Extension: the Spanish title, empty without a Spanish version. */
const listedNewsItem = z.extend(newsItem, { titleInSpanish: z.string() });
export type ListedNewsItem = z.output<typeof listedNewsItem>;

const upTo = (field: string, max: number) =>
  z.optional(z.string().check(z.maxLength(max, ownMessages.tooLong(field, max))));

export const newsRules = z
  .object({
    title: z
      .string()
      .check(
        z.minLength(1, messages.field.title),
        z.maxLength(limits.title, ownMessages.tooLong("Title", limits.title)),
      ),
    content: z
      .string()
      .check(
        z.minLength(1, messages.field.content),
        z.maxLength(limits.description, ownMessages.tooLong("Content", limits.description)),
      ),
    link: webAddress,
    attachmentAlt: upTo("Alternative text", limits.line),
    titleInSpanish: upTo("Title in Spanish", limits.title),
    contentInSpanish: upTo("Content in Spanish", limits.description),
    attachmentAltInSpanish: upTo("Alternative text in Spanish", limits.line),
  })
  .check(({ value, issues }) => {
    const { titleInSpanish: title = "", contentInSpanish: content = "", attachmentAlt, attachmentAltInSpanish } = value;
    const markMissing = (field: string) =>
      issues.push({ code: "custom", message: incompleteSpanish, path: [field], input: "" });
    if (title === "" && content !== "") markMissing("titleInSpanish");
    if (content === "" && title !== "") markMissing("contentInSpanish");
    if (title !== "" && attachmentAlt && attachmentAltInSpanish === "") markMissing("attachmentAltInSpanish");
  });

const incompleteSpanish = "Fill this in, too. A Spanish version must be complete.";

export const getNewsItem = endpoint("GET News/GetItem/{id}", {
  access: "manager",
  params: { id },
  answer: { data: staffNewsItem },
});
export const getNewsItems = endpoint("GET News/GetItems", {
  access: "manager",
  /** Extension: `archived` returns the archived items instead. */
  query: z.extend(limit, { archived: z._default(flag, false) }),
  answer: { data: z.array(listedNewsItem) },
});
export const getPublicNewsItem = endpoint("GET News/GetPublicItem/{id}", {
  access: "anyone",
  params: { id },
  query: inLanguage,
  answer: { data: newsItem },
});
export const getPublicNewsItems = endpoint("GET News/GetPublicItems", {
  access: "anyone",
  query: z.extend(limit, inLanguage.shape),
  answer: { data: z.array(newsItem) },
});

/** Saves a news item; an id of 0 or less adds one. */
export const saveNewsItem = endpoint("POST News/SaveItem", {
  access: "manager",
  bodyBytes: bodyLimits.withTexts,
  body: z.object({
    id: z._default(
      z.pipe(
        z.transform((value: number | string | null | undefined) =>
          typeof value !== "object" && Number(value) < 0 ? 0 : value,
        ),
        idOrAll,
      ),
      0,
    ),
    title: text(limits.prose),
    content: text(limits.prose),
    link: webAddressText(2000),
    /** Omit to keep the picture; 0 or null removes it. */
    attachmentId: z.optional(z.nullable(idOrAll)),
    /** Omit to keep the current value. */
    attachmentAlt: z.optional(text(limits.prose)),
    /** Extension: the Spanish version; omit to keep it. */
    titleInSpanish: z.optional(text(limits.prose)),
    contentInSpanish: z.optional(text(limits.prose)),
    attachmentAltInSpanish: z.optional(text(limits.prose)),
    /** Extension: whether the Spanish version is still accurate although the English one changed. */
    spanishStillFits: z._default(z.boolean(), false),
    version: versionRead,
  }),
  rules: newsRules,
  answer: { id: z.number(), data: staffNewsItem },
});

/** Extension: hides a news item from visitors and the list, without deleting it. */
export const archiveNews = endpoint("POST News/Archive/{id}", {
  access: "manager",
  params: { id },
  answer: { id: z.number() },
});

export const unarchiveNews = endpoint("POST News/Unarchive/{id}", {
  access: "manager",
  params: { id },
  answer: { id: z.number() },
});

/** Extension: renders content as a preview, without saving it. */
export const previewNewsItem = endpoint("POST News/Preview", {
  access: "manager",
  changesNothing: true,
  body: z.object({ content: text(limits.prose) }),
  bodyBytes: bodyLimits.withTexts,
  answer: { data: z.object({ contentHtml: z.string() }) },
});
