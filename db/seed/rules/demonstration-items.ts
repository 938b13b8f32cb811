import { categories, limits } from "#contract/catalog/codes.ts";
import { languageTag } from "#contract/catalog/title-languages.ts";
import type { TitleValues } from "#contract/catalog/title-fields.ts";
import { chance, pick } from "./chance.ts";
import { categoryOf, gradeMaskOf, subjectOf } from "./classification.ts";
import { authorOf, describe, extentOf, publisherOf } from "./descriptions.ts";
import { tagsOf } from "./headings.ts";
import type { SourceRow } from "./source-row.ts";
import { cleanTitle, shortenTitle, titleKey } from "./titles.ts";

export type DemonstrationItem = Omit<TitleValues, "attachmentId" | "attachmentAlt"> & {
  sourceId: string;
  copies: number;
  /** When it was added, as a fraction (0 to 1) of the last year. */
  age: number;
};

const copyCounts = [[8, 0], [22, 1], [26, 2], [20, 3], [12, 4], [7, 5], [5, 6]] as const; // prettier-ignore
const shelves = [[1, "A"], [1, "B"], [1, "C"], [1, "D"], [1, "E"], [1, "F"]] as const; // prettier-ignore
const boards = [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5]] as const; // prettier-ignore
const kits = [[14, ""], [1, "1 DVD @ 24.50; 1 guide @ 8.00; 30 cards @ 0.50"], [1, "1 disc @ 19.95; 1 poster"]] as const; // prettier-ignore
const weights = [[2, ""], [5, "0.5"], [6, "1.2"], [3, "2.5"], [1, "6"]] as const; // prettier-ignore
const replacementCosts = [[6, ""], [4, "12.00"], [5, "18.95"], [4, "24.50"], [2, "39.00"], [1, "85.00"]] as const; // prettier-ignore

/** Makes the library's titles from the rows; the same rows always make the same titles. */
export function demonstrationItems(rows: readonly SourceRow[]): DemonstrationItem[] {
  const numbers = new Set<string>();
  const titles = distinctTitles(rows);
  return rows.map((row, index) => {
    const fullTitle = titles[index] ?? row.title;
    const title = shortenTitle(fullTitle);
    const categoryId = categoryOf(row);
    const referenceNumber = numberFor(row.id, categoryId, numbers);
    numbers.add(referenceNumber);
    return {
      sourceId: row.id,
      title,
      description: describe(row, title === fullTitle ? undefined : fullTitle),
      referenceNumber,
      categoryId,
      subjectId: subjectOf(row),
      gradeId: gradeMaskOf(row),
      tags: tagsOf(row),
      author: authorOf(row),
      publisher: publisherOf(row),
      publishedYear: /^\d{4}$/u.exec(row.year)?.[0] ?? "",
      extent: extentOf(row),
      language: languageTag(row.language) ?? "",
      replacementCost: pick("replacement cost", row.id, replacementCosts),
      parts: categoryId === categories.book ? "" : pick("parts", row.id, kits),
      weight: pick("weight", row.id, weights),
      shelfLocation: `${pick("shelf", row.id, shelves)}${pick("board", row.id, boards)}`,
      copies: pick("copies", row.id, copyCounts),
      age: chance("age", row.id),
    };
  });
}

/** Cleans the titles, and adds the year or else the length to those that look the same. */
function distinctTitles(rows: readonly SourceRow[]): string[] {
  const cleaned = rows.map((row) => cleanTitle(row.title));
  const withYear = rows.map((row, index) => [cleaned[index], row.year && `(${row.year})`].filter(Boolean).join(" "));
  const withExtent = rows.map(
    (row, index) => `${withYear[index]} [${row.extent.replace(/^1 online resource \(|\)$/gu, "")}]`,
  );
  return [cleaned, withYear, withExtent].reduce((titles, longer) => {
    const count = new Map<string, number>();
    for (const title of titles) count.set(keyOf(title), (count.get(keyOf(title)) ?? 0) + 1);
    return titles.map((title, index) => ((count.get(keyOf(title)) ?? 0) > 1 ? (longer[index] ?? title) : title));
  });
}

function keyOf(title: string): string {
  return titleKey(shortenTitle(title, limits.title));
}

/** Returns a letter for the category and five digits derived from the source's id, or the next available number. */
function numberFor(id: string, categoryId: number, numbers: ReadonlySet<string>): string {
  const letter = categoryId === categories.book ? "B" : categoryId === categories.video ? "V" : "A";
  for (
    let digits = 10_000 + Math.floor(chance("number", id) * 90_000);
    ;
    digits = digits === 99_999 ? 10_000 : digits + 1
  ) {
    const number = `${letter}${digits}`;
    if (!numbers.has(number)) return number;
  }
}
