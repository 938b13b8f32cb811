import { faultColumn, importFieldNames, importFields, type ImportField } from "#contract/imports.ts";

const others: Record<ImportField, readonly string[]> = {
  title: ["name", "item", "item title", "title name", "full title"],
  referenceNumber: ["sku", "reference number", "reference", "item number", "item no", "number", "code", "item id"],
  description: ["summary", "abstract", "annotation", "notes", "synopsis"],
  category: ["type", "format", "material type", "media", "media type", "material"],
  subject: ["topic", "subject area", "health topic"],
  grades: ["grade", "grade level", "grade levels", "audience", "level"],
  tags: ["tag", "keywords", "subjects", "subject headings", "subject heading"],
  copies: ["quantity", "qty", "number of copies", "copy count", "count"],
  copyDetails: ["copies in detail"],
};

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The field that each column's name suggests, each field once: the export's own names first, then others for them. */
export function proposedFields(names: readonly string[]): (ImportField | null)[] {
  const proposed: (ImportField | null)[] = names.map(() => null);
  for (const wordsFor of [(field: ImportField) => [importFieldNames[field]], (field: ImportField) => others[field]]) {
    for (const field of importFields.filter((each) => !proposed.includes(each))) {
      const words = wordsFor(field).map(keyOf);
      const place = names.findIndex((name, at) => proposed[at] === null && words.includes(keyOf(name)));
      if (place >= 0) proposed[place] = field;
    }
  }
  return proposed;
}

/** The place of the column that the file of faulty rows has besides, or -1. */
export const placeOfFaults = (names: readonly string[]) =>
  names.findIndex((name) => keyOf(name) === keyOf(faultColumn));
