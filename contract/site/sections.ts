import { type MailKind, mailKinds } from "#contract/admin/mail.ts";
import { limits } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { webAddress } from "#contract/site/news.ts";
import { isWeight, weightText } from "#contract/catalog/weights.ts";
import { isMoney, moneyText } from "#contract/wire/money.ts";
import { id, text, textOrNothing, yearInReach } from "#contract/wire/text.ts";
import * as z from "zod/mini";

export const pageSections = [
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

/** The section of a type of email. */
const mailSection = (kind: MailKind) => `mail-${kind}` as const;
type MailSection = ReturnType<typeof mailSection>;

/** Returns a value for the section of each type of email. */
export function forEachMail<Value>(valueOf: (kind: MailKind) => Value): Record<MailSection, Value>;
export function forEachMail(valueOf: (kind: MailKind) => unknown): unknown {
  return Object.fromEntries(mailKinds.map((kind) => [mailSection(kind), valueOf(kind)]));
}

export const sectionNames = [...pageSections, ...mailKinds.map(mailSection)];
export type SectionName = (typeof sectionNames)[number];

/** The maximum number of entries in a list, and of characters in a name, a line, and a block of text. */
export const contentLimits = { entries: 50, name: 80, line: limits.line, text: 5000, address: 2000 } as const;

/** Unlimited here, so that the rule below can name the field when the text is too long. */
const typed = text(Infinity);

const optional = (field: string, max: number) =>
  z.pipe(typed, z.string().check(z.maxLength(max, ownMessages.tooLong(field, max))));
const filled = (field: string, max: number) =>
  z.pipe(
    typed,
    z.string().check(z.minLength(1, ownMessages.required(field)), z.maxLength(max, ownMessages.tooLong(field, max))),
  );
const { name, line, text: prose, address: maxAddress, entries } = contentLimits;

/**
 * The Spanish version of a field, or "". Readers get one of the two texts, under the name of the English field
 * (content-in.ts).
 */
const inSpanish = (field: string, max: number) => textOrNothing(max, ownMessages.tooLong(`${field} in Spanish`, max));

const entriesOf = <S extends z.core.$ZodType>(entry: S) =>
  z.array(entry).check(z.maxLength(entries, ownMessages.tooMany(entries)));

const webLink = z.pipe(filled("Link", maxAddress), webAddress);
const isWebAddress = (value: string) => z.safeParse(webAddress, value).success;
/** Returns whether an address is one of our sample PDFs. */
const isSample = (value: string) => /^\/documents\/[\w-]+\.pdf$/.test(value);

/** A calendar day, YYYY-MM-DD. */
const day = (field: string) =>
  z.pipe(
    filled(field, 10),
    z.iso.date(ownMessages.dayInvalid(field)).check(yearInReach(ownMessages.dayInvalid(field))),
  );

/** An uploaded PDF, referenced by its id. The server adds the address, the name, and the size in bytes. */
const uploadedDocument = z.nullable(
  z.object({
    documentId: id,
    documentUrl: z._default(z.string(), ""),
    fileName: z._default(z.string(), ""),
    size: z._default(z.number(), 0),
  }),
);

/** A titled link to an address or a document, with a Spanish version. The document takes precedence. */
const linkOrDocument = (isValid: (address: string) => boolean) =>
  z
    .object({
      title: filled("Title", limits.title),
      titleInSpanish: inSpanish("Title", limits.title),
      address: optional("Link", maxAddress),
      addressInSpanish: inSpanish("Link", maxAddress),
      document: z._default(uploadedDocument, null),
      documentInSpanish: z.optional(uploadedDocument),
      about: optional("About", line * 2),
      aboutInSpanish: inSpanish("About", line * 2),
    })
    .check(({ value, issues }) => {
      const { address, addressInSpanish: spanish = "", document, documentInSpanish } = value;
      const reject = (field: string, message: string) =>
        issues.push({ code: "custom", message, path: [field], input: address });
      if (!document && address === "") reject("address", ownMessages.linkOrDocument);
      else if (!document && !isValid(address)) reject("address", ownMessages.linkInvalid);
      if (!documentInSpanish && spanish !== "" && !isValid(spanish))
        reject("addressInSpanish", ownMessages.linkInvalid);
    });

/** A picture, referenced by its id. The server adds the address. */
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

/** The library's own paragraphs in a type of email, before and after its text. An empty one is none. */
const mailText = z.object({
  before: optional("First paragraph", prose),
  beforeInSpanish: inSpanish("First paragraph", prose),
  after: optional("Last paragraph", prose),
  afterInSpanish: inSpanish("Last paragraph", prose),
});
export type MailText = z.output<typeof mailText>;

const incompleteSpanish = "Fill this in, too. The terms have to be all in Spanish or not at all.";

export const siteContent = z.object({
  site: z.object({
    siteName: filled("Library name", name),
    siteNameInSpanish: inSpanish("Library name", name),
    /** Replaces the default logo in the header. */
    logo: sitePicture,
    presentation: z.enum(["inventory", "marketing"], "Choose a presentation from the list."),
  }),
  contact: z.object({
    phones: entriesOf(z.object({ number: filled("Phone", name) })).check(
      z.maxLength(2, "The footer has room for two phone numbers."),
    ),
    email: z.pipe(typed, z.email(messages.field.email)),
    /** The multi-line address for returned packages. */
    postalAddress: optional("Mailing address", line),
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
  /** The cost of return shipping, by the maximum weight of a package in pounds. */
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
  /**
   * The terms are either completely in Spanish or not at all, because orders record the language in which the borrower
   * read them.
   */
  terms: z.object({
    points: entriesOf(z.object(headedText)).check(z.minLength(1, "The terms need at least one point."), (points) => {
      const isInSpanish = points.value.some(({ headingInSpanish, textInSpanish }) => headingInSpanish || textInSpanish);
      if (!isInSpanish) return;
      for (const [at, point] of points.value.entries())
        for (const field of ["headingInSpanish", "textInSpanish"] as const)
          if (!point[field])
            points.issues.push({ code: "custom", message: incompleteSpanish, path: [at, field], input: point[field] });
    }),
  }),
  ...forEachMail(() => mailText),
});
export type SiteContent = z.output<typeof siteContent>;

export const frameContent = z.pick(siteContent, { site: true, contact: true, footer: true });

export const pageContent = z.omit(siteContent, {
  site: true,
  contact: true,
  footer: true,
  ...forEachMail(() => true as const),
});
export type PageContent = z.output<typeof pageContent>;
