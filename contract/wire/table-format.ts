import * as z from "zod/mini";
import { whole } from "./text.ts";

/** The encodings that spreadsheets save. Mac Roman and MS-DOS are what Excel's "CSV (Macintosh)" and "CSV (MS-DOS)" have. */
export const encodings = [
  "UTF-8",
  "UTF-16LE",
  "UTF-16BE",
  "Windows-1252",
  "Mac Roman",
  "MS-DOS",
  "Windows-1250",
] as const;
export type Encoding = (typeof encodings)[number];

/** What separates the columns; "none" is a file with one column whose cells may have commas without quotation marks. */
export const delimiters = ["comma", "semicolon", "tab", "pipe", "none"] as const;
export type Delimiter = (typeof delimiters)[number];

/** How far below the beginning of a file its column names can be. */
export const maxHeaderRow = 50;

/** Also accepts the row as text, from an address. */
export const headerRow = z.pipe(
  z.transform((value: number | string) =>
    typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : value,
  ),
  whole(0, maxHeaderRow),
);

/**
 * How to read a file of rows. `headerRow` is the row with the column names, as a spreadsheet numbers it; 0 if there are
 * no names, so that row 1 is the first with values. Rows above the column names are skipped.
 */
export const tableFormat = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  headerRow,
});
export type TableFormat = z.output<typeof tableFormat>;

/** Overrides the detected format. */
export type FormatChoice = { [Name in keyof TableFormat]?: TableFormat[Name] | undefined };

/** Splits a paragraph of column names, separated by commas. */
export const columnNames = (names: string): string[] => names.trim().split(/\s*,\s*/);
