import { TextDecoder } from "node:util";
import { finished } from "node:stream/promises";
import { importMessages } from "#contract/wire/messages.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { CsvError, parse } from "csv-parse";
import { type Delimiter, delimiterOf, delimiters, type Encoding, type TableRow, utf16Of } from "./table.rules.ts";

/** A file that can't be read any further; the message says where. */
export class UnreadableFile extends Error {}

const maxRowSize = 1024 * 1024; // bytes; in a longer row, a quotation mark was never closed

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
 * Parses the rows of a table as its text streams in. The header is row 1; blank rows are counted and skipped. A row with a
 * different number of columns is an error. More than `maxRows` after the header, blank ones included, are unreadable.
 */
export async function* rowsOfTable(
  text: Pieces<string>,
  delimiter: Delimiter,
  maxRows = Infinity,
): AsyncGenerator<TableRow[]> {
  let rows: TableRow[] = [];
  let lines = 0; // blank lines excepted
  let columns = 0;
  const take = (texts: string[]) => {
    const cells = texts.map((text) => text.normalize("NFC"));
    lines += 1;
    const row = rowsSoFar();
    // or the parser makes an error, with a stack, for each row with another number of columns than its first
    Object.assign(parser.info, { records: 0 });
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
    skip_empty_lines: true,
    on_record: (cells: string[]) => {
      take(cells);
      return null;
    },
  });
  const rowsSoFar = () => lines + parser.info.empty_lines;
  const ended = finished(parser.resume());
  ended.catch(() => undefined); // the writer of a piece handles it
  const write = (piece: string) =>
    new Promise<void>((resolve, reject) => parser.write(piece, (error) => (error ? reject(error) : resolve())));
  const takeRows = () => {
    if (rowsSoFar() > maxRows + 1) {
      const most = maxRows.toLocaleString("en-US");
      throw new UnreadableFile(`The file cannot have more than ${most} rows, including empty ones.`);
    }
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
    throw error instanceof CsvError ? new UnreadableFile(importMessages.quoteNotClosed(rowsSoFar() + 1)) : error;
  }
  yield takeRows();
}

/** Spreadsheets add empty cells at the end of rows, the header included. */
const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== "") + 1;

const pieceSize = 64 * 1024; // bytes

/** Reads a table that fits into memory, with whatever encoding and delimiter it has. Refuses other files. */
export async function readTable(file: Uint8Array, maxRows: number): Promise<{ header: string[]; rows: TableRow[] }> {
  const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });
  if (file.length === 0) throw unusable(importMessages.fileEmpty);
  if (Buffer.from(file.subarray(0, 2)).toString("latin1") === "PK")
    throw unusable(
      "This is a spreadsheet or a compressed file. Save it as CSV or tab-separated text, then upload that.",
    );
  const encoding = utf16Of(file) ? "UTF-16" : isUtf8(file) ? "UTF-8" : "Windows-1252";
  let head = "";
  for await (const piece of textOf([file.subarray(0, pieceSize)], encoding)) head += piece;
  const all: TableRow[] = [];
  try {
    const text = textOf(inPieces(file), encoding);
    for await (const rows of rowsOfTable(text, delimiterOf(head), maxRows)) all.push(...rows);
  } catch (error) {
    throw error instanceof UnreadableFile ? unusable(error.message) : error;
  }
  const [header, ...rows] = all;
  return { header: (header?.cells ?? []).map((name) => name.trim().toLowerCase()), rows };
}

function* inPieces(file: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < file.length; from += pieceSize) yield file.subarray(from, from + pieceSize);
}

function isUtf8(file: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(file);
    return true;
  } catch {
    return false;
  }
}
