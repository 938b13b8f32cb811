import { categories } from "#contract/catalog/codes.ts";
import { importLimits } from "#contract/wire/size-limits.ts";
import { type ImportCounts, maxWords } from "#contract/catalog/imports.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { titlesWithSkus } from "../titles/collection.queries.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { maxDuplicates } from "./duplicates.rules.ts";
import { type ImportRow, meaningsOf, noCounts, writeWords } from "./imports.queries.ts";
import { UnreadableFile } from "./reading/csv-rows.ts";
import * as rules from "./reading/row.rules.ts";
import { layoutOf, rowsOfFile } from "./reading/rows-of-file.ts";
import { endWork, reporter, type Work } from "./work.queries.ts";
import * as queries from "./rows.queries.ts";
import { titlesLike } from "./rows.queries.ts";
import { WordCount } from "./reading/names.rules.ts";

const rowsAtOnce = 500;
const highestSku = 99_999; // five digits

type Check = rules.Reading & {
  db: Database;
  file: ImportRow;
  words: WordCount;
  seen: Map<string, number>;
  counts: ImportCounts;
};

/**
 * The dry run: reads the whole file and records what would become of each row, without changing the collection. A new
 * worker starts again from the first row.
 */
export async function checkImport(db: Database, clock: Clock, work: Work, file: ImportRow): Promise<void> {
  await queries.forgetRows(db, work.importId);
  const reading = {
    layout: layoutOf(file),
    settings: file.settings,
    choices: await codesOf(db),
    meanings: await meaningsOf(db),
  };
  const check: Check = { ...reading, db, file, words: new WordCount(), seen: new Map(), counts: { ...noCounts } };
  const report = reporter(db, work);
  let rowsDone = 0;
  let written: Promise<unknown> = Promise.resolve(); // the database writes while the next rows are read
  try {
    for await (const { rows, bytesDone } of rowsOfFile(db, file)) {
      for (let start = 0; start < rows.length; start += rowsAtOnce) {
        const batch = rows.slice(start, start + rowsAtOnce);
        rowsDone += batch.length;
        if (rowsDone > importLimits.rows) throw new UnreadableFile(importMessages.tooManyRows(importLimits.rows));
        const checked = await checkRows(check, batch);
        await written;
        written = keepRows(check, checked);
        written.catch(() => undefined); // awaited below, where it is handled
      }
      await report(bytesDone, file.size, { rowsDone, counts: check.counts });
    }
    await written;
  } catch (error) {
    await written.catch(() => undefined); // nothing of it is written after this ends
    if (!(error instanceof UnreadableFile)) throw error;
    const { message } = error;
    await inTransaction(db, (tx) => endWork(tx, work, { state: "failed", message, finishedAt: clock.now() }));
    return;
  }
  await makeSkus(check);
  const counts = { ...check.counts, ...(await queries.countRows(db, work.importId)) };
  await inTransaction(db, async (tx) => {
    await writeWords(tx, work.importId, check.words.most(maxWords));
    await endWork(tx, work, { state: "checked", counts, rowsTotal: rowsDone, message: null });
  });
}

async function checkRows(check: Check, batch: readonly rules.FileRow[]): Promise<queries.CheckedRow[]> {
  const { db } = check;
  const read = batch.map((row) => ({ row: row.row, given: rules.readRow(row, check) }));
  for (const { given } of read) check.words.add(given.words);
  const skus = read.map(({ given }) => given.sku).filter((sku) => sku !== "");
  const known = new Map((await titlesWithSkus(db, skus)).map((title) => [title.sku.toLowerCase(), title]));
  const rows = read.map(({ row, given }) => outcomeOf(check, row, given, known.get(given.sku.toLowerCase())));
  return findDuplicates(db, rows);
}

