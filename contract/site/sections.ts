import { limits } from "#contract/codes.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { webAddress } from "#contract/news.ts";
import { text } from "#contract/wire/text.ts";
import * as z from "zod/mini";

/** The parts of the site's content, each saved by itself, in the order staff sees them. */
export const sectionNames = [
  "site",
  "contact",
  "footer",
  "home",
  "healthyYouth",
  "testimonials",
  "resources",
  "signUp",
  "terms",
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Our own bounds: entries of a list, and characters of a name, a line of prose, and a text. */
export const contentLimits = { entries: 50, name: 80, line: limits.line, text: 5000, address: 2000 } as const;

const optional = (field: string, most: number) =>
  z.pipe(text(limits.prose), z.string().check(z.maxLength(most, ownMessages.tooLong(field, most))));
const filled = (field: string, most: number) =>
  z.pipe(
    text(limits.prose),
    z.string().check(z.minLength(1, ownMessages.required(field)), z.maxLength(most, ownMessages.tooLong(field, most))),
  );
const { name, line, text: prose, address: longestAddress, entries } = contentLimits;

const entriesOf = <S extends z.core.$ZodType>(entry: S) =>
  z.array(entry).check(z.maxLength(entries, ownMessages.tooMany(entries)));

const webLink = z.pipe(filled("Link", longestAddress), webAddress);
const isWebAddress = (value: string) => z.safeParse(webAddress, value).success;
/** A file that is installed with the library. */
const isSample = (value: string) => /^\/documents\/[\w-]+\.pdf$/.test(value);

/** A PDF that staff uploaded, by its id; where it is found, its name and its size in bytes are the server's to say. */
const document = z._default(
  z.nullable(
    z.object({
      documentId: z.int(),
      documentUrl: z._default(z.string(), ""),
      fileName: z._default(z.string(), ""),
      size: z._default(z.number(), 0),
    }),
  ),
  null,
);

/** A link with a title: to an address that is good, or to a document, which goes first. */
const linkOrDocument = (isGood: (address: string) => boolean) =>
  z
    .object({
      title: filled("Title", limits.title),
      address: optional("Link", longestAddress),
      document,
      about: optional("About", line * 2),
    })
    .check((entry) => {
      const { address, document: uploaded } = entry.value;
      if (uploaded || (address !== "" && isGood(address))) return;
      const message = address === "" ? ownMessages.linkOrDocument : ownMessages.linkInvalid;
      entry.issues.push({ code: "custom", message, path: ["address"], input: address });
    });

/** A picture of the site, by its id; where it is found is the server's to say. */
const sitePicture = z.nullable(
  z.object({
    attachmentId: z.int(),
    attachmentUrl: z._default(z.string(), ""),
    attachmentSrcset: z._default(z.string(), ""),
    fileName: z._default(z.string(), ""),
  }),
);

/** Every section of the content, with the rules it is saved by and the sentences that say what is wrong. */
export const siteContent = z.object({
  site: z.object({
    siteName: filled("Name of the library", name),
    /** In the header, instead of the library's own mark. */
    logo: sitePicture,
    /** Empty: as the setting PRESENTATION says. */
    presentation: z.enum(["", "inventory", "marketing"], "Choose a presentation from the list."),
  }),
  contact: z.object({
    phones: entriesOf(z.object({ number: filled("Phone", name) })).check(
      z.maxLength(2, "The footer has room for two phones."),
    ),
    email: z.pipe(text(limits.prose), z.email(messages.field.email)),
  }),
  footer: z.object({
    about: filled("About", line * 2),
    agencies: entriesOf(z.object({ name: filled("Agency", name), logo: sitePicture })).check(
      z.maxLength(2, "The footer has room for two agencies."),
    ),
    socialLinks: entriesOf(z.object({ label: filled("Name", name), address: webLink })),
  }),
  home: z.object({
    heading: filled("Heading", name),
    lead: filled("Introduction", line * 2),
    mission: filled("Mission", prose),
    steps: entriesOf(z.object({ text: filled("Step", line * 2) })),
  }),
  healthyYouth: z.object({
    heading: filled("Heading", name),
    text: filled("Text", prose),
    documents: entriesOf(linkOrDocument((address) => isSample(address) || isWebAddress(address))),
  }),
  testimonials: z.object({
    quotes: entriesOf(
      z.object({ quote: filled("Quote", 500), name: filled("Name", name), role: optional("Role", name) }),
    ),
  }),
  resources: z.object({
    lead: filled("Introduction", line * 2),
    groups: entriesOf(
      z.object({
        heading: filled("Heading", name),
        links: entriesOf(linkOrDocument(isWebAddress)),
      }),
    ),
  }),
  signUp: z.object({ heading: filled("Heading", name), text: filled("Text", prose) }),
  terms: z.object({
    points: entriesOf(z.object({ heading: filled("Heading", name), text: filled("Text", prose) })).check(
      z.minLength(1, "The terms need at least one point."),
    ),
  }),
});
export type SiteContent = z.output<typeof siteContent>;

/** Of the content, what stands in the frame of every page. */
export const frameContent = z.pick(siteContent, { site: true, contact: true, footer: true });

/** Of the content, what single pages show. */
export const pageContent = z.omit(siteContent, { site: true, contact: true, footer: true });
export type PageContent = z.output<typeof pageContent>;
