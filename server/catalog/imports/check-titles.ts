import { categories } from "#contract/catalog/codes.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { type CheckedRow, type ImportKind, type ImportRow, markFaulty } from "#server/imports/public.ts";
import type { Database } from "#server/platform/database.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { titlesWithSkus } from "../titles/collection.queries.ts";
import { bestDuplicate } from "./duplicates.rules.ts";
import * as rules from "./reading/row.rules.ts";
import * as queries from "./title-rows.queries.ts";

const maxSkuNumber = 99_999; // five digits

type Check = rules.Reading & { db: Database; file: ImportRow; seen: Map<string, number> };

export const openTitleCheck: ImportKind["openCheck"] = async (db, file, { layout, meanings }) => {
  const reading = { layout: rules.titleLayout(layout), settings: file.settings, meanings, choices: await codesOf(db) };
  const check: Check = { ...reading, db, file, seen: new Map() };
  return { check: (rows) => checkRows(check, rows), finish: () => makeSkus(check) };
};

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
  { settings, layout, seen }: Check,
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
  return { row, outcome: known ? "change" : "add", key: sku, draft, faults: fields.notes };
}

/** Assigns SKUs to the rows without one, once the file's own SKUs are known. */
async function makeSkus({ db, file, layout }: Check): Promise<void> {
  const rows = await queries.rowsWithoutSku(db, file.import_id);
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
    const unassigned = numbers.slice(assigned.length);
    const fault = { column: rules.columnOf(layout, "referenceNumber"), message: importMessages.noFreeSku(letter) };
    await markFaulty(db, file.import_id, unassigned, fault);
  }
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
