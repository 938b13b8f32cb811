import { limits } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { webAddress } from "#contract/site/news.ts";
import { isWeight, weightText } from "#contract/catalog/weights.ts";
import { isMoney, moneyText } from "#contract/wire/money.ts";
import { id, text, textOrNothing } from "#contract/wire/text.ts";
import * as z from "zod/mini";

export const sectionNames = [
  "site",
  "contact",
  "closedDays",
  "returnCosts",
  "footer",
  "home",
  "healthyYouth",
  "testimonials",
  "resources",
  "signUp",
  "terms",
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Our bounds: entries of a list, and characters of a name, a line of prose, and a text. */
export const contentLimits = { entries: 50, name: 80, line: limits.line, text: 5000, address: 2000 } as const;

/** Its length is for the rule behind it, which names the field. */
const typed = text(Infinity);

const optional = (field: string, most: number) =>
  z.pipe(typed, z.string().check(z.maxLength(most, ownMessages.tooLong(field, most))));
const filled = (field: string, most: number) =>
  z.pipe(
    typed,
    z.string().check(z.minLength(1, ownMessages.required(field)), z.maxLength(most, ownMessages.tooLong(field, most))),
  );
const { name, line, text: prose, address: longestAddress, entries } = contentLimits;

/**
 * The Spanish version of the text before it; empty: there is none yet. Readers get one of the two under the text's own name
 * (content-in.ts).
 */
const inSpanish = (field: string, most: number) =>
  textOrNothing(most, ownMessages.tooLong(`${field} in Spanish`, most));

const entriesOf = <S extends z.core.$ZodType>(entry: S) =>
  z.array(entry).check(z.maxLength(entries, ownMessages.tooMany(entries)));

const webLink = z.pipe(filled("Link", longestAddress), webAddress);
const isWebAddress = (value: string) => z.safeParse(webAddress, value).success;
/** A file that comes with the library. */
const isSample = (value: string) => /^\/documents\/[\w-]+\.pdf$/.test(value);

/** A calendar day, YYYY-MM-DD. */
const day = (field: string) => z.pipe(filled(field, 10), z.iso.date(ownMessages.dayInvalid(field)));

/** An uploaded PDF by its id; the server adds its address, name, and size in bytes. */
const uploadedDocument = z.nullable(
  z.object({
    documentId: id,
    documentUrl: z._default(z.string(), ""),
    fileName: z._default(z.string(), ""),
    size: z._default(z.number(), 0),
  }),
);

/** A titled link to a valid address or to a document; the document takes precedence. The same in Spanish, where there is one. */
const linkOrDocument = (isGood: (address: string) => boolean) =>
  z
    .object({
      title: filled("Title", limits.title),
      titleInSpanish: inSpanish("Title", limits.title),
      address: optional("Link", longestAddress),
      addressInSpanish: inSpanish("Link", longestAddress),
      document: z._default(uploadedDocument, null),
      documentInSpanish: z.optional(uploadedDocument),
      about: optional("About", line * 2),
      aboutInSpanish: inSpanish("About", line * 2),
    })
    .check(({ value, issues }) => {
      const { address, addressInSpanish: spanish = "", document, documentInSpanish } = value;
      const object = (field: string, message: string) =>
        issues.push({ code: "custom", message, path: [field], input: address });
      if (!document && address === "") object("address", ownMessages.linkOrDocument);
      else if (!document && !isGood(address)) object("address", ownMessages.linkInvalid);
      if (!documentInSpanish && spanish !== "" && !isGood(spanish)) object("addressInSpanish", ownMessages.linkInvalid);
    });

/** A picture of the site by its id; the server adds its address. */
const sitePicture = z.nullable(
  z.object({
    attachmentId: id,
    attachmentUrl: z._default(z.string(), ""),
    attachmentSrcset: z._default(z.string(), ""),
    fileName: z._default(z.string(), ""),
  }),
);

const headedText = {
  heading: filled("Heading", name),
  headingInSpanish: inSpanish("Heading", name),
  text: filled("Text", prose),
  textInSpanish: inSpanish("Text", prose),
};

const wholeTerms = "Add the Spanish text here too: the terms are in Spanish as a whole, or not at all.";

export const siteContent = z.object({
  site: z.object({
    siteName: filled("Name of the library", name),
    siteNameInSpanish: inSpanish("Name of the library", name),
    /** Replaces the library's default mark in the header. */
    logo: sitePicture,
    presentation: z.enum(["inventory", "marketing"], "Choose a presentation from the list."),
  }),
  contact: z.object({
    phones: entriesOf(z.object({ number: filled("Phone", name) })).check(
      z.maxLength(2, "The footer has room for two phones."),
    ),
    email: z.pipe(typed, z.email(messages.field.email)),
    /** Where parcels go back to, in lines; empty: nobody has said it. */
    postalAddress: optional("Postal address", line),
  }),
  closedDays: z.object({
    days: entriesOf(
      z
        .object({
          from: day("First day"),
          to: z._default(z.union([z.literal(""), day("Last day")], ownMessages.dayInvalid("Last day")), ""),
          about: optional("About", name),
        })
        .check((entry) => {
          const { from, to } = entry.value;
          if (to === "" || from <= to) return;
          entry.issues.push({ code: "custom", message: ownMessages.dateOrder, path: ["to"], input: to });
        }),
    ),
  }),
  /** What a parcel costs on its way back, by what it weighs at most, in pounds. */
  returnCosts: z.object({
    steps: entriesOf(
      z.object({
        upTo: z.pipe(
          filled("Weight", name),
          z.pipe(z.transform(weightText), z.string().check(z.refine(isWeight, ownMessages.notWeight("Weight")))),
        ),
        cost: z.pipe(
          filled("Cost", name),
          z.pipe(z.transform(moneyText), z.string().check(z.refine(isMoney, ownMessages.notMoney("Cost")))),
        ),
      }),
    ),
  }),
  footer: z.object({
    about: filled("About", line * 2),
    aboutInSpanish: inSpanish("About", line * 2),
    agencies: entriesOf(
      z.object({ name: filled("Agency", name), nameInSpanish: inSpanish("Agency", name), logo: sitePicture }),
    ).check(z.maxLength(2, "The footer has room for two agencies.")),
    socialLinks: entriesOf(
      z.object({ label: filled("Name", name), labelInSpanish: inSpanish("Name", name), address: webLink }),
    ),
  }),
  home: z.object({
    heading: filled("Heading", name),
    headingInSpanish: inSpanish("Heading", name),
    lead: filled("Introduction", line * 2),
    leadInSpanish: inSpanish("Introduction", line * 2),
    mission: filled("Mission", prose),
    missionInSpanish: inSpanish("Mission", prose),
    steps: entriesOf(z.object({ text: filled("Step", line * 2), textInSpanish: inSpanish("Step", line * 2) })),
  }),
  healthyYouth: z.object({
    heading: filled("Heading", name),
    headingInSpanish: inSpanish("Heading", name),
    text: filled("Text", prose),
    textInSpanish: inSpanish("Text", prose),
    documents: entriesOf(linkOrDocument((address) => isSample(address) || isWebAddress(address))),
  }),
  testimonials: z.object({
    quotes: entriesOf(
      z.object({
        quote: filled("Quote", 500),
        quoteInSpanish: inSpanish("Quote", 500),
        name: filled("Name", name),
        nameInSpanish: inSpanish("Name", name),
        role: optional("Role", name),
        roleInSpanish: inSpanish("Role", name),
      }),
    ),
  }),
  resources: z.object({
    lead: filled("Introduction", line * 2),
    leadInSpanish: inSpanish("Introduction", line * 2),
    groups: entriesOf(
      z.object({
        heading: filled("Heading", name),
        headingInSpanish: inSpanish("Heading", name),
        links: entriesOf(linkOrDocument(isWebAddress)),
      }),
    ),
  }),
  signUp: z.object(headedText),
  /** In Spanish as a whole, or not at all: an order says in which language they were read. */
  terms: z.object({
    points: entriesOf(z.object(headedText)).check(z.minLength(1, "The terms need at least one point."), (points) => {
      const isInSpanish = points.value.some(({ headingInSpanish, textInSpanish }) => headingInSpanish || textInSpanish);
      if (!isInSpanish) return;
      for (const [at, point] of points.value.entries())
        for (const field of ["headingInSpanish", "textInSpanish"] as const)
          if (!point[field])
            points.issues.push({ code: "custom", message: wholeTerms, path: [at, field], input: point[field] });
    }),
  }),
});
export type SiteContent = z.output<typeof siteContent>;

export const frameContent = z.pick(siteContent, { site: true, contact: true, footer: true });

export const pageContent = z.omit(siteContent, { site: true, contact: true, footer: true });
export type PageContent = z.output<typeof pageContent>;
