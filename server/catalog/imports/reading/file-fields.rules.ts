import { offeredLanguages } from "#contract/catalog/title-languages.ts";
import { partsText } from "#contract/catalog/parts.ts";
import { weightText } from "#contract/catalog/weights.ts";
import type { BulkField, BulkValues } from "#contract/catalog/title-fields.ts";
import { moneyText } from "#contract/wire/money.ts";
import { isbn13 } from "#server/catalog/isbn/isbn.rules.ts";
import { languageInText } from "./languages.rules.ts";
import * as marc from "./marc-title.rules.ts";
import type { MarcRecord } from "./marc-record.rules.ts";
import * as names from "./names.rules.ts";

type FileField<Value> = {
  otherNames: readonly string[];
  /** The MARC field, as errors name it, and how to read it. */
  marc: { place: string; cellOf: (record: MarcRecord, choices: names.Choices) => string };
  read: (cell: string, choices: names.Choices) => Value | names.UnknownWord;
  /** Formats the cell of an export, which an import reads as the same value. */
  write: (value: Value, choices: names.Choices) => string;
};

const asIs = { read: (cell: string) => cell, write: (value: string) => value };

export const fileFields: { readonly [Name in BulkField]: FileField<BulkValues[Name]> } = {
  title: {
    ...asIs,
    otherNames: ["name", "item", "item title", "title name", "full title"],
    marc: { place: "245", cellOf: marc.titleOf },
  },
  description: {
    ...asIs,
    otherNames: ["summary", "abstract", "annotation", "notes", "synopsis"],
    marc: { place: "520", cellOf: marc.descriptionOf },
  },
  categoryId: {
    otherNames: ["type", "format", "material type", "media", "media type", "material"],
    marc: { place: "leader", cellOf: marc.categoryOf },
    read: names.categoryNamed,
    write: (id, { categories }) => categories.find(({ categoryId }) => categoryId === id)?.categoryName ?? "",
  },
  subjectId: {
    otherNames: ["topic", "subject area", "health topic"],
    marc: { place: "650", cellOf: marc.subjectOf },
    read: names.subjectNamed,
    write: (id, { subjects }) => subjects.find(({ subjectId }) => subjectId === id)?.subjectName ?? "",
  },
  gradeId: {
    otherNames: ["grade", "grade level", "grade levels", "audience", "level"],
    marc: { place: "521", cellOf: marc.gradesOf },
    read: names.gradesNamed,
    write: names.gradeNames,
  },
  tags: {
    ...asIs,
    otherNames: ["tag", "keywords", "subjects", "subject headings", "subject heading"],
    marc: { place: "6XX", cellOf: marc.tagsOf },
  },
  isbn: {
    otherNames: ["isbn13", "isbn 13", "isbn10", "isbn 10", "ean"],
    marc: { place: "020", cellOf: marc.isbnOf },
    read: (cell) => isbn13(cell) ?? cell,
    write: (isbn) => isbn,
  },
  author: {
    ...asIs,
    otherNames: ["authors", "by", "creator", "creators", "written by", "contributors"],
    marc: { place: "100", cellOf: marc.authorOf },
  },
  publisher: {
    ...asIs,
    otherNames: ["published by", "publishing company", "imprint"],
    marc: { place: "264", cellOf: marc.publisherOf },
  },
  publishedYear: {
    otherNames: ["published", "year published", "publication year", "publication date", "copyright", "published year"],
    marc: { place: "264", cellOf: marc.yearOf },
    read: (cell) => /(?<!\d)\d{4}(?!\d)/u.exec(cell)?.[0] ?? cell, // "c2019."
    write: (year) => year,
  },
  extent: {
    ...asIs,
    otherNames: ["extent", "pages", "page count", "running time", "duration", "physical description"],
    marc: { place: "300", cellOf: marc.extentOf },
  },
  language: {
    otherNames: ["lang", "language code", "text language"],
    marc: { place: "008", cellOf: marc.languageOf },
    read: (cell) => languageInText(cell) ?? new names.UnknownWord(cell, "language", [...offeredLanguages.values()]),
    write: (tag) => tag,
  },
  replacementCost: {
    otherNames: ["cost", "price", "list price", "value", "replacement price"],
    marc: { place: "365", cellOf: marc.priceOf },
    read: moneyText,
    write: (cost) => cost,
  },
  parts: {
    otherNames: ["kit contents", "kit parts", "components"],
    marc: { place: "300", cellOf: marc.partsOf },
    read: partsText,
    write: (parts) => parts,
  },
  weight: {
    otherNames: ["weight in pounds", "weight (lb)", "weight (lbs)", "pounds", "lbs"],
    marc: { place: "300", cellOf: () => "" }, // MARC has sizes, but no weights
    read: weightText,
    write: (weight) => weight,
  },
  shelfLocation: {
    ...asIs,
    otherNames: ["shelf", "shelving location", "shelf place", "location"],
    marc: { place: "852", cellOf: marc.shelfLocationOf },
  },
};
