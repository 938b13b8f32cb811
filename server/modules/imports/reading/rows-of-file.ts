import type { Database } from "#server/platform/database.ts";
import { codesOf } from "#server/modules/catalog/public.ts";
import { chunksOf, type ImportRow } from "../imports.queries.ts";
import { marcLayout, placeOfFaults } from "./columns.rules.ts";
import { csvRows } from "./csv-rows.ts";
import { inPieces, textOf } from "./file-text.ts";
import { marcRows } from "./marc-rows.ts";
import type { FileRow, Layout } from "./row.rules.ts";

type File = Pick<ImportRow, "import_id" | "kind" | "encoding" | "delimiter" | "columns" | "settings">;

/** The columns of a file and their fields. */
export function layoutOf({ kind, columns, settings }: File): Layout {
  if (kind === "marc") return marcLayout;
  return { names: columns.map(({ name }) => name), fields: settings.fields };
}

/**
 * The non-empty rows of an uploaded file, without the header, as they are read; `bytesDone` is the position in the
 * file.
 */
export async function* rowsOfFile(db: Database, file: File): AsyncGenerator<{ rows: FileRow[]; bytesDone: number }> {
  let bytesDone = 0;
  const bytes = counted(inPieces(chunksOf(db, file.import_id)), (size) => (bytesDone += size));
  if (file.kind === "marc") {
    for await (const rows of marcRows(bytes, await codesOf(db))) yield { rows, bytesDone };
    return;
  }
  const blame = placeOfFaults(layoutOf(file).names);
  let hasHeader = false;
  for await (const read of csvRows(textOf(bytes, file.encoding), file.delimiter ?? "comma")) {
    const rows = hasHeader ? read : read.slice(1);
    hasHeader ||= read.length > 0;
    // rows that only had errors had nothing readable in them
    yield { rows: rows.filter(({ cells }) => cells.some((cell, at) => at !== blame && cell.trim() !== "")), bytesDone };
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, count: (size: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    count(piece.length);
    yield piece;
  }
}
