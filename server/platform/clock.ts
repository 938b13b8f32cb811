/** The time, injected so that tests can set it. */
export type Clock = { now(): Date };

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The calendar day at an instant in a time zone, as YYYY-MM-DD. */
export function dayOf(instant: Date, timeZone: string): string {
  const { year, month, day } = wallClock(instant, timeZone);
  return [String(year).padStart(4, "0"), twoDigits(month), twoDigits(day)].join("-");
}

/** Today in a time zone, as YYYY-MM-DD. */
export function today(clock: Clock, timeZone: string): string {
  return dayOf(clock.now(), timeZone);
}

/** The first instant of a day (YYYY-MM-DD) in a time zone; not always midnight, because a clock change may skip it. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = parse(day);
  // The offset at the wanted instant is unknown before the instant is, so guess from the offsets around it.
  const guesses = [-1, 0, 1].map((days) => midnight - offsetAt(new Date(midnight + days * dayLength), timeZone));
  const exact = guesses.filter((guess) => guess + offsetAt(new Date(guess), timeZone) === midnight);
  if (exact.length > 0) return new Date(Math.min(...exact));
  return firstInstantAfterGap(Math.min(...guesses), Math.max(...guesses), day, timeZone);
}

/** The first instant after a day (YYYY-MM-DD) in a time zone: the end of a range of days. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(addDays(day, 1), timeZone);
}

/** The day a number of days after another, both YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(parse(day) + days * dayLength).toISOString().slice(0, 10);
}

const dayLength = 86_400_000; // ms

function parse(day: string): number {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // February 31 is parsed as March 3.
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== day)
    throw new RangeError(`Not a day: ${day}`);
  return instant;
}

/** How far the time zone's wall clock is ahead of UTC, in ms. */
function offsetAt(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(instant, timeZone);
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/** Midnight does not exist that day: the day starts where the skipped hour ends, found to the second. */
function firstInstantAfterGap(from: number, to: number, day: string, timeZone: string): Date {
  let [before, after] = [from, to];
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (dayOf(new Date(middle), timeZone) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallClock(instant: Date, timeZone: string) {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const numbers = {
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...numbers });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
