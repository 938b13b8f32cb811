import { itemRules } from "#contract/catalogue.ts";
import { bareSku, limits } from "#contract/codes.ts";
import { importFieldNames, type ImportField, type ImportSettings } from "#contract/imports.ts";
import { importMessages, messages, ownMessages } from "#contract/messages.ts";
import { text } from "#contract/wire/text.ts";
import { type CopyDetail, readCopyDetails } from "./copy-details.rules.ts";
import { unguarded } from "./formulas.rules.ts";
import { categoryNamed, type Choices, gradesNamed, subjectNamed } from "./names.rules.ts";

/** What is wrong in a row: the column it is in, and the sentence. */
export type RowFault = { column: string; message: string };

/** A row as a file has it: its cells, or why they are not to be used. */
export type FileRow = { row: number; cells: readonly string[]; faults: readonly RowFault[] };

/** The columns of a file: what they are called, and the field that each is. */
export type Layout = { names: readonly string[]; fields: readonly (ImportField | null)[] };

/** A title as the catalogue has it already; `out` are the numbers of the copies on open orders. */
export type KnownTitle = {
  itemId: number;
  version: number;
  sku: string;
  title: string;
  description: string;
  categoryId: number;
  subjectId: number;
  gradeId: number;
  tags: string;
  copies: readonly (CopyDetail & { isOut: boolean })[];
};

/** What a row gives of a title; what its cells leave empty is undefined. */
export type Given = {
  sku: string;
  title?: string;
  description?: string;
  categoryId?: number;
  subjectId?: number;
  gradeId?: number;
  tags?: string;
  copies?: number;
  details?: readonly CopyDetail[];
  faults: RowFault[];
};

/** A title as it is to be kept; `copies` is how many there are to be in the end, `details` what is particular about them. */
export type Draft = {
  title: string;
  description: string;
  categoryId: number;
  subjectId: number;
  gradeId: number;
  tags: string;
  copies: number;
  /** How many of them the catalogue has not got yet. */
  newCopies: number;
  details: CopyDetail[];
  /** Of a title that is in the catalogue: which one, and as it was read. */
  known: { itemId: number; version: number } | null;
};

/** The most copies that a row may bring. */
export const mostCopies = 500;

const anyText = text(Number.MAX_SAFE_INTEGER);
const unkept = /[\0\uD800-\uDFFF]/u; // what PostgreSQL cannot store

/** What a row gives, read field by field. */
export function readRow({ cells, faults }: FileRow, layout: Layout, settings: ImportSettings, choices: Choices): Given {
  const given: Given = { sku: "", faults: [...faults] };
  if (faults.length > 0) return given;
  const values = valuesOf(cells, layout, given.faults);
  const say = (field: ImportField, message: string) => given.faults.push({ column: columnOf(layout, field), message });
  const words: string[] = [];
  const unknown = (field: "category" | "subject" | "grades", word: string, names: readonly string[]) => {
    if (settings.unknown === "default") words.push(word.replaceAll(",", " "));
    else say(field, importMessages.noSuch(field === "grades" ? "grade" : field, word, names));
  };
  given.sku = bareSku(values.get("referenceNumber") ?? "");
  keep(given, "title", values.get("title"));
  keep(given, "description", values.get("description"));
  const [category, subject, grades] = [values.get("category"), values.get("subject"), values.get("grades")];
  if (category) {
    const found = categoryNamed(category, choices);
    if (found === undefined)
      unknown(
        "category",
        category,
        choices.categories.map(({ categoryName }) => categoryName),
      );
    else given.categoryId = found;
  }
  if (subject) {
    const found = subjectNamed(subject, choices);
    if (found === undefined)
      unknown(
        "subject",
        subject,
        choices.subjects.map(({ subjectName }) => subjectName),
      );
    else given.subjectId = found;
  }
  if (grades) {
    const found = gradesNamed(grades, choices);
    if ("unknown" in found)
      unknown(
        "grades",
        found.unknown,
        choices.grades.map(({ gradeName }) => gradeName),
      );
    else given.gradeId = found.mask;
  }
  keep(given, "tags", [values.get("tags") ?? "", ...words].filter((tag) => tag !== "").join(", "));
  readCopies(given, values, say);
  return given;
}

