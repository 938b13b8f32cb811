import type { SectionName } from "#contract/site/sections.ts";

/** One field of a section's form, named as in the contract. */
export type FieldForm =
  | { kind: "line" | "link" | "email" | "phone" | "prose"; name: string; label: string; optional?: true; hint?: string }
  | { kind: "choice"; name: string; label: string; hint?: string; options: readonly { value: string; label: string }[] }
  | { kind: "picture"; name: string; label: string; hint?: string }
  | { kind: "document"; name: string; label: string; hint?: string }
  | { kind: "list"; name: string; label: string; hint?: string; entry: string; fields: readonly FieldForm[] };

/** The form of a section: its name, purpose, public page, and fields. */
export type SectionForm = { title: string; about: string; page: string; fields: readonly FieldForm[] };

const paragraphs = "A blank line starts a new paragraph.";
const line = (name: string, label: string, hint?: string): FieldForm => ({
  kind: "line",
  name,
  label,
  ...(hint && { hint }),
});
const optionalLine = (name: string, label: string): FieldForm => ({ kind: "line", name, label, optional: true });
const prose = (name: string, label: string): FieldForm => ({ kind: "prose", name, label, hint: paragraphs });
const link = (hint?: string): FieldForm => ({
  kind: "link",
  name: "address",
  label: "Link",
  hint: hint ?? "A web address that starts with https://.",
});

const pdf: FieldForm = { kind: "document", name: "document", label: "PDF" };
const orPdf = "A web address that starts with https://. Leave it empty to upload a PDF.";

/** The forms of all sections in display order. */
export const sectionForms: Record<SectionName, SectionForm> = {
  site: {
    title: "Name and presentation",
    about: "The library’s name, logo, and presentation.",
    page: "/home",
    fields: [
      line("siteName", "Name of the library"),
      {
        kind: "picture",
        name: "logo",
        label: "Logo",
        hint: "Replaces the default mark in the header. At most 100 pixels wide.",
      },
      {
        kind: "choice",
        name: "presentation",
        label: "Presentation",
        hint: "The marketing presentation has its own menu and three blocks in the footer.",
        options: [
          { value: "", label: "Use the server setting" },
          { value: "inventory", label: "Inventory" },
          { value: "marketing", label: "Marketing" },
        ],
      },
    ],
  },
  contact: {
    title: "Phones and mailbox",
    about: "Shown in the footer of every page and on packing slips.",
    page: "/home",
    fields: [
      {
        kind: "list",
        name: "phones",
        label: "Phones",
        entry: "Phone",
        fields: [{ kind: "phone", name: "number", label: "Number" }],
      },
      { kind: "email", name: "email", label: "Mailbox" },
    ],
  },
  footer: {
    title: "About and social links",
    about: "Shown in the footer of the marketing presentation.",
    page: "/home",
    fields: [
      { kind: "prose", name: "about", label: "About" },
      {
        kind: "list",
        name: "agencies",
        label: "Agencies",
        entry: "Agency",
        fields: [line("name", "Name"), { kind: "picture", name: "logo", label: "Logo" }],
      },
      {
        kind: "list",
        name: "socialLinks",
        label: "Social links",
        entry: "Social link",
        fields: [line("label", "Name"), link()],
      },
    ],
  },
  home: {
    title: "Home page",
    about: "The home page’s welcome text, the mission, and how borrowing works.",
    page: "/home",
    fields: [
      line("heading", "Heading"),
      { kind: "prose", name: "lead", label: "Introduction" },
      prose("mission", "Mission"),
      { kind: "list", name: "steps", label: "How borrowing works", entry: "Step", fields: [line("text", "Step")] },
    ],
  },
  healthyYouth: {
    title: "California Healthy Youth Act",
    about: "Shown on the home page, with documents to download.",
    page: "/home",
    fields: [
      line("heading", "Heading"),
      prose("text", "Text"),
      {
        kind: "list",
        name: "documents",
        label: "Documents",
        entry: "Document",
        fields: [
          line("title", "Title"),
          link("A web address that starts with https://, or one of our samples. Leave it empty to upload a PDF."),
          pdf,
          optionalLine("about", "About"),
        ],
      },
    ],
  },
  testimonials: {
    title: "Testimonials",
    about: "Shown on the home page, one at a time. Use real quotes, with consent.",
    page: "/home",
    fields: [
      {
        kind: "list",
        name: "quotes",
        label: "Testimonials",
        entry: "Testimonial",
        fields: [
          { kind: "prose", name: "quote", label: "Quote", hint: "Without quotation marks." },
          line("name", "Name"),
          optionalLine("role", "Role"),
        ],
      },
    ],
  },
  resources: {
    title: "Resources",
    about: "The page of links to other websites.",
    page: "/resources",
    fields: [
      { kind: "prose", name: "lead", label: "Introduction" },
      {
        kind: "list",
        name: "groups",
        label: "Groups",
        entry: "Group",
        fields: [
          line("heading", "Heading"),
          {
            kind: "list",
            name: "links",
            label: "Links",
            entry: "Link",
            fields: [line("title", "Title"), link(orPdf), pdf, optionalLine("about", "About")],
          },
        ],
      },
    ],
  },
  signUp: {
    title: "Sign-up page",
    about: "Shown above the mailing list form.",
    page: "/signup",
    fields: [line("heading", "Heading"), prose("text", "Text")],
  },
  terms: {
    title: "Terms and Responsibilities",
    about: "Shown at checkout. Each order records the version the borrower accepted.",
    page: "/user/cartitems",
    fields: [
      {
        kind: "list",
        name: "points",
        label: "Points",
        entry: "Point",
        fields: [line("heading", "Heading"), prose("text", "Text")],
      },
    ],
  },
};
