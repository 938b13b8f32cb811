import { bodyLimits, limits } from "./codes.ts";
import * as z from "zod/mini";
import { endpoint } from "./wire/endpoint.ts";
import { messages, ownMessages } from "./messages.ts";
import { id, idOrAll, text, versionRead, webAddressText, wholeOrNothing } from "./wire/text.ts";

/**
 * A news item. `content` is Markdown as typed, `contentHtml` the rendered paragraphs, headings, lists, and links
 * without scripts. `publishedAt` is an instant, `publishedDay` its day (YYYY-MM-DD) in the library's time zone.
 */
export const newsItem = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  contentHtml: z.string(),
  link: z.string(),
  publishedAt: z.string(),
  publishedDay: z.string(),
  attachmentId: z.nullable(z.number()),
  attachmentAlt: z.string(),
  attachment: z.nullable(z.object({ fileName: z.string(), attachmentUrl: z.string(), attachmentSrcset: z.string() })),
});
export type NewsItem = z.output<typeof newsItem>;

const limit = z.object({ limit: wholeOrNothing(1, 1000) });

// A host of letters and digits between dots and dashes, a port, and the rest. No name or password before the host
// ("https://library.example@elsewhere.example" is elsewhere), no space, nothing invisible.
const webHost = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?";
const webAddressForm = new RegExp(
  `^https?://${webHost}(?:\\.${webHost})*\\.?(?::\\d{1,5})?(?:[/?#][^\\s\\p{C}]*)?$`,
  "iu",
);

export const webAddress = z
  .string()
  .check(z.refine((value) => value === "" || webAddressForm.test(value), ownMessages.linkInvalid));

/** A news item as staff see it, with the version to save it by. */
export const staffNewsItem = z.extend(newsItem, { version: z.number() });
export type StaffNewsItem = z.output<typeof staffNewsItem>;

export const newsRules = z.object({
  title: z
    .string()
    .check(z.minLength(1, messages.field.title), z.maxLength(limits.title, ownMessages.tooLong("Title", limits.title))),
  content: z
    .string()
    .check(
      z.minLength(1, messages.field.content),
      z.maxLength(limits.description, ownMessages.tooLong("Content", limits.description)),
    ),
  link: webAddress,
  attachmentAlt: z.optional(
    z.string().check(z.maxLength(limits.line, ownMessages.tooLong("Alternative text", limits.line))),
  ),
});

export const getNewsItem = endpoint("GET News/GetItem/{id}", {
  access: "admin",
  params: { id },
  answer: { data: staffNewsItem },
});
export const getNewsItems = endpoint("GET News/GetItems", {
  access: "admin",
  query: limit,
  answer: { data: z.array(newsItem) },
});
export const getPublicNewsItem = endpoint("GET News/GetPublicItem/{id}", {
  access: "anyone",
  params: { id },
  answer: { data: newsItem },
});
export const getPublicNewsItems = endpoint("GET News/GetPublicItems", {
  access: "anyone",
  query: limit,
  answer: { data: z.array(newsItem) },
});

/** An id of 0 or less adds an item. */
export const saveNewsItem = endpoint("POST News/SaveItem", {
  access: "admin",
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
    version: versionRead,
  }),
  rules: newsRules,
  answer: { id: z.number(), data: staffNewsItem },
});

/** Extension: renders a content before it is saved. */
export const previewNewsItem = endpoint("POST News/Preview", {
  access: "admin",
  changesNothing: true,
  body: z.object({ content: text(limits.prose) }),
  bodyBytes: bodyLimits.withTexts,
  answer: { data: z.object({ contentHtml: z.string() }) },
});
