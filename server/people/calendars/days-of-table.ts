import { dayAfter } from "#contract/orders/business-days.ts";
import { dateOrderOf, readDate, unreadDate } from "#server/platform/tables/dates.rules.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";

/** `end` is the day after the last one. */
export type FileEntry = { from: string; end: string; about: string; isYearly: boolean };

export const maxLength = 366; // days
export const isTooLong = (from: string, end: string) => end > dayAfter(from, maxLength);

const columns = {
  from: ["from", "first day", "start", "start date", "date", "begin", "begins"],
  to: ["to", "last day", "end", "end date", "ends"],
  about: ["about", "subject", "name", "title", "holiday", "event", "summary", "description"],
} as const;

type Table = { header: readonly string[]; rows: readonly Pick<TableRow, "row" | "cells">[] };
type DaysOfTable = { entries: FileEntry[]; left: number; unread: string };

/**
 * Reads a table whose first row names the columns. Returns the days, the number of other rows, and why the first of them
 * can't be read, or an error sentence if there is no column of first days.
 */
export function entriesOfTable({ header, rows }: Table): DaysOfTable | string {
  const columnOf = (aliases: readonly string[]) => header.findIndex((name) => aliases.includes(name));
  const [from, to, about] = [columnOf(columns.from), columnOf(columns.to), columnOf(columns.about)];
  if (from < 0) return "The first row must name the columns: “From”, “To”, and “About”.";
  const cellOf = (cells: readonly string[], column: number) => (cells[column] ?? "").trim();
  const order = dateOrderOf(rows.flatMap(({ cells }) => [cellOf(cells, from), cellOf(cells, to)]));
  const entries: FileEntry[] = [];
  const unread: string[] = [];
  for (const { row, cells } of rows) {
    const [first, last] = [cellOf(cells, from), cellOf(cells, to) || cellOf(cells, from)];
    const [firstDay, lastDay] = [readDate(first, order), readDate(last, order)];
    if (first === "") unread.push(`Row ${row} has no date.`);
    else if (!firstDay || !lastDay) unread.push(`Row ${row}: ${unreadDate(firstDay ? last : first, order)}`);
    else if (lastDay < firstDay) unread.push(`Row ${row}: The last day is before the first day.`);
    else if (isTooLong(firstDay, lastDay)) unread.push(`Row ${row}: From “${first}” to “${last}” is more than a year.`);
    else entries.push({ from: firstDay, end: dayAfter(lastDay, 1), about: cellOf(cells, about), isYearly: false });
  }
  return { entries, left: unread.length, unread: unread[0] ?? "" };
}
