import { itemRules } from "#contract/catalog/catalog.ts";
import { bareSku, limits } from "#contract/catalog/codes.ts";
import {
  faultColumn,
  type ImportField,
  importFieldNames,
  importFields,
  type ImportSettings,
} from "#contract/catalog/imports.ts";
import { importMessages, messages, ownMessages } from "#contract/wire/messages.ts";
import { type BulkField, type BulkValues, titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames, firstOf, titleNames } from "#contract/catalog/title-record.ts";
import { text } from "#contract/wire/text.ts";
import { type CopyDetail, readCopyDetails } from "./copy-details.rules.ts";
import { fileFields } from "./file-fields.rules.ts";
import {
  type Choices,
  type Meanings,
  type OddWord,
  shortenedTitle,
  UnknownWord,
  withMeaning,
  wordKey,
} from "./names.rules.ts";
import type { MarcRecord } from "./marc-title.rules.ts";

/** `isWord`: it is about a word that the library does not have, which is listed once for all rows. */
export type RowFault = { column: string; message: string; isWord?: true };

/** A row of a file: its cells, or why they are unusable. */
export type FileRow = { row: number; cells: readonly string[]; faults: readonly RowFault[] };

export type Layout = { names: readonly string[]; fields: readonly (ImportField | null)[] };

/** A title already in the catalog; `isOut` means on an open order. */
export type KnownTitle = BulkValues & {
  itemId: number;
  version: number;
  sku: string;
  copies: readonly (CopyDetail & { isOut: boolean })[];
};

/** The values a row gives for a title; empty cells are undefined. */
export type Given = {
  sku: string;
  values: Partial<BulkValues>;
  copies?: number;
  details?: readonly CopyDetail[];
  faults: RowFault[];
  /** What was changed in it, and the words that the library does not have. */
  notes: RowFault[];
  words: OddWord[];
};

/** A title to store; `copies` is the final number, `details` describes particular ones. */
export type Draft = BulkValues & {
  copies: number;
  /** How many of them the catalog does not have yet. */
  newCopies: number;
  details: CopyDetail[];
  /** For a title in the catalog: its id and version as read. */
  known: { itemId: number; version: number } | null;
};

export const maxCopies = 500;

const anyText = text(Number.MAX_SAFE_INTEGER);
const unkept = /[\0\uD800-\uDFFF]/u; // what PostgreSQL cannot store

export type Reading = { layout: Layout; settings: ImportSettings; choices: Choices; meanings: Meanings };

export function readRow({ cells, faults }: FileRow, reading: Reading): Given {
  const { layout, settings } = reading;
  const given: Given = { sku: "", values: {}, faults: [...faults], notes: [], words: [] };
  if (faults.length > 0) return given;
  const written = valuesOf(cells, layout, given.faults);
  const say = (field: ImportField, message: string) => given.faults.push({ column: columnOf(layout, field), message });
  const words: string[] = [];
  const read = <Name extends BulkField>(name: Name) => {
    const field = titleFields[name].imported;
    const value = valueOf(name, written.get(field) ?? "", reading, given.words);
    if (value === undefined) return;
    if (!(value instanceof UnknownWord)) given.values[name] = value;
    else if (settings.unknown === "default") words.push(value.word.replaceAll(",", " "));
    else {
      const message = importMessages.noSuch(value.what, value.word, value.choices);
      given.faults.push({ column: columnOf(layout, field), message, isWord: true });
    }
  };
  given.sku = bareSku(written.get("referenceNumber") ?? "");
  for (const name of bulkNames) read(name);
  if (words.length > 0) given.values.tags = [given.values.tags ?? "", ...words].filter((tag) => tag !== "").join(", ");
  readCopies(given, written, say);
  if (settings.longTitles === "shorten") shortenTitle(given, layout);
  return given;
}

const maxWordsOfCell = 20;

/** What a cell says; words of it that the library does not have are noted, and read as what they mean. */
function valueOf<Name extends BulkField>(name: Name, cell: string, reading: Reading, words: OddWord[]) {
  let text = cell;
  for (let tries = 0; text.trim() !== ""; tries += 1) {
    const value = fileFields[name].read(text, reading.choices);
    if (!(value instanceof UnknownWord)) return value;
    const meaning = reading.meanings.get(wordKey(value.what, value.word));
    words.push({ field: value.what, word: value.word, value: meaning ?? null });
    if (meaning === undefined || tries === maxWordsOfCell) return value;
    text = withMeaning(text, value.word, meaning);
  }
  return undefined;
}

function shortenTitle(given: Given, layout: Layout): void {
  const { title = "" } = given.values;
  if (title.length <= limits.title) return;
  given.values.title = shortenedTitle(title, limits.title);
  const message = importMessages.shortened(title, given.values.title);
  given.notes.push({ column: columnOf(layout, "title"), message });
}

type Say = (field: ImportField, message: string) => void;

