import { TextDecoder } from "node:util";
import { finished } from "node:stream/promises";
import { importMessages } from "#contract/wire/messages.ts";
import { CsvError, parse } from "csv-parse";
import { type Encoding, utf16Of } from "../file-kind.rules.ts";
import type { FileRow } from "./row.rules.ts";

/** A file that can't be read any further; the message says where. */
export class UnreadableFile extends Error {}

const maxRowSize = 1024 * 1024; // bytes; in a longer row, a quotation mark was never closed

const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type Delimiter = keyof typeof delimiters;

type Pieces<Piece> = AsyncIterable<Piece> | Iterable<Piece>;

/** Decodes a file with a known encoding, without a byte order mark. */
export async function* textOf(bytes: Pieces<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encoding === "UTF-16" ? (utf16Of(piece) ?? "utf-16le") : encoding);
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? "";
}

/**
 * Parses the rows of a CSV as its text streams in. The header is row 1; blank rows are counted and skipped. A row with a
 * different number of columns is an error.
 */
export async function* csvRows(text: Pieces<string>, delimiter: Delimiter): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = [];
  let row = 0;
  let columns = 0;
  const take = (cells: string[]) => {
    row += 1;
    if (cells.every((cell) => cell.trim() === "")) return;
    if (columns === 0) columns = lastFilled(cells);
    if (cells.length >= columns && lastFilled(cells) <= columns) {
      rows.push({ row, cells: cells.slice(0, columns), faults: [] });
      return;
    }
    rows.push({ row, cells, faults: [{ column: "", message: importMessages.missingColumns(cells.length, columns) }] });
  };
  const parser = parse({
    delimiter: delimiters[delimiter],
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: maxRowSize,
    relax_quotes: true, // people type 5" in unquoted cells
    relax_column_count: true, // checked here
    on_record: (cells: string[]) => {
      take(cells);
      return null;
    },
  });
  const ended = finished(parser.resume());
  ended.catch(() => undefined); // the writer of a piece handles it
  const write = (piece: string) =>
    new Promise<void>((resolve, reject) => parser.write(piece, (error) => (error ? reject(error) : resolve())));
  const takeRows = () => {
    const done = rows;
    rows = [];
    return done;
  };
  try {
    for await (const piece of text) {
      await write(piece);
      yield takeRows();
    }
    parser.end();
    await ended;
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(importMessages.quoteNotClosed(row + 1)) : error;
  }
  yield takeRows();
}

/** Spreadsheets add empty cells at the end of rows, the header included. */
const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== "") + 1;

const pieceSize = 64 * 1024; // bytes

/** Parses the rows of a whole file in UTF-8, UTF-16, or Windows-1252, the header first. */
export function tableOf(file: Uint8Array, delimiter: Delimiter): AsyncGenerator<FileRow[]> {
  const encoding = utf16Of(file) ? "UTF-16" : isUtf8(file) ? "UTF-8" : "Windows-1252";
  return csvRows(textOf(inPieces(file), encoding), delimiter);
}

function* inPieces(file: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < file.length; from += pieceSize) yield file.subarray(from, from + pieceSize);
}

function isUtf8(file: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(file);
    return true;
  } catch {
    return false; // the result
  }
}
