import { faultColumn } from "#contract/imports/imports.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { csvOf } from "#server/platform/lists/csv-download.ts";
import type { Database } from "#server/platform/database.ts";
import { indexOfFaults, type RowFault } from "#server/platform/tables/columns.rules.ts";
import { unguarded } from "#server/platform/tables/table.rules.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { type ImportKind, type ImportKinds, kindOf } from "./import-kind.ts";
import { importOf, type ImportRow } from "./imports.queries.ts";
import { faultyAfter } from "./rows.queries.ts";
import { layoutOf, rowsOfFile } from "./rows-of-file.ts";

const rowBatchSize = 500;

type Parts = { db: Database; kinds: ImportKinds };

/** Writes the invalid rows of an import as a CSV, with a column that says what is wrong. */
export async function faultyRows({ db, kinds }: Parts, importId: number): Promise<FileAnswer> {
  const file = found(await importOf(db, importId));
  if (!file.is_file_kept) throw new HttpError(404);
  const name = file.file_name.replace(/\.\w+$/, "").replace(/-errors$/, "");
  return { fileName: `${name}-errors.csv`, content: pagesOf(db, file, kindOf(kinds, file.of)) };
}

async function* pagesOf(db: Database, file: ImportRow, kind: ImportKind): AsyncGenerator<string> {
  const layout = layoutOf(file, kind);
  const labels = new Map(kind.fields.map(({ name, label }) => [name, label]));
  const names =
    file.kind === "csv" ? [...layout.names] : layout.fields.map((field) => labels.get(field ?? "") ?? field ?? "");
  const faultIndex = indexOfFaults(names);
  const place = faultIndex < 0 ? names.length : faultIndex;
  const header = faultIndex < 0 ? [...names, faultColumn] : names;
  yield csvOf([header], { bom: true });
  const faultRows = faultsOf(db, file.import_id);
  let next = await faultRows.next();
  for await (const { rows } of rowsOfFile(db, file, kind)) {
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
