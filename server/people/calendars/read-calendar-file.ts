import type ical from "ical.js";
import * as z from "zod";
import { dayAfter } from "#contract/orders/business-days.ts";
import { entriesOfTable, type FileEntry, isTooLong, maxLength } from "./days-of-table.ts";
import { readTable } from "#server/platform/tables/read-table.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { calendarLimits, type ReadDays } from "#contract/people/calendars.ts";
import { cut } from "#contract/wire/cut.ts";

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

const task = z.object({ bytes: z.instanceof(Uint8Array), today: z.string() });

/**
 * Reads the days of an iCalendar or CSV file from last year on, in the reader process. Refuses other files, and files
 * without such days.
 */
export async function run(input: unknown): Promise<ReadFile> {
  const { bytes, today } = task.parse(input);
  const isCalendar = /BEGIN:VCALENDAR/i.test(new TextDecoder().decode(bytes.subarray(0, 200)));
  const result = isCalendar
    ? await entriesOfCalendar(new TextDecoder().decode(bytes).normalize("NFC"))
    : entriesOfTable(await readTable(bytes, calendarLimits.entries));
  if (typeof result === "string") throw unusable(result);
  const { entries, left } = daysOfEntries(result.entries, today);
  if (entries.length === 0) {
    const sentence = "The file has no all-day dates from last year on. Export the district’s calendar as .ics or CSV.";
    throw unusable([sentence, result.unread].filter(Boolean).join(" "));
  }
  return { entries, left: left + result.left, unread: result.unread };
}

/** Leaves out entries with times, such as games and meetings, and dates that don't exist. */
async function entriesOfCalendar(text: string): Promise<{ entries: FileEntry[]; left: number; unread: "" } | string> {
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > calendarLimits.entries)
    return `The calendar can’t have more than ${calendarLimits.entries.toLocaleString("en-US")} entries. Export fewer years.`;
  const { default: library } = await import("ical.js");
  try {
    const events = library.Component.fromString(text).getAllSubcomponents("vevent");
    const entries = events.map(entryOf).filter((entry) => entry !== undefined);
    return { entries, left: events.length - entries.length, unread: "" };
  } catch {
    return "This calendar can’t be read. Export it again as an .ics file.";
  }
}

/** Reads the properties as written, because the time that ical.js takes to expand them grows with their numbers. */
function entryOf(event: ical.Component): FileEntry | undefined {
  const property = (name: string) => event.getFirstProperty(name);
  const dayOf = (name: string) => (property(name)?.type === "date" ? String(property(name)?.jCal[3]) : undefined);
  const from = dayOf("dtstart");
  const rule = event.getFirstPropertyValue("rrule");
  if (from === undefined || !isDay(from) || (rule !== null && !isEveryYear(String(rule)))) return undefined;
  const [, weeks = 0, days = 0] = /^P(?:(\d+)W)?(?:(\d+)D)?/.exec(String(property("duration")?.jCal[3])) ?? [];
  const length = Number(weeks) * 7 + Number(days);
  if (length > maxLength) return undefined;
  const end = dayOf("dtend") ?? dayAfter(from, length);
  if (!isDay(end) || isTooLong(from, end)) return undefined;
  const about = String(property("summary")?.jCal[3] ?? "");
  return { from, end: end > from ? end : dayAfter(from, 1), about, isYearly: rule !== null };
}

/** Checks whether an event repeats on the same day every year, without an end. */
const isEveryYear = (rule: string) =>
  /\bFREQ=YEARLY\b/.test(rule) &&
  !/\b(INTERVAL=(?!1\b)|UNTIL=|COUNT=|BYDAY=|BYSETPOS=|BYWEEKNO=|BYYEARDAY=)/.test(rule);

type ReadFile = { entries: ReadDays[]; left: number; unread: string };

const years = { back: 1, ahead: 2 };

/** Returns the entries around today by day, without repeats. */
export function daysOfEntries(all: readonly FileEntry[], today: string): Omit<ReadFile, "unread"> {
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

/** Returns whether a day from 1900 to 2999 exists, such as February 29. */
const isDay = (day: string) =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

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
