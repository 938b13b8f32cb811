import type { Delimiter, TableFormat } from "#contract/wire/table-format.ts";

/** A row, numbered as in a spreadsheet. It can end before the last column; with faults, its cells can't be used. */
export type TableRow = {
  row: number;
  cells: readonly string[];
  faults: readonly { column: string; message: string }[];
};

/** A row with something in it, as the file has it. */
export type FileRow = Pick<TableRow, "row" | "cells">;

export const separators: Record<Delimiter, string> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  none: "\uFFFF", // never in a file
};

/** Excel writes and obeys a first line that names the delimiter, and doesn't count it as a row: "sep=;". */
const separatorLine = /^"?sep=(.)"?[,;\t| ]*$/i;

export const isSeparatorLine = (cells: readonly string[], delimiter: Delimiter) =>
  separatorLine.test(cells.join(separators[delimiter]));

/** Spreadsheets add empty cells at the end of rows. */
export const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== "") + 1;

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** Returns whether a text is a column name that the file's reader knows. */
export type IsName = (cell: string) => boolean;

const namesIn = (cells: readonly string[], isName: IsName) => new Set(cells.filter(isName)).size;

const maxHeaderRows = 20; // nonempty rows that can be above the first row of values

export type FirstRowsBy = ReadonlyMap<Delimiter, readonly FileRow[]>;

/**
 * Finds the delimiter of a table by its first rows, as each delimiter separates them: the one that yields column names
 * the reader knows, or else the one with the same number of columns in most rows.
 */
export function delimiterOf(firstLine: string, rowsBy: FirstRowsBy, isName: IsName): Delimiter {
  const named = separatorLine.exec(firstLine)?.[1];
  const declared = [...rowsBy.keys()].find((each) => separators[each] === named);
  if (declared) return declared;
  const scores = [...rowsBy].map(([delimiter, rows]) => ({ delimiter, ...scoreOf(rows, isName) }));
  const [byName, second] = scores.toSorted((a, b) => b.names - a.names || b.evenness - a.evenness);
  if (byName && byName.names > Math.max(1, second?.names ?? 0)) return byName.delimiter;
  const [best] = scores.toSorted((a, b) => b.evenness - a.evenness || b.columns - a.columns);
  if (!best || best.columns === 1) return "comma";
  return best.evenness >= 0.5 || best.isInFirstRow ? best.delimiter : "none";
}

function scoreOf(rows: readonly FileRow[], isName: IsName) {
  const names = Math.max(0, ...rows.slice(0, maxHeaderRows).map(({ cells }) => namesIn(cells, isName)));
  const columns = mostFrequent(rows.map(({ cells }) => cells.length).filter((count) => count > 1)) ?? 1;
  const even = rows.filter(({ cells }) => cells.length === columns);
  const prose = even.filter(({ cells }) => cells.slice(1).every((cell) => /^ \S/.test(cell))).length;
  // in prose, a space follows each comma
  const evenness = columns === 1 ? 0 : (even.length - prose * 0.6) / rows.length;
  return { names, columns, evenness, isInFirstRow: (rows[0]?.cells.length ?? 0) > 1 };
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([a, times], [b, others]) => others - times || b - a)[0]?.[0];
}

/**
 * Finds the row with the column names: the one with the most names that the reader knows, or else the first that fills
 * at least half of the table's width. A list title, or names that span several columns, can be above it.
 */
export function headerRowOf(rows: readonly FileRow[], isName: IsName): number {
  const candidates = rows.slice(0, maxHeaderRows);
  const counts = candidates.map(({ cells }) => namesIn(cells, isName));
  const most = Math.max(0, ...counts);
  const width = mostFrequent(rows.map(({ cells }) => lastFilled(cells))) ?? 1;
  const named = candidates[counts.indexOf(most)];
  if (named && (most > 1 || (most === 1 && filled(named.cells) === 1 && width === 1))) return named.row;
  const minFilled = width === 1 ? 1 : Math.max(2, Math.ceil(width / 2));
  return (candidates.find(({ cells }) => filled(cells) >= minFilled) ?? candidates[0])?.row ?? 0;
}

/** Returns how many columns a table has: as many as have names, or as most rows fill. */
export function widthOf(header: readonly string[], rows: readonly FileRow[]): number {
  const filledColumns = rows.map(({ cells }) => lastFilled(cells)).toSorted((a, b) => b - a);
  const inMostRows = filledColumns.length < 2 ? 0 : (filledColumns[Math.floor(filledColumns.length / 2)] ?? 0);
  return Math.max(lastFilled(header), inMostRows);
}

/** How to read all rows of a table. */
export type TableShape = Omit<TableFormat, "encoding"> & { width: number };

// Matches what a spreadsheet would run as a formula, after any number of apostrophes, so that guarding is reversible.
const formula = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** Adds an apostrophe to a text that a spreadsheet would run as a formula. */
export const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);

export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