/** The same rows, the new ones with the title of the library that they look like. */
async function findDuplicates(db: Database, rows: readonly queries.CheckedRow[]): Promise<queries.CheckedRow[]> {
  const titles = rows.map(({ outcome, draft }) => (outcome === "add" ? (draft?.title ?? "") : ""));
  const found = await titlesLike(db, titles);
  return rows.map((row, at) => {
    const like =
      row.draft &&
      maxDuplicates(
        row.draft,
        found.filter(({ place }) => place === at),
      );
    return like ? { ...row, likeItemId: like.itemId } : row;
  });
}

async function keepRows({ db, file, counts }: Check, rows: readonly queries.CheckedRow[]): Promise<void> {
  await queries.writeRows(db, file.import_id, rows);
  for (const { outcome, draft, likeItemId, faults } of rows) {
    counts[counted[outcome]] += 1;
    if (likeItemId !== undefined) counts.alike += 1;
    if (outcome !== "fault" && faults.length > 0) counts.shortened += 1;
    if (outcome === "add" || outcome === "change") counts.copies += draft?.newCopies ?? 0;
  }
}

const counted = {
  add: "added",
  change: "changed",
  same: "unchanged",
  skip: "skipped",
  fault: "faulty",
} as const;

function outcomeOf(
  { settings, layout, seen }: Check,
  row: number,
  given: rules.Given,
  known: rules.KnownTitle | undefined,
): queries.CheckedRow {
  const sku = given.sku === "" ? null : (known?.sku ?? given.sku);
  const faulty = (): queries.CheckedRow => ({ row, outcome: "fault", sku: null, draft: null, faults: given.faults });
  // an unreadable row has nothing to check
  if (given.faults.some(({ column }) => column === "")) return faulty();
  const before = sku === null ? undefined : seen.get(sku.toLowerCase());
  if (before !== undefined) {
    given.faults.push({ column: rules.columnOf(layout, "referenceNumber"), message: importMessages.skuTwice(before) });
    return faulty();
  }
  if (sku !== null) seen.set(sku.toLowerCase(), row);
  if (known && settings.existing === "skip") return { row, outcome: "skip", sku, draft: null, faults: [] };
  const draft = rules.draftOf(given, layout, settings, known);
  if (given.faults.length > 0) return faulty();
  if (known && rules.isSame(draft, known)) return { row, outcome: "same", sku, draft: null, faults: [] };
  return { row, outcome: known ? "change" : "add", sku, draft, faults: given.notes };
}

/** Assigns SKUs to the rows without one, once the file's own SKUs are known. */
async function makeSkus({ db, file, layout, counts }: Check): Promise<void> {
  const rows = await queries.rowsWithoutSku(db, file.import_id);
  for (const letter of ["B", "V", "A"] as const) {
    const numbers = rows.flatMap((row) => (letterOf(row.category_id) === letter ? [row.row_number] : []));
    if (numbers.length === 0) continue;
    const taken = await queries.takenNumbers(db, file.import_id, letter);
    const free = freeSkus(letter, taken, numbers.length);
    const made = numbers.flatMap((row, place) => (free[place] === undefined ? [] : [{ row, sku: free[place] }]));
    for (let start = 0; start < made.length; start += 5000)
      await queries.writeSkus(db, file.import_id, made.slice(start, start + 5000));
    const without = numbers.slice(made.length);
    const fault = { column: rules.columnOf(layout, "referenceNumber"), message: importMessages.noFreeSku(letter) };
    counts.copies -= await queries.blameRows(db, file.import_id, without, fault);
  }
}

function letterOf(categoryId: number | null): "B" | "V" | "A" {
  return categoryId === categories.video ? "V" : categoryId === categories.audio ? "A" : "B";
}

/** The lowest available numbers as SKUs of the letter and five digits: B00001, B00002; fewer when they run out. */
function freeSkus(letter: string, taken: Iterable<number>, count: number): string[] {
  const isTaken = new Set(taken);
  const free: string[] = [];
  for (let number = 1; number <= highestSku && free.length < count; number += 1) {
    if (!isTaken.has(number)) free.push(`${letter}${String(number).padStart(5, "0")}`);
  }
  return free;
}