function readCopies(given: Given, values: ReadonlyMap<ImportField, string>, say: Say): void {
  const [count, details] = [values.get("copies"), values.get("copyDetails")];
  if (count) {
    const copies = /^\d{1,6}(?:\.0+)?$/.test(count) ? Number(count) : -1;
    if (copies < 0 || copies > maxCopies) say("copies", importMessages.copies(maxCopies));
    else given.copies = copies;
  }
  if (details) {
    const read = readCopyDetails(details);
    if ("unread" in read) say("copyDetails", importMessages.copyDetails(read.unread));
    else given.details = read;
  }
}

/** The text of each field without invisible characters; several columns of one field are joined. */
function valuesOf(cells: readonly string[], { names, fields }: Layout, faults: RowFault[]): Map<ImportField, string> {
  const values = new Map<ImportField, string>();
  for (const [place, field] of fields.entries()) {
    const cell = unguarded(cells[place] ?? "");
    if (field === null || cell === "") continue;
    if (unkept.test(cell)) {
      faults.push({ column: names[place] ?? "", message: importMessages.badCharacter });
      continue;
    }
    const value = field === "tags" ? tagsIn(cell) : anyText.parse(cell);
    if (value === "") continue;
    const before = values.get(field);
    if (before === undefined) values.set(field, value);
    else values.set(field, field === "tags" ? `${before}, ${value}` : `${before}\n${names[place] ?? ""}: ${value}`);
  }
  return values;
}

/** Normalizes tags to commas; with bars or semicolons as separators, a tag may contain commas. */
function tagsIn(cell: string): string {
  const separator = cell.includes("|") ? "|" : cell.includes(";") ? ";" : undefined;
  const tags = separator ? cell.split(separator).map((tag) => tag.replace(/\s*,\s*/g, " ")) : cell.split(",");
  return normalTags(tags);
}

function normalTags(tags: readonly string[]): string {
  const kept = new Map<string, string>();
  for (const tag of tags.map((part) => anyText.parse(part).replace(/\s+/g, " "))) {
    if (tag !== "" && !kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  }
  return [...kept.values()].join(", ");
}

/** The name of a field's column in this file, or the field's usual name without one. */
export function columnOf({ names, fields }: Layout, field: ImportField): string {
  return names[fields.indexOf(field)] ?? importFieldNames[field];
}

const skuToBeMade = "000000";

/**
 * The title that a row makes: missing values come from the defaults for a new title, and stay for a known one. Checked
 * by the rules of the item form; the errors are added to the row's.
 */
export function draftOf(given: Given, layout: Layout, settings: ImportSettings, known?: KnownTitle): Draft {
  const { defaults } = settings;
  const wanted = given.copies ?? (known ? 0 : layout.fields.includes("copies") ? 0 : defaults.copies);
  const copies = Math.max(wanted, known?.copies.length ?? 0);
  const values = firstOf(bulkNames, given.values, known ?? defaults);
  const draft: Draft = {
    ...values,
    tags: normalTags(values.tags.split(",")),
    copies,
    newCopies: copies - (known?.copies.length ?? 0),
    details: [...(given.details ?? [])],
    known: known ? { itemId: known.itemId, version: known.version } : null,
  };
  const read = itemRules.safeParse({ ...draft, referenceNumber: given.sku || skuToBeMade });
  for (const { path, message } of read.success ? [] : read.error.issues) {
    const name = titleNames.find((each) => each === path[0]);
    const field = name && titleFields[name].imported;
    const column = field ? columnOf(layout, field) : "";
    // an unknown name is already reported
    if (!given.faults.some((fault) => fault.column === column)) given.faults.push({ column, message });
  }
  checkDetails(given, layout, draft, known);
  return draft;
}

function checkDetails(given: Given, layout: Layout, draft: Draft, known: KnownTitle | undefined): void {
  const say = (message: string) => given.faults.push({ column: columnOf(layout, "copyDetails"), message });
  for (const detail of draft.details) {
    const sku = detail.sku ?? "";
    if (detail.number > draft.copies) say(importMessages.noSuchCopy(detail.number));
    if (sku.length > limits.sku) say(ownMessages.tooLong("SKU Number", limits.sku));
    if (detail.sku === "") say(messages.field.skuNumber);
    if ((detail.shelfPlace ?? "").length > limits.shelfPlace)
      say(ownMessages.tooLong("Shelf place", limits.shelfPlace));
    const copy = known?.copies.find(({ number }) => number === detail.number);
    if (copy?.isOut && detail.isInactive && !copy.isInactive)
      say(ownMessages.copyIsOut(`#${copy.sku ?? known?.sku ?? ""} copy ${copy.number}`));
  }
}

export function isSame(draft: Draft, known: KnownTitle): boolean {
  if (bulkNames.some((name) => draft[name] !== known[name]) || draft.copies !== known.copies.length) return false;
  return draft.details.every(({ number, sku, shelfPlace, isInactive, reason }) => {
    const copy = known.copies.find((each) => each.number === number);
    // without a SKU or a place, the copy keeps its own
    const hasThese = (sku === null || sku === copy?.sku) && (shelfPlace === null || shelfPlace === copy?.shelfPlace);
    return copy?.isInactive === isInactive && copy.reason === reason && hasThese;
  });
}

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
