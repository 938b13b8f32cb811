import * as z from "zod";
import { categories } from "#contract/catalog/codes.ts";
import type { TitleValues } from "#contract/catalog/title-fields.ts";
import { rowsOf, wholeNumber } from "./csv-rows.ts";

export type DemonstrationItem = Omit<TitleValues, "attachmentId" | "attachmentAlt"> & {
  sourceId: string;
  copies: number;
  /** How many days ago it was added. */
  added: number;
  /** A copy out of circulation. */
  inactive: { copyNumber: number; reason: string } | null;
};

const categoryIds = new Map([
  ["Book", categories.book],
  ["Video", categories.video],
  ["Audio", categories.audio],
]);

/** The subjects of db/reference-data.sql in the order of their ids. */
const subjects = [
  "Comprehensive Health",
  "Alcohol and Other Drugs",
  "Healthy Eating",
  "Mental and Emotional Health",
  "Personal Health and Wellness",
  "Physical Activity",
  "Safety",
  "Sexual Health",
  "Tobacco",
  "Violence Prevention",
  "HIV Prevention",
];

/** Each has the next bit of a mask. */
const grades = ["Preschool", "Grades K-2", "Grades 3-5", "Grades 6-8", "Grades 9-12", "Adult/Professional"];

const known = <Value>(name: string, value: Value | undefined): Value => {
  if (value === undefined) throw new Error(`The demonstration catalog has an unknown ${name}.`);
  return value;
};
const placeIn = (names: readonly string[], name: string) =>
  known(name, names.includes(name) ? names.indexOf(name) : undefined);

/** A row of the catalog, which has the columns of an export, an id, and the age. */
const row = z
  .object({
    id: z.string(),
    referenceNumber: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.string().transform((name) => known(name, categoryIds.get(name))),
    subject: z.string().transform((name) => placeIn(subjects, name) + 1),
    grades: z
      .string()
      .transform((names) => names.split("; ").reduce((mask, name) => mask | (1 << placeIn(grades, name)), 0)),
    tags: z.string(),
    author: z.string(),
    publisher: z.string(),
    year: z.string(),
    extent: z.string(),
    language: z.string(),
    replacementCost: z.string(),
    parts: z.string(),
    weight: z.string(),
    shelfLocation: z.string(),
    copies: wholeNumber,
    added: wholeNumber,
    /** "2 repair": copy 2 is out for repair. */
    inactive: z.string().transform((cell) => {
      const [copyNumber, reason = ""] = cell.split(" ");
      return cell === "" ? null : { copyNumber: Number(copyNumber), reason };
    }),
  })
  .transform(({ id, category, subject, grades: mask, year, ...values }) => ({
    ...values,
    sourceId: id,
    categoryId: category,
    subjectId: subject,
    gradeId: mask,
    publishedYear: year,
    isbn: "", // government publications have none
  }));

/** Returns the demonstration's titles (SOURCES.md says where they come from). */
export function demonstrationItems(): DemonstrationItem[] {
  return rowsOf("demonstration-catalog.csv", row);
}
