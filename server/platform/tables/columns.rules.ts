import { importMessages } from "#contract/wire/messages.ts";
import { text } from "#contract/wire/text.ts";
import { faultColumn } from "#contract/imports/imports.ts";
import { lostValue } from "./damage.rules.ts";
import { type IsName, type TableRow, unguarded } from "./table.rules.ts";

/** An error in a row, or a note on it. `isWord` if it's about an unknown word, which is listed once for all rows. */
export type RowFault = { column: string; message: string; isWord?: true };

/** The columns of a file: their names, and the field of each; null if it's skipped. */
export type Layout<Field extends string = string> = {
  names: readonly string[];
  fields: readonly (Field | null)[];
};

const anyText = text(Number.MAX_SAFE_INTEGER);
const unstorable = /[\0\uD800-\uDFFF]/u; // PostgreSQL can't store these
const unread = "\uFFFD"; // a decoder's replacement for bytes that it can't read

/** Returns a row's values without invisible characters and empty cells, each with its field and its column's name. */
export function cellsOfRow<Field extends string>(
  cells: readonly string[],
  { names, fields }: Layout<Field>,
  faults: RowFault[],
): { field: Field; column: string; value: string }[] {
  return fields.flatMap((field, place) => {
    const column = names[place] ?? "";
    const cell = unguarded(cells[place] ?? "");
    if (field === null || cell === "") return [];
    if (unstorable.test(cell)) {
      faults.push({ column, message: importMessages.badCharacter });
      return [];
    }
    if (cell.includes(unread)) faults.push({ column, message: importMessages.unreadCharacter });
    const value = anyText.parse(cell);
    const lost = value.startsWith("#") ? lostValue(value) : undefined;
    if (lost !== undefined) faults.push({ column, message: lost });
    return value === "" || lost !== undefined ? [] : [{ field, column, value }];
  });
}

/** Returns a row's values by field; missing ones are empty. */
export function textsOfRow<Field extends string>(
  row: TableRow,
  layout: Layout,
  names: readonly Field[],
  faults: RowFault[],
): Record<Field, string>;
export function textsOfRow(row: TableRow, layout: Layout, names: readonly string[], faults: RowFault[]) {
  const values = new Map(cellsOfRow(row.cells, layout, faults).map(({ field, value }) => [field, value]));
  return Object.fromEntries(names.map((name) => [name, values.get(name) ?? ""]));
}

/** A field that a column can map to: its name, its label, and common column names. */
export type NamedField<Field extends string = string> = {
  name: Field;
  label: string;
  otherNames: readonly string[];
  /** Ambiguous names for it, best first, and whether a value fits this field. */
  possibleNames?: readonly string[];
  fits?: (value: string) => boolean;
  /** Several columns may map to it. */
  mayRepeat?: boolean;
};

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Suggests a field for each column by its name, each field once: first by the labels, then the other names, then the
 * possible names if the values fit.
 */
export function proposedFields<Field extends string>(
  names: readonly string[],
  fields: readonly NamedField<Field>[],
  valuesAt: (place: number) => readonly string[],
): (Field | null)[] {
  const proposed: (Field | null)[] = names.map(() => null);
  for (const wordsFor of [
    ({ label }: NamedField) => [label],
    ({ otherNames }: NamedField): readonly string[] => otherNames,
  ]) {
    for (const field of fields.filter(({ name }) => !proposed.includes(name))) {
      const words = wordsFor(field).map(keyOf);
      const place = names.findIndex((name, at) => proposed[at] === null && words.includes(keyOf(name)));
      if (place >= 0) proposed[place] = field.name;
    }
  }
  for (const { name, possibleNames = [], fits = () => true } of fields) {
    if (proposed.includes(name)) continue;
    const isPossible = (at: number) =>
      proposed[at] === null && valuesAt(at).every((value) => value.trim() === "" || fits(value.trim()));
    const places = possibleNames.map((word) =>
      names.findIndex((column, at) => keyOf(column) === keyOf(word) && isPossible(at)),
    );
    const place = places.find((at) => at >= 0);
    if (place !== undefined) proposed[place] = name;
  }
  return proposed;
}

/** Returns the names that identify columns. */
export const namesOf = (fields: readonly NamedField[]) => [
  faultColumn,
  ...fields.flatMap(({ label, otherNames }) => [label, ...otherNames]),
];

/** Returns whether a text is one of these names. */
export function isOneOf(names: readonly string[]): IsName {
  const keys = new Set(names.map(keyOf));
  return (text) => keys.has(keyOf(text));
}

export const indexOfFaults = (names: readonly string[]) =>
  names.findIndex((name) => keyOf(name) === keyOf(faultColumn));
