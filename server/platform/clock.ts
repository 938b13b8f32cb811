import { Refusal } from "#server/refusals/refusal.ts";

/** The time, injected so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

const [second, hour, dayLength] = [1000, 3_600_000, 86_400_000]; // ms
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day at an instant in a time zone, as YYYY-MM-DD, which is the Swedish format. */
export function dayOf(instant: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  formats.set(timeZone, format);
  return format.format(instant);
}

export function today(clock: Clock, timeZone: string): string {
  return dayOf(clock.now(), timeZone);
}

/** Returns the first instant of a day (YYYY-MM-DD); a clock change may skip midnight, so it searches to the second. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = parse(day);
  let [before, after] = [midnight - 15 * hour, midnight + 15 * hour]; // no time zone is farther from Greenwich
  while (after - before > second) {
    const middle = Math.floor((before + after) / 2 / second) * second;
    if (dayOf(new Date(middle), timeZone) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Returns the first instant after a day (YYYY-MM-DD). */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(addDays(day, 1), timeZone);
}

/** Converts an inclusive range of days to instants; refuses reversed ranges. */
export function rangeOfDays(
  { startDate, endDate }: { startDate?: string | null; endDate?: string | null },
  timeZone: string,
): { from?: Date; before?: Date } {
  if (startDate && endDate && endDate < startDate) throw new Refusal({ kind: "end-before-start" });
  return {
    ...(startDate && { from: startOfDay(startDate, timeZone) }),
    ...(endDate && { before: endOfDay(endDate, timeZone) }),
  };
}

/** Adds days to a day (YYYY-MM-DD). */
export function addDays(day: string, days: number): string {
  return new Date(parse(day) + days * dayLength).toISOString().slice(0, 10);
}

function parse(day: string): number {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // February 31 parses as March 3
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== day)
    throw new RangeError(`Not a day: ${day}`);
  return instant;
}
