import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { dayAfter } from "#contract/orders/business-days.ts";
import { readTable } from "#server/platform/tables/read-table.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { calendarLimits, type ReadDays } from "#contract/people/calendars.ts";
import { cut } from "#contract/wire/cut.ts";

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/** Reads the days of an iCalendar or CSV file from last year on. Refuses other files, and files without such days. */
export async function readCalendarFile({ bytes }: UploadedFile, today: string): Promise<ReadFile> {
  const isCalendar = /BEGIN:VCALENDAR/i.test(new TextDecoder().decode(bytes.subarray(0, 200)));
  const result = isCalendar ? await entriesOfCalendar(bytes) : entriesOfTable(await readTable(bytes, maxRows));
  if (typeof result === "string") throw unusable(result);
  const { entries, left } = daysOfEntries(result.entries, today);
  if (entries.length === 0)
    throw unusable("The file has no all-day dates from last year on. Export the district’s calendar as .ics or CSV.");
  return { entries, left: left + result.left };
}

const maxRows = 10_000;

/** Leaves out entries with times, such as games and meetings. */
async function entriesOfCalendar(bytes: Uint8Array): Promise<{ entries: FileEntry[]; left: number }> {
  const { default: ical } = await import("ical.js"); // loaded only when needed, because such files are rare
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

/** Checks whether an event repeats on the same day every year, without an end. */
const isEveryYear = (rule: string) =>
  /\bFREQ=YEARLY\b/.test(rule) &&
  !/\b(INTERVAL=(?!1\b)|UNTIL=|COUNT=|BYDAY=|BYSETPOS=|BYWEEKNO=|BYYEARDAY=)/.test(rule);

/** `end` is the day after the last one. */
export type FileEntry = { from: string; end: string; about: string; isYearly: boolean };
type ReadFile = { entries: ReadDays[]; left: number };

const years = { back: 1, ahead: 2 };

/** Returns the entries around today by day, without repeats. */
export function daysOfEntries(all: readonly FileEntry[], today: string): ReadFile {
  const year = Number(today.slice(0, 4));
  const [first, last] = [`${year - years.back}-01-01`, `${year + years.ahead}-12-31`];
  const daysByKey = new Map<string, ReadDays>();
  for (const entry of all.flatMap((each) => (each.isYearly ? eachYear(each, year) : [each]))) {
    const [from, to] = [entry.from, dayAfter(entry.end, -1)];
    if (to < first || from > last || to < from) continue;
    const about = cut(entry.about.replace(/\s+/g, " ").trim(), calendarLimits.about);
    daysByKey.set(`${from} ${to} ${about}`, { from, to: to === from ? "" : to, about, kind: kindOf(about) });
  }
  const entries = [...daysByKey.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return {
    entries: entries.slice(0, calendarLimits.breaks),
    left: Math.max(0, entries.length - calendarLimits.breaks),
  };
}

function eachYear(entry: FileEntry, year: number): FileEntry[] {
  const days = (Date.parse(entry.end) - Date.parse(entry.from)) / 86_400_000;
  return [-1, 0, 1, 2]
    .map((offset) => `${year + offset}${entry.from.slice(4)}`)
    .filter((from) => from >= entry.from && isDay(from))
    .map((from) => ({ ...entry, from, end: dayAfter(from, days) }));
}

/** Checks whether a day exists, because February 29 doesn't in every year. */
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

const kinds: readonly [ReadDays["kind"], RegExp][] = [
  [
    "first",
    /\b(first|1st) day of (school|instruction|classes)\b|\bschool begins\b|\bprimer d[ií]a de (clases|escuela)\b/iu,
  ],
  [
    "last",
    /\blast day of (school|instruction|classes)\b|\bschool ends\b|(?<!\p{L})[uú]ltimo d[ií]a de (clases|escuela)\b/iu,
  ],
  [
    "break",
    /\b(break|recess|holiday|vacation|closed|no school|no classes|non[ -]?student|pupil[ -]free|student[ -]free|furlough|thanksgiving|christmas|labor day|veterans|memorial day|presidents|martin luther king|mlk|juneteenth|lincoln|ch[aá]vez|independence day|new year|vacaciones|d[ií]a festivo|receso)/iu,
  ],
];

const kindOf = (about: string): ReadDays["kind"] => kinds.find(([, words]) => words.test(about))?.[0] ?? "other";

const columns = {
  from: ["from", "first day", "start", "start date", "date", "begin", "begins"],
  to: ["to", "last day", "end", "end date", "ends"],
  about: ["about", "subject", "name", "title", "holiday", "event", "summary", "description"],
} as const;

type Table = { header: readonly string[]; rows: readonly { cells: readonly string[] }[] };

/** Reads a table whose first row names the columns; returns an error sentence if there is no column of first days. */
export function entriesOfTable({ header, rows }: Table): { entries: FileEntry[]; left: number } | string {
  const columnOf = (aliases: readonly string[]) => header.findIndex((name) => aliases.includes(name));
  const [from, to, about] = [columnOf(columns.from), columnOf(columns.to), columnOf(columns.about)];
  if (from < 0) return "The first row must name the columns: “From”, “To”, and “About”.";
  const parsed = rows.map(({ cells: row }): FileEntry | undefined => {
    const first = dayIn(row[from] ?? "");
    const last = to < 0 || (row[to] ?? "").trim() === "" ? first : dayIn(row[to] ?? "");
    if (!first || !last || last < first) return undefined;
    return { from: first, end: dayAfter(last, 1), about: about < 0 ? "" : (row[about] ?? ""), isYearly: false };
  });
  const entries = parsed.filter((entry) => entry !== undefined);
  return { entries, left: parsed.length - entries.length };
}

function dayIn(cell: string): string | undefined {
  const text = cell.trim();
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = us ? `${us[3]}-${us[1]?.padStart(2, "0")}-${us[2]?.padStart(2, "0")}` : text;
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(day) && isDay(day) ? day : undefined;
}
