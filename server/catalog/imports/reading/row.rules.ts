import { columnNames } from "#contract/wire/table-format.ts";
import { itemRules } from "#contract/catalog/catalog.ts";
import { bareSku, limits } from "#contract/catalog/codes.ts";
import { type ImportField, importFieldNames, importFields, repeatedFields } from "#contract/catalog/title-files.ts";
import type { ImportSettings } from "#contract/imports/imports.ts";
import { languageName } from "#contract/catalog/title-languages.ts";
import { cut } from "#contract/wire/cut.ts";
import { importMessages, messages, ownMessages } from "#contract/wire/messages.ts";
import { type BulkField, type BulkValues, titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames, firstOf, titleNames } from "#contract/catalog/title-record.ts";
import { text } from "#contract/wire/text.ts";
import { cellsOfRow, type Layout, type NamedField, type RowFault } from "#server/platform/tables/columns.rules.ts";
import { changedCode, pairOf } from "#server/platform/tables/damage.rules.ts";
import { guarded, type TableRow } from "#server/platform/tables/table.rules.ts";
import { type Meanings, type UnmatchedWord, wordKey } from "#server/platform/tables/words.rules.ts";
import { isIsbnOrEmpty } from "#server/catalog/isbn/isbn.rules.ts";
import { type CopyDetail, readCopyDetails } from "./copy-details.rules.ts";
import { fileFields } from "./file-fields.rules.ts";
import { gradesInText } from "./grades.rules.ts";
import { isSeveralLanguages } from "./languages.rules.ts";
import { type Choices, gradeNames, shortenedTitle, subjectNamed, UnknownWord, withMeaning } from "./names.rules.ts";
import type { MarcRecord } from "./marc-record.rules.ts";
import { ownValues } from "./marc-title.rules.ts";

export type TitleLayout = Layout<ImportField>;

/** A title in the catalog; `isOut` copies are on an open order. */
export type KnownTitle = BulkValues & {
  itemId: number;
  version: number;
  sku: string;
  copies: readonly (CopyDetail & { isOut: boolean })[];
};

/** The values of a row; empty cells are undefined. */
export type RowValues = {
  sku: string;
  values: Partial<BulkValues>;
  copies?: number;
  details?: readonly CopyDetail[];
  faults: RowFault[];
  /** Messages about shortened values. */
  notes: RowFault[];
  words: UnmatchedWord[];
};

/** A title to store; `copies` is the final number, `details` describes particular ones. */
export type Draft = BulkValues & {
  copies: number;
  newCopies: number;
  details: CopyDetail[];
  /** For a title in the catalog: its id and version as read. */
  known: { itemId: number; version: number } | null;
};

export const maxCopies = 500;

const anyText = text(Number.MAX_SAFE_INTEGER);

/** `hasFixedWords`: the words weren't written for this library, as in MARC records, so unknown ones aren't errors. */
export type Reading = {
  layout: TitleLayout;
  settings: ImportSettings;
  choices: Choices;
  meanings: Meanings;
  hasFixedWords: boolean;
};

export function readRow({ cells, faults }: TableRow, reading: Reading): RowValues {
  const { layout, settings, hasFixedWords } = reading;
  const input: RowValues = { sku: "", values: {}, faults: [...faults], notes: [], words: [] };
  if (faults.length > 0) return input;
  const cellValues = valuesOf(cells, layout, input.faults);
  const say = (field: ImportField, message: string) => input.faults.push({ column: columnOf(layout, field), message });
  const words: string[] = [];
  const read = <Name extends BulkField>(name: Name) => {
    const field = titleFields[name].imported;
    const value = valueOf(name, cellValues.get(field) ?? "", reading, input.words);
    if (value === undefined) return;
    if (!(value instanceof UnknownWord)) input.values[name] = value;
    else if (hasFixedWords) return;
    else if (settings.unknown === "default") words.push(value.word.replaceAll(",", " "));
    else {
      const message = damageOf(value, reading)?.hint ?? importMessages.noSuch(value.what, value.word, value.choices);
      input.faults.push({ column: columnOf(layout, field), message, isWord: true });
    }
  };
  input.sku = withZeros(bareSku(cellValues.get("referenceNumber") ?? ""), settings.skuDigits);
  for (const name of bulkNames) read(name);
  if (words.length > 0) input.values.tags = [input.values.tags ?? "", ...words].filter((tag) => tag !== "").join(", ");
  readCopies(input, cellValues, say);
  if (settings.longTitles === "shorten") shortenTitle(input, layout);
  noteLanguages(input, layout, cellValues.get("language") ?? "");
  return input;
}

