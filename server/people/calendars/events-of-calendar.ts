import type ical from "ical.js";
import { dayAfter } from "#contract/orders/business-days.ts";
import { calendarLimits } from "#contract/people/calendars.ts";
import { atATime, type DaysOfFile, type FileEntry, isDay, isTooLong, type LeftOut } from "./file-entries.ts";

type Library = Pick<typeof ical, "Property" | "Recur" | "Time">;
type Property = InstanceType<Library["Property"]>;
type Window = { first: string; last: string; timeZone: string };

/** `day` is YYYY-MM-DD; `time` is empty for a date, and has a Z at its end in UTC. */
type Moment = { day: string; time: string };

type Event = { from: string; end: string; about: string; uid: string; rule: string; excluded: ReadonlySet<string> };

const maxSteps = { event: 2000, file: 20_000 }; // of rules: 2,000 are five years of days
const maxRanges = 60; // of one event; more are meetings, not breaks

/**
 * Reads the all-day events of an iCalendar file (RFC 5545) one by one, and lists those that can't be read. Returns a
 * sentence if there are too many events. Limits repeats to the days from `first` to `last`.
 */
export async function entriesOfCalendar(text: string, window: Window): Promise<DaysOfFile | string> {
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > calendarLimits.entries)
    return `The calendar can’t have more than ${calendarLimits.entries.toLocaleString("en-US")} entries. Export fewer years.`;
  const { default: library } = await import("ical.js");
  const [entries, leftOut]: [FileEntry[], LeftOut[]] = [[], []];
  const events: Event[] = [];
  const moved = new Map<string, Set<string>>();
  for (const properties of eventsOf(text, library)) {
    const instance = momentOf(properties("recurrence-id")[0]);
    if (instance) {
      const uid = textOf(properties("uid")[0]);
      moved.set(uid, (moved.get(uid) ?? new Set()).add(instance.day));
    }
    const event = readEvent(properties, window.timeZone);
    if ("why" in event) leftOut.push(event);
    else events.push(event);
  }
  const steps = { left: maxSteps.file };
  for (const event of events) {
    const days = daysOf(event, { moved: moved.get(event.uid), library, window, steps });
    if (typeof days === "string") leftOut.push({ about: event.about, from: event.from, why: days });
    else entries.push(...days.map(({ from, end }) => ({ from, end, about: event.about })));
  }
  return { entries, leftOut };
}

type Properties = (name: string) => readonly Property[];

/** Splits the text into its events, without their alarms and without lines that can't be read. */
function* eventsOf(text: string, { Property }: Library): Generator<Properties> {
  const within: string[] = [];
  let properties = new Map<string, Property[]>();
  for (const line of text.replace(/(?:\r\n?|\n)[ \t]/g, "").split(/\r\n?|\n/)) {
    const [, edge = "", component = ""] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? [];
    if (/^begin$/i.test(edge)) {
      within.push(component.toUpperCase());
      if (within.at(-1) === "VEVENT") properties = new Map();
    } else if (edge !== "") {
      const closed = properties;
      if (within.pop() === "VEVENT") yield (name) => closed.get(name) ?? [];
    } else if (within.at(-1) === "VEVENT" && used.test(line)) {
      try {
        const property = Property.fromString(line.replace(/^rrule[^:]*/i, "x-rule")); // as written, even if it's wrong
        const others = properties.get(property.name);
        if (others) others.push(property);
        else properties.set(property.name, [property]);
      } catch {
        // the event is read without this line
      }
    }
  }
}

const used =
  /^(dtstart|dtend|duration|summary|uid|status|rrule|exdate|recurrence-id|x-microsoft-cdo-alldayevent)\s*[;:]/i;

const textOf = (property: Property | undefined) => String(property?.jCal[3] ?? "").trim();

/** Reads a date or a date and time, depending on the property. */
function momentOf(property: Property | undefined): Moment | undefined {
  const [, day = "", time = ""] = /^([\d-]{10})(?:T(.*))?$/.exec(textOf(property)) ?? [];
  return isDay(day) ? { day, time: time === "::" ? "" : time } : undefined;
}

function readEvent(properties: Properties, timeZone: string): Event | LeftOut {
  const first = (name: string) => properties(name)[0];
  const about = textOf(first("summary"));
  const [start, end] = [momentOf(first("dtstart")), momentOf(first("dtend"))];
  const leaveOut = (why: string): LeftOut => ({ about, from: start?.day ?? "", why });
  if (/^cancell?ed$/i.test(textOf(first("status")))) return leaveOut("The district canceled it.");
  if (!first("dtstart")) return leaveOut("It has no date.");
  if (!start || (first("dtend") && !end)) return leaveOut("It has a date that doesn’t exist.");
  const isMarked = /^true$/i.test(textOf(first("x-microsoft-cdo-alldayevent")));
  const days = wholeDays(start, end ?? endOf(start, textOf(first("duration")), isMarked), timeZone);
  if (!days) return leaveOut(atATime);
  if (isTooLong(days.from, days.end)) return leaveOut("It’s longer than a year.");
  const excluded = properties("exdate").flatMap(({ jCal }) => jCal.slice(3).map((value) => String(value).slice(0, 10)));
  const rule = textOf(first("x-rule")).replace(/;$/, "");
  return { ...days, about, uid: textOf(first("uid")), rule, excluded: new Set(excluded) };
}

