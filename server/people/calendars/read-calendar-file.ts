import * as z from "zod";
import { dayAfter } from "#contract/orders/business-days.ts";
import { calendarLimits, type readCalendarFile, type ReadDays } from "#contract/people/calendars.ts";
import { cut } from "#contract/wire/cut.ts";
import { decoderOf, encodingOf } from "#server/platform/tables/encoding.rules.ts";
import { notesOn, readTable } from "#server/platform/tables/read-table.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { entriesOfTable, isColumnOfDays } from "./days-of-table.ts";
import { entriesOfCalendar } from "./events-of-calendar.ts";
import type { DaysOfFile, LeftOut } from "./file-entries.ts";
import { kindOf } from "./kinds-of-days.rules.ts";

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

const task = z.object({ bytes: z.instanceof(Uint8Array), today: z.string(), timeZone: z.string() });
type ReadFile = z.output<typeof readCalendarFile.answer.data>;

const years = { back: 1, ahead: 2 };
const maxLeftOut = 100;

/**
 * Reads the days of an iCalendar or CSV file from last year on, in the reader process. Refuses other files, and files
 * without such days.
 */
export async function run(input: unknown): Promise<ReadFile> {
  const { bytes, today, timeZone } = task.parse(input);
  const { text, notes } = textOf(bytes);
  const isCalendar = /BEGIN:VCALENDAR/i.test(text.slice(0, 2000));
  const window = windowAround(today);
  const table = isCalendar ? undefined : await readTable(bytes, calendarLimits.entries, isColumnOfDays);
  const result = table ? entriesOfTable(table) : await entriesOfCalendar(text, { ...window, timeZone });
  if (typeof result === "string") throw unusable(result);
  const { entries, leftOut } = daysOfEntries(result, window);
  if (entries.length === 0) {
    const sentence = "The file has no all-day dates from last year on. Export the district’s calendar as .ics or CSV.";
    throw unusable([sentence, ...leftOut.slice(0, 1).map(({ about, why }) => `${about}: ${why}`)].join(" "));
  }
  return { entries, left: leftOut.length, leftOut: leftOut.slice(0, maxLeftOut), notes: table?.notes ?? notes };
}

function textOf(bytes: Uint8Array): { text: string; notes: string[] } {
  const whole = bytes.includes(0) ? bytes : unfolded(bytes); // UTF-16 has zeros
  const { encoding, strays } = encodingOf(whole);
  const decode = decoderOf(encoding);
  return { text: `${decode(whole)}${decode()}`.normalize("NFC"), notes: notesOn({ headerRow: 1 }, strays) };
}

/**
 * Joins folded lines before they're decoded, because some programs fold in the middle of a character (RFC 5545, 3.1).
 */
const unfolded = (bytes: Uint8Array) =>
  Buffer.from(
    Buffer.from(bytes)
      .toString("latin1")
      .replace(/(?:\r\n?|\n)[ \t]/g, ""),
    "latin1",
  );

export function windowAround(today: string) {
  const year = Number(today.slice(0, 4));
  return { first: `${year - years.back}-01-01`, last: `${year + years.ahead}-12-31` };
}

/** Returns the entries around today by day, without repeats; those beyond the limit of a calendar are left out. */
export function daysOfEntries(
  { entries: all, leftOut }: DaysOfFile,
  { first, last }: ReturnType<typeof windowAround>,
): { entries: ReadDays[]; leftOut: LeftOut[] } {
  const named = (about: string) => cut(about.replace(/\s+/g, " ").trim(), calendarLimits.about);
  const daysByKey = new Map<string, ReadDays>();
  for (const entry of all) {
    const [from, to] = [entry.from, dayAfter(entry.end, -1)];
    if (to < first || from > last || to < from) continue;
    const about = named(entry.about);
    daysByKey.set(`${from} ${to} ${about}`, { from, to: to === from ? "" : to, about, kind: kindOf(about) });
  }
  const entries = [...daysByKey.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const why = `A calendar can’t have more than ${calendarLimits.breaks} dates.`;
  const beyond = entries.slice(calendarLimits.breaks).map(({ about, from }) => ({ about, from, why }));
  return {
    entries: entries.slice(0, calendarLimits.breaks),
    leftOut: [...leftOut, ...beyond].map((each) => ({
      ...each,
      about: named(each.about) || "An entry without a name",
    })),
  };
}
