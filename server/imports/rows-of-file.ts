import { setImmediate as yieldToOthers } from "node:timers/promises";
import { importMessages } from "#contract/wire/messages.ts";
import type { Database } from "#server/platform/database.ts";
import { rowsOfTable, textOf } from "#server/platform/tables/read-table.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { codesOf } from "#server/catalog/codes/codes.queries.ts";
import { chunksOf, type ImportRow } from "./imports.queries.ts";
import type { Choices } from "#server/catalog/imports/reading/names.rules.ts";
import { type Layout, marcCells, marcLayout, indexOfFaults } from "#server/catalog/imports/reading/row.rules.ts";
import { isMarc8, readMarcRecord } from "#server/catalog/imports/reading/marc-title.rules.ts";

const pieceSize = 32 * 1024; // bytes, which take about 5 ms to parse
const recordEnd = 0x1d;
const maxRecordSize = 99_999; // bytes; the leader has five digits for the length

type File = Pick<ImportRow, "import_id" | "kind" | "encoding" | "delimiter" | "columns" | "settings">;

export function layoutOf({ kind, columns, settings }: File): Layout {
  if (kind === "marc") return marcLayout;
  return { names: columns.map(({ name }) => name), fields: settings.fields };
}

/** Streams the non-empty rows of an uploaded file without the header; `bytesDone` is the position in the file. */
export async function* rowsOfFile(db: Database, file: File): AsyncGenerator<{ rows: TableRow[]; bytesDone: number }> {
  let bytesDone = 0;
  const bytes = inPieces(chunksOf(db, file.import_id), (size) => (bytesDone += size));
  if (file.kind === "marc") {
    for await (const rows of marcRows(bytes, await codesOf(db))) yield { rows, bytesDone };
    return;
  }
  const faultIndex = indexOfFaults(layoutOf(file).names);
  let hasHeader = false;
  for await (const batch of rowsOfTable(textOf(bytes, file.encoding), file.delimiter ?? "comma")) {
    const rows = hasHeader ? batch : batch.slice(1);
    hasHeader ||= batch.length > 0;
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

/**
 * Parses the records of a MARC file as its bytes stream in, in the columns of `marcLayout`; the first record is row 1.
 * Splits the file at record ends, so that a damaged record doesn't affect the next.
 */
async function* marcRows(bytes: AsyncIterable<Uint8Array>, choices: Choices): AsyncGenerator<TableRow[]> {
  let rest: Uint8Array = Buffer.alloc(0);
  let row = 0;
  const read = (record: Uint8Array): TableRow => rowOf((row += 1), record, choices);
  for await (const piece of bytes) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const rows: TableRow[] = [];
    let from = 0;
    for (let end = all.indexOf(recordEnd); end >= 0; end = all.indexOf(recordEnd, from)) {
      rows.push(read(withoutBreaks(all.subarray(from, end))));
      from = end + 1;
    }
    rest = all.subarray(from);
    if (rest.length > maxRecordSize * 2) {
      rows.push(read(rest)); // too long for a record: report it as one error
      rest = Buffer.alloc(0);
    }
    yield rows;
  }
  const last = withoutBreaks(rest);
  if (last.length > 0) yield [read(last)];
}

/** Strips line breaks, which some systems put between records, and a DOS end of file after the last one. */
function withoutBreaks(record: Uint8Array): Uint8Array {
  const start = record.findIndex((byte) => byte !== 0x0a && byte !== 0x0d && byte !== 0x1a);
  return start < 0 ? record.subarray(record.length) : record.subarray(start);
}

function rowOf(row: number, bytes: Uint8Array, choices: Choices): TableRow {
  const fault = (message: string): TableRow => ({ row, cells: [], faults: [{ column: "", message }] });
  if (isMarc8(bytes)) return fault(importMessages.marc8);
  const record = readMarcRecord(bytes);
  if (!("damaged" in record)) return { row, cells: marcCells(record, choices), faults: [] };
  return fault(record.damaged === "damaged" ? importMessages.marcDamaged : importMessages.marcNotUtf8);
}
