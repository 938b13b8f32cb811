import { bulkNames } from "#contract/catalog/title-record.ts";
import { titleFields } from "#contract/catalog/title-fields.ts";
import { faultColumn, type ImportField, importFieldNames, importFields } from "#contract/catalog/imports.ts";
import { fileFields } from "./file-fields.rules.ts";
import type { MarcRecord } from "./marc-record.rules.ts";
import type { Choices } from "./names.rules.ts";

/** The columns that MARC records are read into, as if they were rows of a CSV; faults name the MARC field. */
export const marcLayout: { names: readonly string[]; fields: readonly ImportField[] } = {
  names: bulkNames.map((name) => fileFields[name].marc.place),
  fields: bulkNames.map((name) => titleFields[name].imported),
};

/** A record as the cells of those columns. Nothing missing is invented. */
export const marcCells = (record: MarcRecord, choices: Choices) =>
  bulkNames.map((name) => fileFields[name].marc.cellOf(record, choices));

const otherNames: ReadonlyMap<ImportField, readonly string[]> = new Map<ImportField, readonly string[]>([
  ["referenceNumber", ["sku", "reference number", "reference", "item number", "item no", "number", "code", "item id"]],
  ["copies", ["quantity", "qty", "number of copies", "copy count", "count"]],
  ["copyDetails", ["copies in detail"]],
  ...bulkNames.map((name) => [titleFields[name].imported, fileFields[name].otherNames] as const),
]);

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The field that each column's name suggests, each field once: the export's names first, then synonyms. */
export function proposedFields(names: readonly string[]): (ImportField | null)[] {
  const proposed: (ImportField | null)[] = names.map(() => null);
  for (const wordsFor of [
    (field: ImportField) => [importFieldNames[field]],
    (field: ImportField) => otherNames.get(field) ?? [],
  ]) {
    for (const field of importFields.filter((each) => !proposed.includes(each))) {
      const words = wordsFor(field).map(keyOf);
      const place = names.findIndex((name, at) => proposed[at] === null && words.includes(keyOf(name)));
      if (place >= 0) proposed[place] = field;
    }
  }
  return proposed;
}

export const placeOfFaults = (names: readonly string[]) =>
  names.findIndex((name) => keyOf(name) === keyOf(faultColumn));

// What a spreadsheet would run as a formula, with any number of apostrophes before it, so that guarding twice can be
// told apart.
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** Guards a text for spreadsheets: one that starts like a formula gets an apostrophe. */
export const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);

export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