function keep(given: Given, field: "title" | "description" | "tags", value: string | undefined): void {
  if (value) given[field] = value;
}

function readCopies(
  given: Given,
  values: Map<ImportField, string>,
  say: (field: ImportField, message: string) => void,
) {
  const [count, details] = [values.get("copies"), values.get("copyDetails")];
  if (count) {
    const copies = /^\d{1,6}(?:\.0+)?$/.test(count) ? Number(count) : -1;
    if (copies < 0 || copies > mostCopies) say("copies", importMessages.copies(mostCopies));
    else given.copies = copies;
  }
  if (details) {
    const read = readCopyDetails(details);
    if ("unread" in read) say("copyDetails", importMessages.copyDetails(read.unread));
    else given.details = read;
  }
}

/** What is written of each field, without what shows nothing; several columns of one field are put together. */
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

/** Tags with commas between them, whatever stood between them; where a bar or a semicolon does, a tag may have commas. */
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

/** What a column is called in this file; a field that has none is called as people know it. */
export function columnOf({ names, fields }: Layout, field: ImportField): string {
  return names[fields.indexOf(field)] ?? importFieldNames[field];
}

const fieldOfRule: Record<string, ImportField> = {
  title: "title",
  referenceNumber: "referenceNumber",
  description: "description",
  categoryId: "category",
  subjectId: "subject",
  gradeId: "grades",
  tags: "tags",
};
const skuToBeMade = "000000";

/**
 * The title that a row makes: of a new one what is missing comes from the defaults, of a known one it stays. Checked by
 * the rules of the item form; the faults are added to those of the row.
 */
export function draftOf(given: Given, layout: Layout, settings: ImportSettings, known?: KnownTitle): Draft {
  const { defaults } = settings;
  const base = known ?? { ...defaults, title: "", tags: "", copies: [] };
  const wanted = given.copies ?? (known ? 0 : layout.fields.includes("copies") ? 0 : defaults.copies);
  const copies = Math.max(wanted, known?.copies.length ?? 0);
  const draft: Draft = {
    title: given.title ?? base.title,
    description: given.description ?? base.description,
    categoryId: given.categoryId ?? base.categoryId,
    subjectId: given.subjectId ?? base.subjectId,
    gradeId: given.gradeId ?? base.gradeId,
    tags: normalTags((given.tags ?? base.tags).split(",")),
    copies,
    newCopies: copies - (known?.copies.length ?? 0),
    details: [...(given.details ?? [])],
    known: known ? { itemId: known.itemId, version: known.version } : null,
  };
  const read = itemRules.safeParse({ ...draft, referenceNumber: given.sku || skuToBeMade });
  for (const { path, message } of read.success ? [] : read.error.issues) {
    const field = fieldOfRule[String(path[0])];
    const column = field === undefined ? "" : columnOf(layout, field);
    // a name that was not understood is said already
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
    const copy = known?.copies.find(({ number }) => number === detail.number);
    if (copy?.isOut && detail.isInactive && !copy.isInactive)
      say(ownMessages.copyIsOut(`#${copy.sku ?? known?.sku ?? ""} copy ${copy.number}`));
  }
}

/** Whether a title is in the catalogue exactly so. */
export function isSame(draft: Draft, known: KnownTitle): boolean {
  const fields = ["title", "description", "categoryId", "subjectId", "gradeId", "tags"] as const;
  if (fields.some((field) => draft[field] !== known[field]) || draft.copies !== known.copies.length) return false;
  return draft.details.every((detail) => {
    const copy = known.copies.find(({ number }) => number === detail.number);
    return copy !== undefined && changeOf(detail, copy) === undefined;
  });
}

/** What a detail changes of a copy; a SKU that is not given stays. */
function changeOf({ sku, isInactive, reason }: CopyDetail, copy: CopyDetail): CopyDetail | undefined {
  const isAsItWas = (sku === null || sku === copy.sku) && isInactive === copy.isInactive && reason === copy.reason;
  return isAsItWas ? undefined : { number: copy.number, sku: sku ?? copy.sku, isInactive, reason };
}
