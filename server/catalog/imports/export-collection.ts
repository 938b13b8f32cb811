import {
  exportCollection as exportCall,
  faultColumn,
  type ImportField,
  importFieldNames,
  importFields,
} from "#contract/imports/imports.ts";
import { type BulkField, titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames } from "#contract/catalog/title-record.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { titlesAfter } from "../titles/collection.queries.ts";
import { dayOf } from "#server/platform/clock.ts";
import { csvDownload, csvOf } from "#server/platform/lists/csv-download.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { writeCopyDetails } from "./reading/copy-details.rules.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import type { Choices } from "./reading/names.rules.ts";
import { unguarded } from "#server/platform/tables/table.rules.ts";
import { type KnownTitle, marcLayout, indexOfFaults, type RowFault } from "./reading/row.rules.ts";
import { countTitles, faultyAfter } from "#server/imports/rows.queries.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { importOf, type ImportRow } from "#server/imports/imports.queries.ts";
import { layoutOf, rowsOfFile } from "#server/imports/rows-of-file.ts";

const titleBatchSize = 250;

/** The column with the day each copy was last seen, which imports ignore. */
const lastSeen = "Last seen";

/** Exports the collection, without archived titles, as a CSV that an import turns into the same collection. */
export async function exportCollection(db: Database, actor: Actor, timeZone: string): Promise<FileAnswer> {
  const choices = await codesOf(db);
  return csvDownload(db, actor, timeZone, {
    name: "collection",
    entry: { call: exportCall.call, kind: "import", label: "The collection" },
    counted: "Titles",
    count: countTitles,
    header: [...importFields.map((field) => importFieldNames[field]), lastSeen],
    page: (after, lastId) => titlesAfter(db, after, lastId, titleBatchSize),
    idOf: ({ itemId }) => itemId,
    cellsOf: (title) => {
      const cells = cellsOf(title, choices);
      return [...importFields.map((field) => cells[field] ?? ""), lastSeenOf(title.copies, timeZone)];
    },
  });
}

type Seen = { number: number; lastSeenAt?: Date | null };

/** Formats "1: 2026-11-20; 3: 2026-11-02" without copies that were never seen. */
function lastSeenOf(copies: readonly Seen[], timeZone: string): string {
  return copies
    .flatMap(({ number, lastSeenAt }) => (lastSeenAt ? [`${number}: ${dayOf(lastSeenAt, timeZone)}`] : []))
    .join("; ");
}

function cellsOf(title: KnownTitle, choices: Choices): Partial<Record<ImportField, string | number>> {
  const copies = title.copies.map((copy) => ({ ...copy, sku: copy.sku === title.sku ? null : copy.sku }));
  const cellOf = <Name extends BulkField>(name: Name) => fileFields[name].write(title[name], choices);
  return {
    referenceNumber: title.sku,
    ...Object.fromEntries(bulkNames.map((name) => [titleFields[name].imported, cellOf(name)])),
    copies: title.copies.length,
    copyDetails: writeCopyDetails(copies),
  };
}

const rowBatchSize = 500;

export async function faultyRows(db: Database, importId: number): Promise<FileAnswer> {
  const file = found(await importOf(db, importId));
  if (!file.is_file_kept) throw new HttpError(404);
  const name = file.file_name.replace(/\.\w+$/, "").replace(/-errors$/, "");
  return { fileName: `${name}-errors.csv`, content: pagesOf(db, file) };
}

async function* pagesOf(db: Database, file: ImportRow): AsyncGenerator<string> {
  const names =
    file.kind === "marc" ? marcLayout.fields.map((field) => importFieldNames[field]) : [...layoutOf(file).names];
  const faultIndex = indexOfFaults(names);
  const place = faultIndex < 0 ? names.length : faultIndex;
  const header = faultIndex < 0 ? [...names, faultColumn] : names;
  yield csvOf([header], { bom: true });
  const faultRows = faultsOf(db, file.import_id);
  let next = await faultRows.next();
  for await (const { rows } of rowsOfFile(db, file)) {
    const output: string[][] = [];
    for (const { row, cells } of rows) {
      if (next.done || next.value.row !== row) continue;
      const filled = Array.from({ length: Math.max(names.length, cells.length) }, (_, at) =>
        unguarded(cells[at] ?? ""),
      );
      output.push(filled.toSpliced(place, faultIndex < 0 ? 0 : 1, sentences(next.value.faults)));
      next = await faultRows.next();
    }
    if (output.length > 0) yield csvOf(output);
  }
}

const sentences = (faults: readonly RowFault[]) =>
  faults.map(({ column, message }) => (column === "" ? message : `${column}: ${message}`)).join(" ");

async function* faultsOf(db: Database, importId: number) {
  for (let after = 0; ;) {
    const page = await faultyAfter(db, importId, after, rowBatchSize);
    const last = page.at(-1);
    if (!last) return;
    yield* page;
    after = last.row;
  }
}