const withZeros = (sku: string, digits: number | null) => (/^\d+$/.test(sku) ? sku.padStart(digits ?? 0, "0") : sku);

function noteLanguages({ values, notes }: RowValues, layout: TitleLayout, cell: string): void {
  if (!values.language || !isSeveralLanguages(cell)) return;
  const message = importMessages.oneLanguage(cut(cell, 60), languageName(values.language));
  notes.push({ column: columnOf(layout, "language"), message });
}

/** Explains a word that a spreadsheet turned grades such as 3-5 into, and suggests the grades. */
function damageOf({ what, word }: UnknownWord, { choices }: Reading): UnmatchedWord["damage"] {
  const hint = what === "grade" ? changedCode(word) : undefined;
  const grades = hint === undefined ? 0 : gradesInText(pairOf(word) ?? "", choices.grades);
  if (hint === undefined || grades === 0) return undefined;
  return { hint, choices: [gradeNames(grades, choices)] };
}

const maxUnknownWords = 20;

/** Reads a cell, replaces unknown words by their matches, and collects them in `words`. */
function valueOf<Name extends BulkField>(name: Name, cell: string, reading: Reading, words: UnmatchedWord[]) {
  let text = name === "subjectId" ? firstSubject(cell, reading, words) : cell;
  for (let tries = 0; text.trim() !== ""; tries += 1) {
    const value = fileFields[name].read(text, reading.choices);
    if (!(value instanceof UnknownWord)) return value;
    const meaning = reading.meanings.get(wordKey(value.what, value.word));
    if (!words.some(({ field, word }) => field === value.what && word === value.word)) {
      const damage = damageOf(value, reading);
      words.push({ field: value.what, word: value.word, value: meaning ?? null, ...(damage && { damage }) });
    }
    if (meaning === undefined || tries === maxUnknownWords) return value;
    text = withMeaning(text, value.word, meaning);
  }
  return undefined;
}

/** Returns the first of several subjects that the library has, or that a word is matched to. */
function firstSubject(cell: string, { choices, meanings }: Reading, words: UnmatchedWord[]): string {
  const parts = cell.split(/[;|]/).map((part) => part.trim());
  if (parts.length === 1 || !(subjectNamed(cell, choices) instanceof UnknownWord)) return cell;
  const known = parts.find((part) => part !== "" && !(subjectNamed(part, choices) instanceof UnknownWord));
  if (known !== undefined) return known;
  const meant = parts
    .filter((part) => part !== "")
    .map((word) => ({ field: "subject" as const, word, value: meanings.get(wordKey("subject", word)) ?? null }));
  words.push(...meant);
  const best = meant.find(({ value }) => value) ?? meant.find(({ value }) => value === null);
  return best?.value ?? best?.word ?? "";
}

function shortenTitle(input: RowValues, layout: TitleLayout): void {
  const { title = "" } = input.values;
  if (title.length <= limits.title) return;
  input.values.title = shortenedTitle(title, limits.title);
  const message = importMessages.shortened(title, input.values.title);
  input.notes.push({ column: columnOf(layout, "title"), message });
}

type Say = (field: ImportField, message: string) => void;

