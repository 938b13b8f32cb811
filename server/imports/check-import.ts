import { categories } from "#contract/catalog/codes.ts";
import { importLimits } from "#contract/wire/size-limits.ts";
import { type ImportCounts, maxWords } from "#contract/imports/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { codesOf } from "#server/catalog/codes/codes.queries.ts";
import { titlesWithSkus } from "#server/catalog/titles/collection.queries.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { UnreadableFile } from "#server/platform/tables/read-table.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { bestDuplicate } from "#server/catalog/imports/duplicates.rules.ts";
import { type ImportRow, meaningsOf, noCounts, writeWords } from "./imports.queries.ts";
import * as rules from "#server/catalog/imports/reading/row.rules.ts";
import { layoutOf, rowsOfFile } from "./rows-of-file.ts";
import { endWork, reporter, type Work } from "./work.queries.ts";
import * as queries from "./rows.queries.ts";
import { titlesLike } from "./rows.queries.ts";
import { WordCount } from "#server/catalog/imports/reading/names.rules.ts";

const batchSize = 500; // rows
const maxSkuNumber = 99_999; // five digits

type Check = rules.Reading & {
  db: Database;
  file: ImportRow;
  words: WordCount;
  seen: Map<string, number>;
  counts: ImportCounts;
};

/** Does the dry run: reads the file and records the outcome of each row. A new worker starts over from row one. */
export async function checkImport(db: Database, clock: Clock, work: Work, file: ImportRow): Promise<void> {
  await queries.deleteRows(db, work.importId);
  const reading = {
    layout: layoutOf(file),
    settings: file.settings,
    choices: await codesOf(db),
    meanings: await meaningsOf(db),
  };
  const check: Check = { ...reading, db, file, words: new WordCount(), seen: new Map(), counts: { ...noCounts } };
  const report = reporter(db, work);
  let rowsDone = 0;
  let writing: Promise<unknown> = Promise.resolve(); // the database writes while the next rows are read
  try {
    for await (const { rows, bytesDone } of rowsOfFile(db, file)) {
      for (let start = 0; start < rows.length; start += batchSize) {
        const batch = rows.slice(start, start + batchSize);
        rowsDone += batch.length;
        if (rowsDone > importLimits.rows) throw new UnreadableFile(importMessages.tooManyRows(importLimits.rows));
        const checkedRows = await checkRows(check, batch);
        await writing;
        writing = storeRows(check, checkedRows);
        writing.catch(() => undefined); // awaited below, where it is handled
      }
      await report(bytesDone, file.size, { rowsDone, counts: check.counts });
    }
    await writing;
  } catch (error) {
    await writing.catch(() => undefined); // no write may outlast this function
    if (!(error instanceof UnreadableFile)) throw error;
    const { message } = error;
    await inTransaction(db, (tx) => endWork(tx, work, { state: "failed", message, finishedAt: clock.now() }));
    return;
  }
  await makeSkus(check);
  const counts = { ...check.counts, ...(await queries.countRows(db, work.importId)) };
  await inTransaction(db, async (tx) => {
    await writeWords(tx, work.importId, check.words.mostFrequent(maxWords));
    await endWork(tx, work, { state: "checked", counts, rowsTotal: rowsDone, message: null });
  });
}

async function checkRows(check: Check, batch: readonly TableRow[]): Promise<queries.CheckedRow[]> {
  const { db } = check;
  const inputs = batch.map((row) => ({ row: row.row, fields: rules.readRow(row, check) }));
  for (const { fields } of inputs) check.words.add(fields.words);
  const skus = inputs.map(({ fields }) => fields.sku).filter((sku) => sku !== "");
  const known = new Map((await titlesWithSkus(db, skus)).map((title) => [title.sku.toLowerCase(), title]));
  const rows = inputs.map(({ row, fields }) => outcomeOf(check, row, fields, known.get(fields.sku.toLowerCase())));
  return findDuplicates(db, rows);
}

/** Adds the most likely duplicate in the catalog to each new row. */
async function findDuplicates(db: Database, rows: readonly queries.CheckedRow[]): Promise<queries.CheckedRow[]> {
  const titles = rows.map(({ outcome, draft }) => (outcome === "add" ? (draft?.title ?? "") : ""));
  const similar = await titlesLike(db, titles);
  return rows.map((row, at) => {
    const duplicate =
      row.draft &&
      bestDuplicate(
        row.draft,
        similar.filter(({ place }) => place === at),
      );
    return duplicate ? { ...row, likeItemId: duplicate.itemId } : row;
  });
}

async function storeRows({ db, file, counts }: Check, rows: readonly queries.CheckedRow[]): Promise<void> {
  await queries.writeRows(db, file.import_id, rows);
  for (const { outcome, draft, likeItemId, faults } of rows) {
    counts[countOf[outcome]] += 1;
    if (likeItemId !== undefined) counts.duplicates += 1;
    if (outcome !== "fault" && faults.length > 0) counts.shortened += 1;
    if (outcome === "add" || outcome === "change") counts.copies += draft?.newCopies ?? 0;
  }
}

const countOf = {
  add: "added",
  change: "changed",
  same: "unchanged",
  skip: "skipped",
  fault: "faulty",
} as const;

function outcomeOf(
  { settings, layout, seen }: Check,
  row: number,
  fields: rules.RowValues,
  known: rules.KnownTitle | undefined,
): queries.CheckedRow {
  const sku = fields.sku === "" ? null : (known?.sku ?? fields.sku);
  const faulty = (): queries.CheckedRow => ({ row, outcome: "fault", sku: null, draft: null, faults: fields.faults });
  // an unreadable row has nothing to check
  if (fields.faults.some(({ column }) => column === "")) return faulty();
  const before = sku === null ? undefined : seen.get(sku.toLowerCase());
  if (before !== undefined) {
    fields.faults.push({ column: rules.columnOf(layout, "referenceNumber"), message: importMessages.skuTwice(before) });
    return faulty();
  }
  if (sku !== null) seen.set(sku.toLowerCase(), row);
  if (known && settings.existing === "skip") return { row, outcome: "skip", sku, draft: null, faults: [] };
  const draft = rules.draftOf(fields, layout, settings, known);
  if (fields.faults.length > 0) return faulty();
  if (known && rules.isSame(draft, known)) return { row, outcome: "same", sku, draft: null, faults: [] };
  return { row, outcome: known ? "change" : "add", sku, draft, faults: fields.notes };
}

/** Assigns SKUs to the rows without one, once the file's own SKUs are known. */
async function makeSkus({ db, file, layout, counts }: Check): Promise<void> {
  const rows = await queries.rowsWithoutSku(db, file.import_id);
  for (const letter of ["B", "V", "A"] as const) {
    const numbers = rows.flatMap((row) => (letterOf(row.category_id) === letter ? [row.row_number] : []));
    if (numbers.length === 0) continue;
    const taken = await queries.takenNumbers(db, file.import_id, letter);
    const available = availableSkus(letter, taken, numbers.length);
    const assigned = numbers.flatMap((row, place) =>
      available[place] === undefined ? [] : [{ row, sku: available[place] }],
    );
    for (let start = 0; start < assigned.length; start += 5000)
      await queries.writeSkus(db, file.import_id, assigned.slice(start, start + 5000));
    const unassigned = numbers.slice(assigned.length);
    const fault = { column: rules.columnOf(layout, "referenceNumber"), message: importMessages.noFreeSku(letter) };
    counts.copies -= await queries.markFaulty(db, file.import_id, unassigned, fault);
  }
}

function letterOf(categoryId: number | null): "B" | "V" | "A" {
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
