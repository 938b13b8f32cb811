import { categories } from "#contract/catalog/codes.ts";
import type { ImportFindings } from "#contract/imports/imports.ts";
import { titleFields } from "#contract/catalog/title-fields.ts";
import { languageName } from "#contract/catalog/title-languages.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { type CheckedRow, type ImportKind, type ImportRow, markFaulty } from "#server/imports/public.ts";
import type { Database } from "#server/platform/database.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { titlesWithSkus } from "../titles/collection.queries.ts";
import { bestDuplicate } from "./duplicates.rules.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import * as rules from "./reading/row.rules.ts";
import * as queries from "./title-rows.queries.ts";

const maxSkuNumber = 99_999; // five digits

type Check = rules.Reading & {
  db: Database;
  file: ImportRow;
  seen: Map<string, number>;
  /** The number of new titles that get a default, by field. */
  filled: Map<FilledField, number>;
};

export const openTitleCheck: ImportKind["openCheck"] = async (db, file, { layout, meanings }) => {
  const reading = { layout: rules.titleLayout(layout), settings: file.settings, meanings, choices: await codesOf(db) };
  const hasFixedWords = file.kind === "marc";
  const check: Check = { ...reading, hasFixedWords, db, file, seen: new Map(), filled: new Map() };
  return { check: (rows) => checkRows(check, rows), finish: () => finishCheck(check) };
};

async function finishCheck(check: Check) {
  const joined = await joinCopies(check);
  const zeros = await findLostZeros(check);
  const assigned = await assignSkus(check);
  return { remarks: [...joined, ...assigned, ...filledRemarks(check)], zeros };
}

type CheckedTitle = CheckedRow & { draft: rules.Draft | null };

async function checkRows(check: Check, batch: readonly TableRow[]): Promise<CheckedTitle[]> {
  const { db } = check;
  const inputs = batch.map((row) => ({ row: row.row, fields: rules.readRow(row, check) }));
  const skus = inputs.map(({ fields }) => fields.sku).filter((sku) => sku !== "");
  const known = new Map((await titlesWithSkus(db, skus)).map((title) => [title.sku.toLowerCase(), title]));
  const rows = inputs.map(({ row, fields }) => ({
    ...outcomeOf(check, row, fields, known.get(fields.sku.toLowerCase())),
    words: fields.words,
  }));
  return findDuplicates(db, rows);
}

/** Adds the most likely duplicate in the catalog to each new row. */
async function findDuplicates(db: Database, rows: readonly CheckedTitle[]): Promise<CheckedTitle[]> {
  const titles = rows.map(({ outcome, draft }) => (outcome === "add" ? (draft?.title ?? "") : ""));
  const similar = await queries.titlesLike(db, titles);
  return rows.map((row, at) => {
    const duplicate =
      row.draft &&
      bestDuplicate(
        row.draft,
        similar.filter(({ place }) => place === at),
      );
    return duplicate ? { ...row, likeId: duplicate.itemId } : row;
  });
}

function outcomeOf(
  { settings, layout, seen, filled }: Check,
  row: number,
  fields: rules.RowValues,
  known: rules.KnownTitle | undefined,
): CheckedTitle {
  const sku = fields.sku === "" ? null : (known?.sku ?? fields.sku);
  const faulty = (): CheckedTitle => ({ row, outcome: "fault", key: null, draft: null, faults: fields.faults });
  // an unreadable row has nothing to check
  if (fields.faults.some(({ column }) => column === "")) return faulty();
  const before = sku === null ? undefined : seen.get(sku.toLowerCase());
  if (before !== undefined) {
    fields.faults.push({ column: rules.columnOf(layout, "referenceNumber"), message: importMessages.skuTwice(before) });
    return faulty();
  }
  if (sku !== null) seen.set(sku.toLowerCase(), row);
  if (known && settings.existing === "skip") return { row, outcome: "skip", key: sku, draft: null, faults: [] };
  const draft = rules.draftOf(fields, layout, settings, known);
  if (fields.faults.length > 0) return faulty();
  if (known && rules.isSame(draft, known)) return { row, outcome: "same", key: sku, draft: null, faults: [] };
  if (!known) for (const field of rules.filledFields(fields, settings)) filled.set(field, (filled.get(field) ?? 0) + 1);
  return { row, outcome: known ? "change" : "add", key: sku, draft, faults: fields.notes };
}

/**
 * Joins rows that differ only in their SKUs and shelves: they're copies of one title, unless a column says how many copies
 * each row has.
 */
async function joinCopies({ db, file, layout }: Check): Promise<string[]> {
  if (layout.fields.includes("copies") || layout.fields.includes("copyDetails")) return [];
  const { rows, titles } = await queries.joinSameTitles(db, file.import_id, rules.maxCopies);
  if (rows === 0) return [];
  const copies = `${rows.toLocaleString("en-US")} ${rows === 1 ? "row is another copy" : "rows are other copies"}`;
  const of = `of ${titles.toLocaleString("en-US")} ${titles === 1 ? "title" : "titles"}`;
  return [
    `${copies} ${of}, because ${layout.fields.includes("referenceNumber") ? "only the SKU Number" : "nothing else"} differs. To import each row as a title, add a column Copies with 1 in each row.`,
  ];
}