function readCopies(input: RowValues, values: ReadonlyMap<ImportField, string>, say: Say): void {
  const [count, details] = [values.get("copies"), values.get("copyDetails")];
  if (count) {
    const copies = /^\d{1,6}(?:\.0+)?$/.test(count) ? Number(count) : -1;
    if (copies < 0 || copies > maxCopies) say("copies", importMessages.copies(maxCopies));
    else input.copies = copies;
  }
  if (details) {
    const read = readCopyDetails(details);
    if ("unread" in read) say("copyDetails", importMessages.copyDetails(read.unread));
    else input.details = read;
  }
}

/** Returns the text of each field, joining several columns of one field. */
function valuesOf(cells: readonly string[], layout: TitleLayout, faults: RowFault[]): Map<ImportField, string> {
  const values = new Map<ImportField, string>();
  for (const { field, column, value: cell } of cellsOfRow(cells, layout, faults)) {
    const value = field === "tags" ? tagsIn(cell) : cell;
    if (value === "") continue;
    const before = values.get(field);
    if (before === undefined) values.set(field, value);
    else values.set(field, field === "tags" ? `${before}, ${value}` : `${before}\n${column}: ${value}`);
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
  const unique = new Map<string, string>();
  for (const tag of tags.map((part) => anyText.parse(part).replace(/\s+/g, " "))) {
    if (tag !== "" && !unique.has(tag.toLowerCase())) unique.set(tag.toLowerCase(), tag);
  }
  return [...unique.values()].join(", ");
}

/** Returns the name of a field's column in this file, or the field's default name. */
export function columnOf({ names, fields }: TitleLayout, field: ImportField): string {
  return names[fields.indexOf(field)] ?? importFieldNames[field];
}

const skuPlaceholder = "000000";

/**
 * Builds the title of a row. Missing values of a new title come from the defaults; an existing title keeps its own.
 * Adds violations of the item form's rules to the row's errors.
 */
export function draftOf(input: RowValues, layout: TitleLayout, settings: ImportSettings, known?: KnownTitle): Draft {
  const { defaults } = settings;
  const changed = known ? undefined : changedCode(input.sku);
  if (changed !== undefined) input.faults.push({ column: columnOf(layout, "referenceNumber"), message: changed });
  // an empty cell in this column means "none"; most MARC records have nothing at all
  const hasCopies = layout.fields.includes("copies") && layout !== marcLayout;
  const requested = input.copies ?? (known || hasCopies ? 0 : defaults.copies);
  const copies = Math.max(requested, known?.copies.length ?? 0);
  const values = firstOf(bulkNames, input.values, known ?? defaults);
  const draft: Draft = {
    ...values,
    tags: normalTags(values.tags.split(",")),
    copies,
    newCopies: copies - (known?.copies.length ?? 0),
    details: [...(input.details ?? [])],
    known: known ? { itemId: known.itemId, version: known.version } : null,
  };
  const read = itemRules.safeParse({ ...draft, referenceNumber: input.sku || skuPlaceholder });
  for (const { path, message } of read.success ? [] : read.error.issues) {
    const name = titleNames.find((each) => each === path[0]);
    const field = name && titleFields[name].imported;
    const column = field ? columnOf(layout, field) : "";
    // an unknown name is already reported
    if (!input.faults.some((fault) => fault.column === column)) input.faults.push({ column, message });
  }
  if (!isIsbnOrEmpty(draft.isbn)) input.faults.push({ column: columnOf(layout, "isbn"), message: ownMessages.notIsbn });
  checkDetails(input, layout, draft, known);
  return draft;
}

const defaultNames = ["categoryId", "subjectId", "gradeId", "description", "language"] as const;

/** Returns the fields that a new title doesn't have and that get a default. */
export const filledFields = ({ values }: RowValues, { defaults }: ImportSettings) =>
  defaultNames.filter((name) => values[name] === undefined && defaults[name] !== titleFields[name].empty);

function checkDetails(input: RowValues, layout: TitleLayout, draft: Draft, known: KnownTitle | undefined): void {
  const say = (message: string) => input.faults.push({ column: columnOf(layout, "copyDetails"), message });
  for (const detail of draft.details) {
    const sku = detail.sku ?? "";
    if (detail.number > draft.copies) say(importMessages.noSuchCopy(detail.number));
    if (sku.length > limits.sku) say(ownMessages.tooLong("SKU Number", limits.sku));
    if (detail.sku === "") say(messages.field.skuNumber);
    if ((detail.shelfLocation ?? "").length > limits.shelfLocation)
      say(ownMessages.tooLong("Shelf location", limits.shelfLocation));
    const copy = known?.copies.find(({ number }) => number === detail.number);
    if (copy?.isOut && detail.isInactive && !copy.isInactive)
      say(ownMessages.copyIsOut(`#${copy.sku ?? known?.sku ?? ""} copy ${copy.number}`));
  }
}

export function isSame(draft: Draft, known: KnownTitle): boolean {
  if (bulkNames.some((name) => draft[name] !== known[name]) || draft.copies !== known.copies.length) return false;
  return draft.details.every(({ number, sku, shelfLocation, isInactive, reason }) => {
    const copy = known.copies.find((each) => each.number === number);
    // without a SKU or a shelf location, the copy keeps its own
    const hasThese =
      (sku === null || sku === copy?.sku) && (shelfLocation === null || shelfLocation === copy?.shelfLocation);
    return copy?.isInactive === isInactive && copy.reason === reason && hasThese;
  });
}

/** The columns that exist only in the local field of our exports. */
const ownFieldsOnly = ["referenceNumber", "copies", "copyDetails"] as const;

/** The columns of MARC records when read like rows of a CSV; errors name the MARC field. */
export const marcLayout: { names: readonly string[]; fields: readonly ImportField[] } = {
  names: [
    ...bulkNames.map((name) => fileFields[name].marc.place),
    ...ownFieldsOnly.map((field) => importFieldNames[field]),
  ],
  fields: [...bulkNames.map((name) => titleFields[name].imported), ...ownFieldsOnly],
};

/** Returns the cells of a record in `marcLayout`, guarded like those of a CSV. */
export function marcCells(record: MarcRecord, choices: Choices): string[] {
  const own = ownValues(record);
  const cells = [
    ...bulkNames.map((name) => fileFields[name].marc.cellOf(record, choices)),
    ...ownFieldsOnly.map(() => ""),
  ];
  return marcLayout.fields.map((field, place) => guarded(own.get(field) ?? cells[place] ?? ""));
}

const otherNames: ReadonlyMap<ImportField, readonly string[]> = new Map<ImportField, readonly string[]>([
  ["referenceNumber", ["sku", "sku no", "reference number", "reference"]],
  ["copies", ["quantity", "qty", "number of copies", "copy count", "count"]],
  ["copyDetails", ["copies in detail"]],
  ...bulkNames.map((name) => [titleFields[name].imported, fileFields[name].otherNames] as const),
]);

/** Other identifiers of a title or a copy. Many are longer than a SKU. */
const possibleSkuNames = columnNames(`
  item number, item no, item id, number, code, inventory number, inventory no, inventory, catalog number, barcode,
  bar code, item barcode, copy barcode, barcode number, copy id, copy number, copy no, accession number,
  accession no, accession, asset tag, asset number, label, id, call number, call no, call`);

const possibleNames: Partial<Record<ImportField, Pick<NamedField, "possibleNames" | "fits">>> = {
  referenceNumber: { possibleNames: possibleSkuNames, fits: (value) => bareSku(value).length <= limits.sku },
  shelfLocation: { possibleNames: ["call number", "call no", "call"] },
};

/** The fields of titles in files, with common column names. */
export const titleColumns: readonly NamedField<ImportField>[] = importFields.map((name) => ({
  name,
  label: importFieldNames[name],
  otherNames: otherNames.get(name) ?? [],
  ...possibleNames[name],
  mayRepeat: repeatedFields.has(name),
}));

/** Narrows the fields of an import of titles. */
export const titleLayout = ({ names, fields }: Layout): TitleLayout => ({
  names,
  fields: fields.map((field) => importFields.find((name) => name === field) ?? null),
});
