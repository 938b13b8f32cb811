import { importMessages } from "#contract/messages.ts";
import { parse } from "csv-parse";
import type { FileRow } from "./row.rules.ts";

/** A file that cannot be read any further; the sentence says where. */
export class UnreadableFile extends Error {}

const longestRow = 1024 * 1024; // bytes: beyond it a quotation mark was never closed

/** The supported delimiters, by the contract's names. */
export const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type Delimiter = keyof typeof delimiters;

/**
 * The rows of a CSV as its text streams in, the header being row 1; blank rows are counted and skipped. A row with a
 * different number of columns is an error instead of being made to fit.
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<FileRow[]> {
  const reading = readingRows();
  const parser = parse({
    delimiter: delimiters[delimiter],
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: longestRow,
    relax_quotes: true, // 5" in an unquoted cell is what someone typed
    skip_records_with_error: true,
    on_record: (record: string[]) => {
      reading.take(record);
      return null;
    },
    on_skip: (error) => {
      reading.skip(error);
    },
  });
  const failed = new Promise<never>((_, reject) => parser.once("error", reject));
  failed.catch(() => undefined); // the reader of a piece handles it
  const ended = new Promise<void>((resolve) => parser.once("end", resolve));
  parser.resume();
  for await (const piece of text) {
    await Promise.race([new Promise((resolve) => parser.write(piece, resolve)), failed]);
    yield reading.rows();
  }
  parser.end();
  await Promise.race([ended, failed]);
  yield reading.rows();
}

type ParseError = { code?: string; record?: unknown } | undefined;

/** Collects the parser's callbacks; both arrive in row order. */
function readingRows() {
  let read: FileRow[] = [];
  let row = 0;
  let columns = 0;
  let objection: UnreadableFile | undefined;
  const take = (cells: readonly string[]) => {
    row += 1;
    if (objection || cells.every((cell) => cell.trim() === "")) return;
    if (columns === 0) columns = lastFilled(cells);
    const isFitting = cells.length >= columns && lastFilled(cells) <= columns;
    const message = importMessages.missingColumns(isFitting ? columns : cells.length, columns);
    read.push({
      row,
      cells: isFitting ? cells.slice(0, columns) : cells,
      faults: isFitting ? [] : [{ column: "", message }],
    });
  };
  const skip = (error: ParseError) => {
    if (error?.code === "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH" && Array.isArray(error.record)) {
      take(error.record.map(String));
      return;
    }
    row += 1;
    objection ??= new UnreadableFile(importMessages.quoteNotClosed(row));
  };
  const rows = () => {
    if (objection) throw objection;
    const taken = read;
    read = [];
    return taken;
  };
  return { take, skip, rows };
}

/** Spreadsheets add empty cells at the end of rows, the header included. */
const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== "") + 1;