/** Marks the rows of new titles whose SKUs may have lost zeros at the beginning, unless staff decided. */
async function findLostZeros({ db, file, layout, settings }: Check): Promise<ImportFindings["zeros"]> {
  if (settings.skuDigits !== null) return null;
  const digits = usualDigits(await queries.digitsOfSkus(db, file.import_id));
  const found = await queries.shorterSkus(db, file.import_id, digits);
  const column = rules.columnOf(layout, "referenceNumber");
  const faults = found.map(({ row, sku, known }) => ({
    row,
    fault: {
      column,
      message: known ? importMessages.zerosOf(sku, known.sku, known.title) : importMessages.zeros(sku, digits),
    },
  }));
  await queries.markEachFaulty(db, file.import_id, faults);
  const [first] = found;
  return first ? { rows: found.length, sku: first.sku, digits: first.known?.sku.length ?? digits } : null;
}

const minDigits = 5; // shorter numbers are often counted from 1
const usualShare = 0.9;

/** Returns how many digits numeric SKUs should have; 0 if the file's own keep their zeros, or nothing indicates it. */
function usualDigits({ inLibrary, inFile, hasZeros }: queries.SkuDigits): number {
  if (hasZeros) return 0;
  if (inLibrary !== null) return inLibrary;
  const rows = inFile.reduce((sum, each) => sum + each.rows, 0);
  const longest = inFile.toSorted((a, b) => b.digits - a.digits)[0];
  return longest && longest.digits >= minDigits && longest.rows >= rows * usualShare ? longest.digits : 0;
}

type FilledField = ReturnType<typeof rules.filledFields>[number];

/** Lists the defaults that new titles get. */
function filledRemarks({ filled, settings: { defaults }, choices, hasFixedWords }: Check): string[] {
  const names: Record<FilledField, string> = {
    categoryId: fileFields.categoryId.write(defaults.categoryId, choices),
    subjectId: fileFields.subjectId.write(defaults.subjectId, choices),
    gradeId: fileFields.gradeId.write(defaults.gradeId, choices),
    description: `“${defaults.description}”`,
    language: languageName(defaults.language),
  };
  return [...filled].map(([field, rows]) => {
    const row = hasFixedWords ? "record" : "row";
    const all = rows === 1 ? `1 ${row} has` : `${rows.toLocaleString("en-US")} ${row}s have`;
    const [none, gets] =
      field === "gradeId" ? ["no grades", "get"] : [`no ${titleFields[field].label.toLowerCase()}`, "get"];
    return `${all} ${none} and ${rows === 1 ? "gets" : gets} ${names[field]}, as you chose.`;
  });
}

/** Assigns SKUs to the rows without one, once the file's own SKUs are known. Returns a remark about them. */
async function assignSkus({ db, file, layout, hasFixedWords }: Check): Promise<string[]> {
  const rows = await queries.rowsWithoutSku(db, file.import_id);
  const first: string[] = [];
  let total = 0;
  for (const letter of ["B", "V", "A"] as const) {
    const numbers = rows.flatMap((row) => (letterOf(row.categoryId) === letter ? [row.row] : []));
    if (numbers.length === 0) continue;
    const taken = await queries.takenNumbers(db, file.import_id, letter);
    const available = availableSkus(letter, taken, numbers.length);
    const assigned = numbers.flatMap((row, place) =>
      available[place] === undefined ? [] : [{ row, sku: available[place] }],
    );
    for (let start = 0; start < assigned.length; start += 5000)
      await queries.writeSkus(db, file.import_id, assigned.slice(start, start + 5000));
    total += assigned.length;
    first.push(...assigned.slice(0, 1).map(({ sku }) => sku));
    const unassigned = numbers.slice(assigned.length);
    const fault = { column: rules.columnOf(layout, "referenceNumber"), message: importMessages.noFreeSku(letter) };
    await markFaulty(db, file.import_id, unassigned, fault);
  }
  if (total === 0) return [];
  const why = hasFixedWords
    ? "MARC records don’t have them"
    : layout.fields.includes("referenceNumber")
      ? "those rows have none"
      : "no column is matched to SKU Number";
  const numbers = total === 1 ? "1 SKU Number" : `${total.toLocaleString("en-US")} SKU Numbers`;
  return [`${numbers} will be assigned, starting at ${first.join(", ")}, because ${why}.`];
}

function letterOf(categoryId: number): "B" | "V" | "A" {
  return categoryId === categories.video ? "V" : categoryId === categories.audio ? "A" : "B";
}

/** Returns the lowest available SKUs of a letter and five digits: B00001, B00002; fewer if they run out. */
function availableSkus(letter: string, taken: Iterable<number>, count: number): string[] {
  const isTaken = new Set(taken);
  const skus: string[] = [];
  for (let number = 1; number <= maxSkuNumber && skus.length < count; number += 1) {
    if (!isTaken.has(number)) skus.push(`${letter}${String(number).padStart(5, "0")}`);
  }
  return skus;
}
