import { cut } from "#contract/wire/cut.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { importLimits } from "#contract/wire/size-limits.ts";
import { delimiters, encodings, tableFormat } from "#contract/wire/table-format.ts";
import { isOneOf } from "#server/platform/tables/columns.rules.ts";
import { firstRowsOf, notesOn, UnreadableFile } from "#server/platform/tables/read-table.ts";
import type { FileRow } from "#server/platform/tables/table.rules.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";

const task = z.object({
  bytes: z.instanceof(Uint8Array),
  isPart: z.boolean(),
  encoding: z.enum(encodings),
  strays: z.number(),
  /** The names that identify columns. */
  names: z.array(z.string()),
  choice: z.object({ delimiter: z.enum(delimiters).optional(), headerRow: z.number().optional() }),
});

export const headOfFile = z.object({
  format: tableFormat,
  columns: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  notes: z.array(z.string()),
});
type HeadOfFile = z.output<typeof headOfFile>;

const maxNameLength = 200;
const maxCellLength = 80;
const maxValues = 100; // of a column, used to suggest its field
const shown = { rows: 8, columns: 12 }; // below the column names, and from the left

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/** Reads the column names and the first rows of a file, in the file reader. Refuses a file without rows. */
export async function run(input: unknown): Promise<HeadOfFile> {
  const { strays, choice, names: known, ...head } = task.parse(input);
  try {
    const { format, names, rows } = await firstRowsOf({ ...head, isName: isOneOf(known) }, choice);
    if (rows.length === 0) throw unusable(importMessages.header);
    const values = rows.filter(({ row }) => row > format.headerRow);
    if (values.length === 0) throw unusable(importMessages.noRows);
    if (names.length > importLimits.columns) throw unusable(importMessages.tooManyColumns(importLimits.columns));
    const columns = names.map((name, at) => ({
      name: cut(withoutNul(name), maxNameLength) || `Column ${at + 1}`,
      values: values.slice(0, maxValues).map(({ cells }) => shortened(withoutNul(cells[at] ?? ""))),
    }));
    const above = rows.length - values.length;
    return { format, columns, rows: rows.slice(0, above + shown.rows).map(shownRow), notes: notesOn(format, strays) };
  } catch (error) {
    throw error instanceof UnreadableFile ? unusable(error.message) : error;
  }
}

/** Strips NUL, which PostgreSQL can't store. */
const withoutNul = (text: string) => text.replaceAll("\0", "").trim();

const shortened = (text: string) => (text.length > maxCellLength ? `${cut(text, maxCellLength)}…` : text);

const shownRow = ({ row, cells }: FileRow) => ({
  row,
  cells: cells.slice(0, shown.columns).map((cell) => shortened(withoutNul(cell))),
});
