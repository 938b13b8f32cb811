import { businessDaysAfter, type ClosedDays, dayAfter, isBusinessDay } from "#contract/orders/business-days.ts";
import {
  daysOfTeaching,
  firstTeachingDay,
  type LendingDays,
  lendingDays,
  type Teaching,
  teachingLimits,
  type Ways,
} from "#contract/orders/teaching-days.ts";
import type { Away } from "./plan-title.rules.ts";

export function busiest(windows: readonly Away[], { from, to }: Away): number {
  const ends = windows
    .filter((window) => window.from < to && from < window.to)
    .flatMap((window) => [
      { day: window.from < from ? from : window.from, by: 1 },
      { day: window.to, by: -1 },
    ])
    // returns come before departures on the same day
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.by - b.by));
  let [now, max] = [0, 0];
  for (const { by } of ends) {
    now += by;
    max = Math.max(max, now);
  }
  return max;
}

export function copiesByDay(windows: readonly Away[], copies: number, first: string, days: number): number[] {
  const available = Array.from({ length: days }, () => copies);
  for (const { from, to } of windows)
    for (let at = Math.max(0, between(first, from)); at < Math.min(days, between(first, to)); at += 1)
      available[at] = (available[at] ?? 0) - 1;
  return available.map((count) => Math.max(0, count));
}

const between = (from: string, to: string) => daysOfTeaching({ from, to }) - 1;

export type Nearest = { before: Teaching | null; next: Teaching | null };

/** Maximum days that a window lasts beyond its teaching dates, such as over a summer or a long closure. */
const maxDaysBeyond = 400;

type Circumstances = {
  today: string;
  ways: Ways;
  /** Computes the window of dates; pass a memoized one for many titles. */
  windowOf?: (teaching: Teaching) => Pick<LendingDays, "shipBy" | "availableOn">;
};

/** Returns the nearest dates of the same length before and after the requested ones with enough copies. */
export function nearestDays(
  windows: readonly Away[],
  { copies, quantity }: { copies: number; quantity: number },
  requested: Teaching,
  { today, ways, windowOf = (teaching) => lendingDays(teaching, ways) }: Circumstances,
): Nearest {
  const length = daysOfTeaching(requested) - 1;
  const earliest = firstTeachingDay(today, ways);
  const searchDays = 2 * teachingLimits.days + length;
  const available = copiesByDay(
    windows,
    copies,
    today,
    Math.max(0, between(today, requested.from)) + searchDays + maxDaysBeyond,
  );
  const fits = (from: string) => {
    const teaching = { from, to: dayAfter(from, length) };
    const { shipBy, availableOn } = windowOf(teaching);
    const stretch = available.slice(between(today, shipBy), between(today, availableOn));
    return stretch.every((count) => count >= quantity) ? teaching : null;
  };
  const find = (step: 1 | -1): Teaching | null => {
    for (let n = 1; n <= searchDays; n += 1) {
      const from = dayAfter(requested.from, n * step);
      if (from < earliest) {
        if (step < 0) return null;
        continue;
      }
      const teaching = isBusinessDay(from, ways.school ?? []) ? fits(from) : null; // no class begins in a break
      if (teaching) return teaching;
    }
    return null;
  };
  return { before: find(-1), next: find(1) };
}

/** The day of the current plans. A regular loan from that day ends before `usualUntil`. */
export type LibraryDay = { day: string; usualUntil: string; inspectionDays: number; closed: ClosedDays };

export type StoredPlace = {
  copy_id: number | null;
  is_out: boolean;
  due_on: string | null;
  /** Null for an order without reserved dates. */
  ship_on: string | null;
  available_on: string | null;
};

export function libraryDay(
  day: string,
  { loanDays, inspectionDays, closed }: { loanDays: number; inspectionDays: number; closed: ClosedDays },
): LibraryDay {
  const due = dayAfter(day, loanDays);
  return { day, usualUntil: afterInspection(due, { inspectionDays, closed }), inspectionDays, closed };
}

const afterInspection = (due: string, { inspectionDays, closed }: Pick<LibraryDay, "inspectionDays" | "closed">) =>
  dayAfter(businessDaysAfter(due, inspectionDays, closed), 1);

const later = (a: string, b: string) => (a > b ? a : b);

function withoutPast({ from, to }: Away, { day }: Pick<LibraryDay, "day">): Away {
  const first = later(from, day);
  return { from: first, to: to > first ? to : dayAfter(first, 1) };
}

/** Returns the days for which a place keeps a copy off the shelf. An overdue copy returns today at the earliest. */
export function awayOf(place: StoredPlace, library: LibraryDay): Away {
  const { day, usualUntil } = library;
  if (place.copy_id !== null && place.is_out && place.due_on !== null)
    return { from: day, to: afterInspection(later(place.due_on, day), library) };
  if (place.ship_on === null || place.available_on === null) return { from: day, to: usualUntil };
  return withoutPast({ from: place.copy_id === null ? place.ship_on : day, to: place.available_on }, library);
}

/** Returns whether a place takes its copy from today on, as one without reserved dates does. */
export const isNow = ({ copy_id, available_on }: StoredPlace) => copy_id !== null || available_on === null;

/** Counts the copies on the shelf that are reserved within the next loan period. */
export function reservedSoon(places: readonly (Away & { isNow: boolean })[], { day, usualUntil }: LibraryDay): number {
  const now = places.filter((place) => place.isNow).length;
  return busiest(places, { from: day, to: usualUntil }) - now;
}
