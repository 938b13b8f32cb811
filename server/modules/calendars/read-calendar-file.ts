import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { dayAfter } from "#contract/site/business-days.ts";
import { tableOf } from "#server/modules/imports/public.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { daysOfEntries, entriesOfTable, type FileEntry, type ReadFile } from "./calendar-file.rules.ts";

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/** The days of an iCalendar or CSV file around today (YYYY-MM-DD). Refused when it is neither, or has no day. */
export async function readCalendarFile({ bytes }: UploadedFile, today: string): Promise<ReadFile> {
  if (bytes.length === 0) throw unusable("The file is empty.");
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  if (start.startsWith("PK"))
    throw unusable("This is a spreadsheet or a compressed file. Save it as CSV, then upload it.");
  const read = /BEGIN:VCALENDAR/i.test(start) ? await entriesOfCalendar(bytes) : entriesOfTable(await rowsOf(bytes));
  if (typeof read === "string") throw unusable(read);
  const { entries, left } = daysOfEntries(read.entries, today);
  if (entries.length === 0)
    throw unusable("The file has no whole days from last year on. Export the district’s calendar as .ics or CSV.");
  return { entries, left: left + read.left };
}

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const some of tableOf(bytes, "comma")) for (const { cells } of some) rows.push([...cells]);
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : "The file can’t be read.");
  }
  return rows;
}

/** Whole days only: a calendar of a school also has games and meetings, at their hours. */
async function entriesOfCalendar(bytes: Uint8Array): Promise<{ entries: FileEntry[]; left: number }> {
  const { default: ical } = await import("ical.js"); // on most days nobody reads one
  try {
    const events = ical.Component.fromString(new TextDecoder().decode(bytes)).getAllSubcomponents("vevent");
    const entries = events.flatMap((component): FileEntry[] => {
      const { startDate: from, endDate: end, summary: about } = new ical.Event(component);
      const rule = component.getFirstPropertyValue("rrule");
      if (!from?.isDate || (rule !== null && !isEveryYear(String(rule)))) return [];
      const after = end?.isDate && end.compare(from) > 0 ? end.toString() : dayAfter(from.toString(), 1);
      return [{ from: from.toString(), end: after, about: about ?? "", isYearly: rule !== null }];
    });
    return { entries, left: events.length - entries.length };
  } catch {
    throw unusable("This calendar can’t be read. Export it again as an .ics file.");
  }
}

/** On the same day of every year, without an end. */
const isEveryYear = (rule: string) =>
  /\bFREQ=YEARLY\b/.test(rule) &&
  !/\b(INTERVAL=(?!1\b)|UNTIL=|COUNT=|BYDAY=|BYSETPOS=|BYWEEKNO=|BYYEARDAY=)/.test(rule);
