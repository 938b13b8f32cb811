import { finished } from "node:stream/promises";
import {
  type Delimiter,
  delimiters,
  type Encoding,
  type FormatChoice,
  type TableFormat,
} from "#contract/wire/table-format.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { CsvError, parse } from "csv-parse";
import { decoderOf, encodingOf } from "./encoding.rules.ts";
import { objectionToTable } from "./file-kind.rules.ts";
import * as rules from "./table.rules.ts";
import type { FileRow, IsName, TableRow, TableShape } from "./table.rules.ts";

/** A file that can't be read any further; the message says where. */
export class UnreadableFile extends Error {}

const maxRowSize = 1024 * 1024; // bytes; in a longer row, a quotation mark was never closed

type Pieces<Piece> = AsyncIterable<Piece> | Iterable<Piece>;

/** Decodes a file with a known encoding, without a byte order mark. */
export async function* textOf(bytes: Pieces<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const piece of bytes) yield decode(piece);
  yield decode();
}

/**
 * Parses the rows of a table as its text streams in, below the column names. Blank rows are counted and skipped. A row
 * with more columns is an error; one with fewer has empty cells at its end, which Excel doesn't save in each row. More than
 * `maxRows`, blank ones included, are unreadable.
 */
export async function* rowsOfTable(
  text: Pieces<string>,
  { delimiter, headerRow, width }: TableShape,
  maxRows = Infinity,
): AsyncGenerator<TableRow[]> {
  for await (const rows of fileRows(text, delimiter, { maxRows, headerRow }))
    yield rows.filter(({ row }) => row > headerRow).map((row) => checkedRow(row, width));
}

function checkedRow({ row, cells }: FileRow, width: number): TableRow {
  if (rules.lastFilled(cells) <= width) return { row, cells: cells.slice(0, width), faults: [] };
  return { row, cells, faults: [{ column: "", message: importMessages.moreColumns(cells.length, width) }] };
}

async function* fileRows(
  text: Pieces<string>,
  delimiter: Delimiter,
  { maxRows = Infinity, headerRow = 0 } = {},
): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = [];
  let lines = 0; // blank lines excepted
  let isFirst = true;
  const take = (texts: string[]) => {
    // otherwise, the parser creates an error with a stack for each row whose number of columns differs from the first
    Object.assign(parser.info, { records: 0 });
    const isSeparatorLine = isFirst && rules.isSeparatorLine(texts, delimiter);
    isFirst = false;
    if (isSeparatorLine) return;
    lines += 1;
    if (texts.every((cell) => cell.trim() === "")) return;
    rows.push({ row: rowsSoFar(), cells: texts.map((cell) => cell.normalize("NFC")) });
  };
  const parser = parse({
    delimiter: rules.separators[delimiter],
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
    if (rowsSoFar() > maxRows + headerRow) throw new UnreadableFile(importMessages.tooManyLines(maxRows));
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

/** Enough to detect the format, and quick to parse. */
const firstLines = /^(?:[^\r\n]*(?:\r\n?|\n)){0,1000}[^\r\n]*/;

/** `isPart` if the bytes are only the beginning of a file. */
export type TableHead = { bytes: Uint8Array; encoding: Encoding; isPart: boolean; isName: IsName };

/** `rows` are the first ones with something in them, from the top of the file. */
export type FirstRows = { format: TableFormat; width: number; names: string[]; rows: FileRow[] };

/** Detects how to read a table from its beginning, except for what staff chose. */
export async function firstRowsOf(head: TableHead, choice: Omit<FormatChoice, "encoding"> = {}): Promise<FirstRows> {
  const { encoding, isName } = head;
  let all = "";
  for await (const piece of textOf([head.bytes], encoding)) all += piece;
  const text = firstLines.exec(all)?.[0] ?? "";
  const isPart = head.isPart || text.length < all.length;
  const candidates = choice.delimiter ? [choice.delimiter] : delimiters.filter((each) => each !== "none");
  const rowsBy = new Map<Delimiter, readonly FileRow[]>();
  for (const each of candidates) rowsBy.set(each, (await wholeRows(text, each, isPart)).rows);
  const delimiter = choice.delimiter ?? rules.delimiterOf(text.split(/[\r\n]/, 1)[0] ?? "", rowsBy, isName);
  const { rows, error } = await wholeRows(text, delimiter, isPart);
  if (error && rows.length < 2 && !isPart) throw error;
  const headerRow = choice.headerRow ?? rules.headerRowOf(rows, isName);
  const header = rows.find(({ row }) => row === headerRow)?.cells ?? [];
  const width = rules.widthOf(
    header,
    rows.filter(({ row }) => row > headerRow),
  );
  const names = Array.from({ length: width }, (_, at) => (header[at] ?? "").replace(/\s+/g, " ").trim());
  return { format: { encoding, delimiter, headerRow }, width, names, rows };
}

/** Returns the rows of a text, without one cut off at its end, and why it can't be read further. */
async function wholeRows(text: string, delimiter: Delimiter, isPart: boolean) {
  const rows: FileRow[] = [];
  try {
    for await (const more of fileRows([text], delimiter)) rows.push(...more);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { rows, error };
  }
  return { rows: isPart && rows.length > 2 ? rows.slice(0, -1) : rows };
}

const pieceSize = 64 * 1024; // bytes

/** A table below its column names (in lower case), and notes on what the detection changed. */
export type Table = { header: string[]; rows: TableRow[]; notes: string[] };

/** Reads a table that fits into memory, with whatever encoding and delimiter it has. Refuses other files. */
export async function readTable(bytes: Uint8Array, maxRows: number, isName: IsName): Promise<Table> {
  const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });
  const objection = objectionToTable(bytes);
  if (objection) throw unusable(objection);
  const { encoding, strays } = encodingOf(bytes);
  try {
    const head = { bytes: bytes.subarray(0, 2 * pieceSize), isPart: bytes.length > 2 * pieceSize, encoding, isName };
    const { format, width, names } = await firstRowsOf(head);
    const rows: TableRow[] = [];
    for await (const more of rowsOfTable(textOf(inPieces(bytes), encoding), { ...format, width }, maxRows))
      rows.push(...more);
    return { header: names.map((name) => name.toLowerCase()), rows, notes: notesOn(format, strays) };
  } catch (error) {
    throw error instanceof UnreadableFile ? unusable(error.message) : error;
  }
}

/** Returns notes on what the detection left out or changed. */
export function notesOn({ headerRow }: Pick<TableFormat, "headerRow">, strays: number): string[] {
  const skipped = headerRow === 2 ? "the row" : `the ${headerRow - 1} rows`;
  return [
    ...(headerRow > 1 ? [`We skipped ${skipped} above the column names.`] : []),
    ...(strays > 0 ? [importMessages.strayBytes(strays)] : []),
  ];
}

function* inPieces(file: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < file.length; from += pieceSize) yield file.subarray(from, from + pieceSize);
}
