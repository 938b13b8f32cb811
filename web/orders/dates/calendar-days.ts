import { dayAfter } from "#contract/orders/business-days.ts";
import type { LanguageCode } from "#contract/site/languages.ts";

/** Chosen days; without `to`, only the first day is chosen so far. */
export type Choice = { from: string; to?: string };

/** The days open for orders. */
export type Bounds = { earliest: string; latest: string };

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Returns the first day of the month that is this many months after a day's. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 10);
}

/** Returns the weeks of a month. They begin on Sunday and have seven entries. */
export function weeksOf(month: string): (string | undefined)[][] {
  const weeks: (string | undefined)[][] = [];
  for (let day = month; day.startsWith(month.slice(0, 7)); day = dayAfter(day, 1)) {
    const weekday = dateOf(day).getUTCDay();
    if (weeks.length === 0 || weekday === 0) weeks.push(Array.from({ length: 7 }, () => undefined));
    weeks.at(-1)?.splice(weekday, 1, day);
  }
  return weeks;
}

/** Chooses the first day, or the last one if it isn't earlier. */
export function chooseDay(choice: Choice | undefined, day: string): Choice {
  if (!choice || choice.to !== undefined || day < choice.from) return { from: day };
  return { from: choice.from, to: day };
}

/**
 * Returns the day that a key leads to; undefined for other keys. Arrow keys don't move beyond the bounds, and longer
 * moves stop at them.
 */
export function dayForKey(key: string, day: string, { earliest, latest }: Bounds): string | undefined {
  const weekday = dateOf(day).getUTCDay();
  const inWeek = new Map([
    ["ArrowLeft", -1],
    ["ArrowRight", 1],
    ["ArrowUp", -7],
    ["ArrowDown", 7],
    ["Home", -weekday],
    ["End", 6 - weekday],
  ]).get(key);
  const months = new Map([
    ["PageUp", -1],
    ["PageDown", 1],
  ]).get(key);
  if (inWeek === undefined && months === undefined) return undefined;
  const next = months === undefined ? dayAfter(day, inWeek ?? 0) : sameDayIn(monthAfter(day, months), day);
  if (next < earliest) return key.startsWith("Arrow") ? day : earliest;
  if (next > latest) return key.startsWith("Arrow") ? day : latest;
  return next;
}

/** Returns the same day of another month, or its last day if it's shorter. */
function sameDayIn(month: string, day: string): string {
  const last = dayAfter(monthAfter(month, 1), -1);
  const same = `${month.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

export function namesOf(language: LanguageCode) {
  const locale = language === "es" ? "es-US" : "en-US";
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    return (day: string) => formatter.format(dateOf(day));
  };
  const [short, long] = [format({ weekday: "short" }), format({ weekday: "long" })];
  const week = Array.from({ length: 7 }, (_, day) => `2026-03-0${day + 1}`); // starts on a Sunday
  return {
    month: format({ month: "long", year: "numeric" }),
    day: format({ weekday: "long", month: "long", day: "numeric" }),
    weekdays: week.map((day) => ({ short: short(day), long: long(day) })),
  };
}
