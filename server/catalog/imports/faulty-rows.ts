import { faultColumn, importFieldNames } from "#contract/catalog/imports.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import type { Database } from "#server/platform/database.ts";
import { faultyAfter } from "./rows.queries.ts";
import { importOf, type ImportRow } from "./imports.queries.ts";
import { guarded, marcLayout, placeOfFaults, unguarded } from "./reading/columns.rules.ts";
import type { RowFault } from "./reading/row.rules.ts";
import { layoutOf, rowsOfFile } from "./reading/rows-of-file.ts";
import { stringify } from "csv-stringify/sync";

const rowsAtOnce = 500;

export async function faultyRows(db: Database, importId: number): Promise<FileAnswer> {
  const file = found(await importOf(db, importId));
  if (!file.is_file_kept) throw new HttpError(404);
  const name = file.file_name.replace(/\.\w+$/, "").replace(/-mend$/, "");
  return { fileName: `${name}-mend.csv`, content: pagesOf(db, file) };
}

async function* pagesOf(db: Database, file: ImportRow): AsyncGenerator<string> {
  const names =
    file.kind === "marc" ? marcLayout.fields.map((field) => importFieldNames[field]) : [...layoutOf(file).names];
  const blamed = placeOfFaults(names);
  const place = blamed < 0 ? names.length : blamed;
  const header = blamed < 0 ? [...names, faultColumn] : names;
  yield writtenRows([header], { bom: true });
  const faulty = faultsOf(db, file.import_id);
  let next = await faulty.next();
  for await (const { rows } of rowsOfFile(db, file)) {
    const written: string[][] = [];
    for (const { row, cells } of rows) {
      if (next.done || next.value.row !== row) continue;
      const filled = Array.from({ length: Math.max(names.length, cells.length) }, (_, at) =>
        unguarded(cells[at] ?? ""),
      );
      written.push(filled.toSpliced(place, blamed < 0 ? 0 : 1, sentences(next.value.faults)));
      next = await faulty.next();
    }
    if (written.length > 0) yield writtenRows(written);
  }
}

const sentences = (faults: readonly RowFault[]) =>
  faults.map(({ column, message }) => (column === "" ? message : `${column}: ${message}`)).join(" ");

async function* faultsOf(db: Database, importId: number) {
  for (let after = 0; ;) {
    const page = await faultyAfter(db, importId, after, rowsAtOnce);
    const last = page.at(-1);
    if (!last) return;
    yield* page;
    after = last.row;
  }
}

/**
 * Rows of a CSV for spreadsheets: every text is quoted (a lone carriage return would not be by default), and formulas
 * are guarded so that an import can undo it, which escape_formulas cannot.
 */
export function writtenRows(rows: readonly (readonly (string | number)[])[], { bom = false } = {}): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? guarded(cell) : cell)));
  return stringify(cells, { bom, record_delimiter: "\r\n", quoted_string: true });
}
