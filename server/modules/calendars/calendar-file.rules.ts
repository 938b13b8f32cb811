import { calendarLimits, type ReadDays } from "#contract/schools/calendars.ts";
import { cut } from "#contract/wire/cut.ts";
import { dayAfter } from "#contract/site/business-days.ts";

/** An entry of a file: its first day, the day after its last one (YYYY-MM-DD), and whether it is repeated every year. */
export type FileEntry = { from: string; end: string; about: string; isYearly: boolean };
export type ReadFile = { entries: ReadDays[]; left: number };

/** Days farther away than this are old, or too far to be known. */
const years = { back: 1, ahead: 2 };
const most = calendarLimits.breaks;

/** What to show of entries of a file, by day: those of around today, each once. */
export function daysOfEntries(all: readonly FileEntry[], today: string): ReadFile {
  const year = Number(today.slice(0, 4));
  const [first, last] = [`${year - years.back}-01-01`, `${year + years.ahead}-12-31`];
  const known = new Map<string, ReadDays>();
  for (const entry of all.flatMap((one) => (one.isYearly ? eachYear(one, year) : [one]))) {
    const [from, to] = [entry.from, dayAfter(entry.end, -1)];
    if (to < first || from > last || to < from) continue;
    const about = cut(entry.about.replace(/\s+/g, " ").trim(), calendarLimits.about);
    known.set(`${from} ${to} ${about}`, { from, to: to === from ? "" : to, about, kind: kindOf(about) });
  }
  const entries = [...known.values()].toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return { entries: entries.slice(0, most), left: Math.max(0, entries.length - most) };
}

function eachYear(entry: FileEntry, year: number): FileEntry[] {
  const days = (Date.parse(entry.end) - Date.parse(entry.from)) / 86_400_000;
  return [-1, 0, 1, 2]
    .map((more) => `${year + more}${entry.from.slice(4)}`)
    .filter((from) => from >= entry.from && isDay(from))
    .map((from) => ({ ...entry, from, end: dayAfter(from, days) }));
}

/** February 29 is no day of every year. */
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** What a calendar of a district calls its days, in English and Spanish. */
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

/** The entries of a table; the first row names the columns. A sentence when it has no column of days. */
export function entriesOfTable(rows: readonly (readonly string[])[]): { entries: FileEntry[]; left: number } | string {
  const [header = [], ...others] = rows;
  const names = header.map((name) => name.trim().toLowerCase());
  const at = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const [from, to, about] = [at(columns.from), at(columns.to), at(columns.about)];
  if (from < 0) return "The first row must name the columns: “From”, “To” and “About”.";
  const read = others
    .filter((row) => row.some((cell) => cell.trim() !== ""))
    .map((row): FileEntry | undefined => {
      const first = dayIn(row[from] ?? "");
      const last = to < 0 || (row[to] ?? "").trim() === "" ? first : dayIn(row[to] ?? "");
      if (!first || !last || last < first) return undefined;
      return { from: first, end: dayAfter(last, 1), about: about < 0 ? "" : (row[about] ?? ""), isYearly: false };
    });
  const entries = read.filter((entry) => entry !== undefined);
  return { entries, left: read.length - entries.length };
}

/** A day as 2026-12-21 or as 12/21/2026. */
function dayIn(cell: string): string | undefined {
  const text = cell.trim();
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = us ? `${us[3]}-${us[1]?.padStart(2, "0")}-${us[2]?.padStart(2, "0")}` : text;
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(day) && isDay(day) ? day : undefined;
}
