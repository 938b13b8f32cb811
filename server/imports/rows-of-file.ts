import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Database } from "#server/platform/database.ts";
import type { TableFormat } from "#contract/wire/table-format.ts";
import { rowsOfTable, textOf } from "#server/platform/tables/read-table.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { chunksOf, type ImportRow } from "./imports.queries.ts";
import { indexOfFaults, type Layout } from "#server/platform/tables/columns.rules.ts";
import type { ImportKind } from "./import-kind.ts";

const pieceSize = 32 * 1024; // bytes; about 5 ms to parse

const usualFormat: TableFormat = { encoding: "UTF-8", delimiter: "comma", headerRow: 1 };

type File = Pick<ImportRow, "import_id" | "kind" | "format" | "columns" | "settings">;

export function layoutOf({ kind: format, columns, settings }: File, { records }: ImportKind): Layout {
  if (format === "marc" && records) return records.layout;
  return { names: columns.map(({ name }) => name), fields: settings.fields };
}

/** Streams the non-empty rows of an uploaded file without the header; `bytesDone` is the position in the file. */
export async function* rowsOfFile(
  db: Database,
  file: File,
  kind: ImportKind,
): AsyncGenerator<{ rows: TableRow[]; bytesDone: number }> {
  let bytesDone = 0;
  const bytes = inPieces(chunksOf(db, file.import_id), (size) => (bytesDone += size));
  if (file.kind === "marc" && kind.records) {
    for await (const rows of kind.records.rows(bytes, db)) yield { rows, bytesDone };
    return;
  }
  const faultIndex = indexOfFaults(layoutOf(file, kind).names);
  const format = file.format ?? usualFormat;
  const shape = { ...format, width: file.columns.length };
  for await (const rows of rowsOfTable(textOf(bytes, format.encoding), shape, kind.maxRows)) {
    // leaves out rows with nothing but an error message
    yield {
      rows: rows.filter(({ cells }) => cells.some((cell, at) => at !== faultIndex && cell.trim() !== "")),
      bytesDone,
    };
  }
}

/** Splits bytes into small pieces, reports their sizes, and lets other requests run in between. */
async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  onPiece: (size: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += pieceSize) {
      const piece = chunk.subarray(start, start + pieceSize);
      onPiece(piece.length);
      yield piece;
      await yieldToOthers();
    }
  }
}
