import { isToStaff, mailNames } from "#contract/admin/mail.ts";
import { forEachMail, type SectionName } from "#contract/site/sections.ts";
import { whenSent } from "#web/site/when-sent.ts";

export type FieldForm = { name: string; label: string; hint?: string; lang?: "es" } & (
  | { kind: "line" | "link" | "email" | "phone" | "prose" | "day"; optional?: true }
  | { kind: "choice"; options: readonly { value: string; label: string }[] }
  | { kind: "picture" | "document"; optional?: true }
  | { kind: "list"; entry: string; fields: readonly FieldForm[] }
);

/** `page` is where visitors see the section; emails have none. */
export type SectionForm = { title: string; about: string; page?: string; fields: readonly FieldForm[] };

const line = (name: string, label: string): FieldForm => ({ kind: "line", name, label });
const optionalLine = (name: string, label: string): FieldForm => ({ kind: "line", name, label, optional: true });
const lead = (name: string, label: string): FieldForm => ({ kind: "prose", name, label });
const prose = (name: string, label: string, hint = "A blank line starts a new paragraph."): FieldForm => ({
  kind: "prose",
  name,
  label,
  hint,
});
const link = (hint = "A web address that starts with https://."): FieldForm => ({
  kind: "link",
  name: "address",
  label: "Link",
  hint,
});
const list = (name: string, label: string, entry: string, fields: readonly FieldForm[]): FieldForm => ({
  kind: "list",
  name,
  label,
  entry,
  fields,
});

const both = (...fields: readonly FieldForm[]): FieldForm[] => [...fields, ...fields.map(inSpanish)];
const inSpanish = (field: FieldForm): FieldForm => {
  const spanish = { name: `${field.name}InSpanish`, label: `${field.label} in Spanish`, lang: "es" } as const;
  return field.kind === "list" || field.kind === "choice"
    ? { ...field, ...spanish }
    : { ...spanish, kind: field.kind, optional: true };
};

const pdf: FieldForm = { kind: "document", name: "document", label: "PDF" };
const pdfHint = "A web address that starts with https://. Leave blank to upload a PDF.";
const sampleHint = "A web address that starts with https://, or one of our samples. Leave blank to upload a PDF.";

const paragraph = (name: string, label: string, where: string): FieldForm => ({
  kind: "prose",
  name,
  label,
  hint: `${where} Web addresses that start with https:// become links.`,
  optional: true,
});

const inEnglishOnly = "Always in English.";
const withoutSpanish = "If one of your paragraphs isn’t in Spanish, emails in Spanish go out without it.";
const paragraphs = [
  paragraph("before", "First paragraph", "Below the heading."),
  paragraph("after", "Last paragraph", "Above the library’s name and address."),
];

export const sectionForms: Record<SectionName, SectionForm> = {
  site: {
    title: "Name and presentation",
    about: "The library’s name, logo, and presentation.",
    page: "/home",
    fields: [
      ...both(line("siteName", "Library name")),
      {
        kind: "picture",
        name: "logo",
        label: "Logo",
        hint: "Replaces the default logo in the header. Shown up to 100 pixels wide.",
      },
      {
        kind: "choice",
        name: "presentation",
        label: "Presentation",
        hint: "The marketing presentation has its own menu and three blocks in the footer.",
        options: [
          { value: "inventory", label: "Inventory" },
          { value: "marketing", label: "Marketing" },
        ],
      },
    ],
  },
  contact: {
    title: "Phones, email, and mailing address",
    about: "Shown in the footer of every page, on packing slips, and in emails.",
    page: "/home",
    fields: [
      list("phones", "Phones", "Phone", [{ kind: "phone", name: "number", label: "Number" }]),
      { kind: "email", name: "email", label: "Email address" },
      {
        kind: "prose",
        name: "postalAddress",
        label: "Mailing address",
        hint: "Where borrowers return packages. Write it as it should appear on an envelope, line by line.",
        optional: true,
      },
    ],
  },
  closedDays: {
    title: "Closed days",
    about: "Holidays and breaks. They don’t count as business days, for example when we work out shipping dates.",
    page: "/home",
    fields: [
      list("days", "Closed days", "Closed day", [
        { kind: "day", name: "from", label: "First day" },
        { kind: "day", name: "to", label: "Last day", hint: "Leave blank for a single day.", optional: true },
        optionalLine("about", "About"),
      ]),
    ],
  },
  returnCosts: {
    title: "Return shipping costs",
    about:
      "What it costs to return a package. Packing slips and orders give an estimate if every title has a weight; otherwise they say $4-12.",
    page: "/home",
    fields: [
      list("steps", "Costs by weight", "Weight", [
        { kind: "line", name: "upTo", label: "Up to (pounds)", hint: "The heaviest package at this cost." },
        { kind: "line", name: "cost", label: "Cost", hint: "In dollars, such as 4.50." },
      ]),
    ],
  },
  footer: {
    title: "About and social links",
    about: "Shown in the footer of the marketing presentation.",
    page: "/home",
    fields: [
      ...both(lead("about", "About")),
      list("agencies", "Agencies", "Agency", [
        ...both(line("name", "Name")),
        { kind: "picture", name: "logo", label: "Logo" },
      ]),
      list("socialLinks", "Social links", "Social link", [...both(line("label", "Name")), link()]),
    ],
  },
  home: {
    title: "Home page",
    about: "The home page’s welcome text, the mission, and how borrowing works.",
    page: "/home",
    fields: [
      ...both(line("heading", "Heading"), lead("lead", "Introduction"), prose("mission", "Mission")),
      list("steps", "How borrowing works", "Step", [...both(line("text", "Step"))]),
    ],
  },
  healthyYouth: {
    title: "California Healthy Youth Act",
    about: "Shown on the home page, with documents to download.",
    page: "/home",
    fields: [
      ...both(line("heading", "Heading"), prose("text", "Text")),
      list("documents", "Documents", "Document", [
        ...both(line("title", "Title"), link(sampleHint), pdf, optionalLine("about", "About")),
      ]),
    ],
  },
  testimonials: {
    title: "Testimonials",
    about: "Shown on the home page, one at a time. Use real quotes, with consent.",
    page: "/home",
    fields: [
      list("quotes", "Testimonials", "Testimonial", [
        ...both(
          prose("quote", "Quote", "Without quotation marks."),
          line("name", "Name"),
          optionalLine("role", "Role"),
        ),
      ]),
    ],
  },
  resources: {
    title: "Resources",
    about: "The page of links to other websites.",
    page: "/resources",
    fields: [
      ...both(lead("lead", "Introduction")),
      list("groups", "Groups", "Group", [
        ...both(line("heading", "Heading")),
        list("links", "Links", "Link", [
          ...both(line("title", "Title"), link(pdfHint), pdf, optionalLine("about", "About")),
        ]),
      ]),
    ],
  },
  signUp: {
    title: "Sign-up page",
    about: "Shown above the mailing list form.",
    page: "/signup",
    fields: [...both(line("heading", "Heading"), prose("text", "Text"))],
  },
  terms: {
    title: "Terms and Responsibilities",
    about: "Shown at checkout. Each order records the version the borrower accepted.",
    page: "/user/cartitems",
    fields: [list("points", "Points", "Point", [...both(line("heading", "Heading"), prose("text", "Text"))])],
  },
  ...forEachMail((kind) => ({
    title: mailNames[kind],
    about: `${whenSent[kind]} ${isToStaff(kind) ? inEnglishOnly : withoutSpanish}`,
    fields: isToStaff(kind) ? paragraphs : both(...paragraphs),
  })),
};
