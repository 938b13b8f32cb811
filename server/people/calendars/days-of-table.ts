import { dayAfter } from "#contract/orders/business-days.ts";
import { atATime, type DaysOfFile, isTooLong } from "./file-entries.ts";
import { dateOrderOf, readDate, unreadDate } from "#server/platform/tables/dates.rules.ts";
import { isOneOf } from "#server/platform/tables/columns.rules.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";

const columns = {
  from: ["from", "first day", "start", "start date", "date", "begin", "begins"],
  to: ["to", "last day", "end", "end date", "ends"],
  startTime: ["start time"],
  endTime: ["end time"],
  allDay: ["all day event", "all day"],
  about: ["about", "subject", "name", "title", "holiday", "event", "summary", "description"],
} as const;

type Table = { header: readonly string[]; rows: readonly Pick<TableRow, "row" | "cells">[] };

export const isColumnOfDays = isOneOf(Object.values(columns).flat());

const isMidnight = /^(?:12:00(?::00)? ?a\.?m\.?|0?0:00(?::00)?)$/i;

/**
 * Reads a table whose first row names the columns. Returns the days and the other rows, or a sentence if there is no
 * column of first days.
 */
export function entriesOfTable({ header, rows }: Table): DaysOfFile | string {
  const columnOf = (aliases: readonly string[]) => header.findIndex((name) => aliases.includes(name));
  const [from, to, about] = [columnOf(columns.from), columnOf(columns.to), columnOf(columns.about)];
  const [startTime, endTime, allDay] = [
    columnOf(columns.startTime),
    columnOf(columns.endTime),
    columnOf(columns.allDay),
  ];
  if (from < 0) return "The file has no column “From”. Name its columns “From”, “To”, and “About”.";
  const cellOf = (cells: readonly string[], column: number) => (cells[column] ?? "").trim();
  const order = dateOrderOf(rows.flatMap(({ cells }) => [cellOf(cells, from), cellOf(cells, to)]));
  const { entries, leftOut }: DaysOfFile = { entries: [], leftOut: [] };
  for (const { row, cells } of rows) {
    const [first, last] = [cellOf(cells, from), cellOf(cells, to) || cellOf(cells, from)];
    const [firstDay, lastDay] = [readDate(first, order), readDate(last, order)];
    const isTimed =
      !/^(true|yes)$/i.test(cellOf(cells, allDay)) && !isMidnight.test(cellOf(cells, startTime) || "0:00");
    // Outlook ends a day at the next midnight
    const isNextDay = lastDay !== firstDay && isMidnight.test(cellOf(cells, endTime));
    const leaveOut = (why: string) => leftOut.push({ about: `Row ${row}`, from: "", why });
    if (first === "") leaveOut("It has no date.");
    else if (!firstDay || !lastDay) leaveOut(unreadDate(firstDay ? last : first, order));
    else if (lastDay < firstDay) leaveOut("The last day is before the first day.");
    else if (isTooLong(firstDay, lastDay)) leaveOut(`From “${first}” to “${last}” is more than a year.`);
    else if (isTimed) leaveOut(atATime);
    else entries.push({ from: firstDay, end: isNextDay ? lastDay : dayAfter(lastDay, 1), about: cellOf(cells, about) });
  }
  return { entries, leftOut };
}