/** Returns the end of an event that has a duration, or no end at all; undefined if it doesn't last whole days. */
function endOf({ day, time }: Moment, duration: string, isMarked: boolean): Moment | undefined {
  const [match, weeks = 0, days = 0, hours = 0] =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(\d{1,6})H(?:0M)?(?:0S)?)?$/.exec(duration) ?? [];
  if (match === undefined)
    return duration === "" && (time === "" || isMarked) ? { day: dayAfter(day, 1), time } : undefined;
  if (Number(hours) % 24 > 0) return undefined;
  const length = Math.min(Number(weeks) * 7 + Number(days) + Number(hours) / 24, 9999);
  return { day: dayAfter(day, length), time };
}

/**
 * Returns the days of an event that lasts from midnight to midnight, in its time zone or the library's; undefined for
 * others. Some programs end a day a minute or a second early.
 */
function wholeDays(
  start: Moment,
  end: Moment | undefined,
  timeZone: string,
): { from: string; end: string } | undefined {
  if (!end || !isDay(end.day)) return undefined;
  for (const place of [(moment: Moment) => inZone(moment, timeZone), (moment: Moment) => moment]) {
    const [from, until] = [place(start), place(end)];
    if (!isMidnight(from)) continue;
    if (isMidnight(until)) return { from: from.day, end: until.day > from.day ? until.day : dayAfter(from.day, 1) };
    if (until.time.startsWith("23:59") && until.day >= from.day) return { from: from.day, end: dayAfter(until.day, 1) };
  }
  return undefined;
}

const isMidnight = ({ time }: Moment) => time === "" || time.startsWith("00:00:00");

function inZone(moment: Moment, timeZone: string): Moment {
  const instant = moment.time.endsWith("Z") ? Date.parse(`${moment.day}T${moment.time}`) : NaN;
  if (Number.isNaN(instant)) return moment;
  const [day = "", time = ""] = clockIn(timeZone).format(instant).split(" ");
  return { day, time };
}

let clock: Intl.DateTimeFormat | undefined;
/** Returns a formatter for “2026-12-21 00:00:00”; cached, because creating one is slow. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  if (clock?.resolvedOptions().timeZone !== timeZone)
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return clock;
}

const repeatsTooOften = "It repeats too often.";
const unreadRule = "It repeats in a way we can’t read.";

/** The rules that calendar programs offer. With some others, such as each February 30, ical.js never finishes. */
const usualRule = new RegExp(
  [
    /^FREQ=(?:DAILY|WEEKLY)(?:;(?:INTERVAL=\d{1,2}|COUNT=\d+|UNTIL=\w+|WKST=\w\w|BYDAY=(?:\w\w,?)+))*$/,
    /^FREQ=MONTHLY(?:;(?:INTERVAL=\d{1,2}|COUNT=\d+|UNTIL=\w+|WKST=\w\w|BYDAY=[+-]?[1-5]?\w\w|BYMONTHDAY=[12]?\d))*$/,
    /^FREQ=YEARLY(?:;(?:INTERVAL=\d|COUNT=\d+|UNTIL=\w+|WKST=\w\w|BYMONTH=\d+|BYDAY=[+-]?[1-5]?\w\w|BYMONTHDAY=[12]?\d))*$/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

type Parts = { moved: ReadonlySet<string> | undefined; library: Library; window: Window; steps: { left: number } };

/** Returns the ranges of an event with its repeats, or why it's left out. */
function daysOf(
  { from, end, rule, excluded }: Event,
  { moved, library, window: { first, last }, steps }: Parts,
): { from: string; end: string }[] | string {
  if (rule === "") return [{ from, end }];
  if (!usualRule.test(rule)) return unreadRule;
  const isOnOneDay = /^FREQ=YEARLY(?!.*;BY)/i.test(rule);
  const length = (Date.parse(end) - Date.parse(from)) / 86_400_000;
  const ranges: { from: string; end: string }[] = [];
  try {
    const repeats = library.Recur.fromString(rule).iterator(library.Time.fromDateString(from));
    for (let step = 0; ; step += 1) {
      if (step === maxSteps.event || steps.left === 0) return repeatsTooOften;
      steps.left -= 1;
      const day = repeats.next()?.toString().slice(0, 10);
      if (day === undefined || day > last) break;
      const to = dayAfter(day, length);
      if (to <= first || excluded.has(day) || moved?.has(day)) continue;
      if (isOnOneDay && day.slice(4) !== from.slice(4)) continue; // February 29 becomes March 1 in other years
      const previous = ranges.at(-1);
      if (previous && previous.end >= day) previous.end = to;
      else ranges.push({ from: day, end: to });
    }
  } catch {
    return unreadRule;
  }
  return ranges.length > maxRanges ? repeatsTooOften : ranges;
}
