import * as z from "zod/mini";
import { limits } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { areParts } from "#contract/catalog/parts.ts";
import { languageTag } from "#contract/catalog/title-languages.ts";
import { isWeight } from "#contract/catalog/weights.ts";
import { isMoney } from "#contract/wire/money.ts";
import { idOrAll, codeInput, money, partsField, text, weightField } from "#contract/wire/text.ts";

type TitleFieldDefinition = {
  /** The name of the field in sentences, in the activity log, and in export headers. */
  label: string;
  /** The column in the table `items`. */
  column: string;
  type: "text" | "smallint" | "integer";
  /** The name of the field in import and export files; null keeps it out of files. */
  imported: string | null;
  /** The value of a field that nobody filled in. */
  empty: unknown;
  /** The schemas for responses and for saves. Omitting an optional field keeps its value. */
  answer: z.core.$ZodType;
  sent: z.core.$ZodType;
  rule: z.core.$ZodType;
};

const words = (label: string, maxLength: number) => ({
  label,
  type: "text" as const,
  empty: "",
  answer: z.string(),
  sent: text(limits.prose),
  rule: z.string().check(z.maxLength(maxLength, ownMessages.tooLong(label, maxLength))),
});

const requiredWords = (label: string, maxLength: number, missingMessage: string) => ({
  ...words(label, maxLength),
  rule: z.string().check(z.minLength(1, missingMessage), z.maxLength(maxLength, ownMessages.tooLong(label, maxLength))),
});

const code = (label: string, missingMessage: string) => ({
  label,
  empty: 0,
  answer: z.number(),
  sent: z._default(codeInput, 0), // a code too large for its column is reported as an unknown choice
  rule: z.number().check(z.gte(1, missingMessage)),
});

const line = (label: string, maxLength: number = limits.line) => {
  const common = words(label, maxLength);
  return { ...common, sent: z.optional(common.sent), rule: z.optional(common.rule) };
};

/**
 * The fields of a title, in the order of forms, the activity log, and exports. Reading, saving, importing, exporting,
 * and comparing titles all follow this table (decision 016).
 */
export const titleFields = {
  title: { ...requiredWords("Title", limits.title, messages.field.title), column: "title", imported: "title" },
  referenceNumber: {
    ...requiredWords("SKU Number", limits.sku, messages.field.skuNumber),
    sent: text(),
    column: "reference_number",
    imported: "referenceNumber",
  },
  description: {
    ...requiredWords("Description", limits.description, messages.field.description),
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
  /** 13 digits; saves accept any ISBN, also one of 10 digits or with hyphens, and the server checks it. */
  isbn: { ...line("ISBN"), column: "isbn", imported: "isbn" },
  /** "Jane Doe"; several names are separated by commas. */
  author: { ...line("Author", limits.author), column: "author", imported: "author" },
  publisher: { ...line("Publisher", limits.publisher), column: "publisher", imported: "publisher" },
  /** The four-digit year of publication; "" when unknown. */
  publishedYear: {
    ...line("Year"),
    rule: z.optional(z.string().check(z.regex(/^(?:\d{4})?$/, ownMessages.notYear("Year")))),
    column: "published_year",
    imported: "year",
  },
  /** For example, "22 pages" or "45 minutes". */
  extent: { ...line("Length", limits.extent), column: "extent", imported: "extent" },
  /** A primary BCP 47 tag such as "es"; empty when unknown. Saves accept any ISO 639 code. */
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
  /** What's in each copy of a kit: "1 poster; 1 DVD @ 24.50; 30 cards"; "" if it isn't a kit. */
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
  /** The weight of a copy in pounds: "2.5", or "" when unknown. */
  weight: {
    ...line("Weight"),
    sent: z.optional(weightField),
    rule: z.optional(z.string().check(z.refine(isWeight, ownMessages.notWeight("Weight")))),
    column: "weight",
    imported: "weight",
  },
  shelfLocation: {
    ...line("Shelf location", limits.shelfLocation),
    column: "shelf_location",
    imported: "shelfLocation",
  },
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
  /** Describes the picture; empty when the picture only repeats the title. */
  attachmentAlt: { ...line("Alternative text"), column: "attachment_alt", imported: null },
} as const satisfies Record<string, TitleFieldDefinition>;

type Fields = typeof titleFields;

export type TitleField = keyof Fields;

export type TitleValues = { [Name in TitleField]: z.output<Fields[Name]["answer"]> };

export type TitleColumns = { [Name in TitleField as Fields[Name]["column"]]: TitleValues[Name] };

export type FileField = NonNullable<Fields[TitleField]["imported"]>;

/** The fields that a row in a file can change: all except the SKU, which identifies the title. */
export type BulkField = {
  [Name in TitleField]: Fields[Name]["imported"] extends null | "referenceNumber" ? never : Name;
}[TitleField];
export type BulkValues = Pick<TitleValues, BulkField>;
