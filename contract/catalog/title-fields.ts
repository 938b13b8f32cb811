import * as z from "zod/mini";
import { limits } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { areParts } from "#contract/catalog/parts.ts";
import { languageTag } from "#contract/catalog/title-languages.ts";
import { isWeight } from "#contract/catalog/weights.ts";
import { isMoney } from "#contract/wire/money.ts";
import { idOrAll, sentCode, money, partsField, text, weightField } from "#contract/wire/text.ts";

type FieldOfATitle = {
  /** What people call it: in sentences, in the audit, above the columns of an export. */
  label: string;
  /** Its column in the table `items`, and the type of that. */
  column: string;
  type: "text" | "smallint" | "integer";
  /** Its name among the columns of a file that is imported or exported; null keeps it out of files. */
  imported: string | null;
  /** What it is before anybody chose. */
  empty: unknown;
  /** Its schemas in answers and in saves. Omitted optional fields keep their value. */
  answer: z.core.$ZodType;
  sent: z.core.$ZodType;
  /** What it must be to be saved. */
  rule: z.core.$ZodType;
};

const words = (label: string, most: number) => ({
  label,
  type: "text" as const,
  empty: "",
  answer: z.string(),
  sent: text(limits.prose),
  rule: z.string().check(z.maxLength(most, ownMessages.tooLong(label, most))),
});

const neededWords = (label: string, most: number, missing: string) => ({
  ...words(label, most),
  rule: z.string().check(z.minLength(1, missing), z.maxLength(most, ownMessages.tooLong(label, most))),
});

const code = (label: string, missing: string) => ({
  label,
  empty: 0,
  answer: z.number(),
  sent: z._default(sentCode, 0), // beyond its column it is an unknown choice, with its sentence
  rule: z.number().check(z.gte(1, missing)),
});

const line = (label: string, most: number = limits.line) => {
  const common = words(label, most);
  return { ...common, sent: z.optional(common.sent), rule: z.optional(common.rule) };
};

/**
 * The fields of a title, each declared once, in the order of forms, of the audit and of an export's columns. Reading,
 * saving, importing, exporting and comparing follow from here (decision 016).
 */
export const titleFields = {
  title: { ...neededWords("Title", limits.title, messages.field.title), column: "title", imported: "title" },
  referenceNumber: {
    ...neededWords("SKU Number", limits.sku, messages.field.skuNumber),
    sent: text(),
    column: "reference_number",
    imported: "referenceNumber",
  },
  description: {
    ...neededWords("Description", limits.description, messages.field.description),
    column: "description",
    imported: "description",
  },
  categoryId: {
    ...code("Category", messages.field.category),
    column: "category_id",
    type: "smallint",
    imported: "category",
  },
  subjectId: {
    ...code("Subject", messages.field.subject),
    column: "subject_id",
    type: "smallint",
    imported: "subject",
  },
  gradeId: {
    ...code("Grades", ownMessages.gradesRequired),
    sent: z._default(idOrAll, 0),
    column: "grade_mask",
    type: "integer",
    imported: "grades",
  },
  tags: { ...words("Tags", limits.tags), column: "tags", imported: "tags" },
  /** Who made it, as a reader says the name: "Jane Doe"; several with commas. */
  author: { ...line("Author", limits.author), column: "author", imported: "author" },
  publisher: { ...line("Publisher", limits.publisher), column: "publisher", imported: "publisher" },
  /** The year it was published, in four digits; "" when unknown. */
  publishedYear: {
    ...line("Year"),
    rule: z.optional(z.string().check(z.regex(/^(?:\d{4})?$/, ownMessages.notYear("Year")))),
    column: "published_year",
    imported: "year",
  },
  /** How long it is, in words: "22 pages", "45 minutes". */
  extent: { ...line("Length", limits.extent), column: "extent", imported: "extent" },
  /** A primary BCP 47 tag such as "es"; empty when unknown. Sent as any ISO 639 code. */
  language: {
    ...line("Language"),
    sent: z.optional(
      z.pipe(
        text(),
        z.transform((code) => languageTag(code) ?? code),
      ),
    ),
    rule: z.optional(z.string().check(z.refine((tag) => languageTag(tag) === tag, ownMessages.noSuchLanguage))),
    column: "language",
    imported: "language",
  },
  /** What a lost or damaged copy costs the borrower: "24.50", or "" when unknown. */
  replacementCost: {
    ...line("Replacement cost"),
    sent: z.optional(money),
    rule: z.optional(z.string().check(z.refine(isMoney, ownMessages.notMoney("Replacement cost")))),
    column: "replacement_cost",
    imported: "replacementCost",
  },
  /** What each copy consists of: "1 poster; 1 DVD @ 24.50; 30 cards"; "" when it is one thing. */
  parts: {
    ...line("Parts", limits.parts),
    sent: z.optional(partsField),
    rule: z.optional(
      z
        .string()
        .check(
          z.maxLength(limits.parts, ownMessages.tooLong("Parts", limits.parts)),
          z.refine(areParts, ownMessages.notParts),
        ),
    ),
    column: "parts",
    imported: "parts",
  },
  /** What a copy weighs, in pounds: "2.5", or "" when unknown. */
  weight: {
    ...line("Weight"),
    sent: z.optional(weightField),
    rule: z.optional(z.string().check(z.refine(isWeight, ownMessages.notWeight("Weight")))),
    column: "weight",
    imported: "weight",
  },
  /** Where it stands, in the library's own words: "A3". */
  shelfPlace: { ...line("Shelf place", limits.shelfPlace), column: "shelf_place", imported: "shelfPlace" },
  attachmentId: {
    label: "Picture",
    column: "attachment_id",
    type: "integer",
    imported: null,
    empty: null,
    answer: z.nullable(z.number()),
    /** Omit to keep the picture; 0 or null removes it. */
    sent: z.optional(z.nullable(idOrAll)),
    rule: z.optional(z.nullable(z.number())),
  },
  /** Alternative text; empty when the picture only repeats the title. */
  attachmentAlt: { ...line("Alternative text"), column: "attachment_alt", imported: null },
} as const satisfies Record<string, FieldOfATitle>;

type Fields = typeof titleFields;

export type TitleField = keyof Fields;

export type TitleValues = { [Name in TitleField]: z.output<Fields[Name]["answer"]> };

export type TitleColumns = { [Name in TitleField as Fields[Name]["column"]]: TitleValues[Name] };

export type FileField = NonNullable<Fields[TitleField]["imported"]>;

/** The fields that a row of a file writes: all that have a column there but the SKU, by which its title is found. */
export type BulkField = {
  [Name in TitleField]: Fields[Name]["imported"] extends null | "referenceNumber" ? never : Name;
}[TitleField];
export type BulkValues = Pick<TitleValues, BulkField>;
