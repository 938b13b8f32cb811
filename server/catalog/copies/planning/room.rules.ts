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
    // on one day, what comes back makes room for what leaves
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.by - other.by));
  let [now, most] = [0, 0];
  for (const { by } of ends) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

export function freeOnDays(windows: readonly Away[], copies: number, first: string, days: number): number[] {
  const free = Array.from({ length: days }, () => copies);
  for (const { from, to } of windows)
    for (let at = Math.max(0, between(first, from)); at < Math.min(days, between(first, to)); at += 1)
      free[at] = (free[at] ?? 0) - 1;
  return free.map((count) => Math.max(0, count));
}

const between = (one: string, other: string) => daysOfTeaching({ from: one, to: other }) - 1;

export type Nearest = { before: Teaching | null; next: Teaching | null };

/** Days that a window reaches beyond its teaching days, at most: a summer, or a library that is closed for long. */
const longestWayBack = 400;

type Given = {
  today: string;
  ways: Ways;
  /** Counts the days of teaching days; for many titles, it remembers them. */
  windowOf?: (teaching: Teaching) => Pick<LendingDays, "leavesBy" | "freeOn">;
};

/** The nearest days before and after others, as many of them, for which so many copies are free. */
export function nearestDays(
  windows: readonly Away[],
  { copies, quantity }: { copies: number; quantity: number },
  wanted: Teaching,
  { today, ways, windowOf = (teaching) => lendingDays(teaching, ways) }: Given,
): Nearest {
  const length = daysOfTeaching(wanted) - 1;
  const earliest = firstTeachingDay(today, ways);
  const ahead = 2 * teachingLimits.days + length;
  const free = freeOnDays(windows, copies, today, Math.max(0, between(today, wanted.from)) + ahead + longestWayBack);
  const fits = (from: string) => {
    const teaching = { from, to: dayAfter(from, length) };
    const { leavesBy, freeOn } = windowOf(teaching);
    const stretch = free.slice(between(today, leavesBy), between(today, freeOn));
    return stretch.every((count) => count >= quantity) ? teaching : null;
  };
  const find = (step: 1 | -1): Teaching | null => {
    for (let n = 1; n <= ahead; n += 1) {
      const from = dayAfter(wanted.from, n * step);
      if (from < earliest) {
        if (step < 0) return null;
        continue;
      }
      const found = isBusinessDay(from, ways.school ?? []) ? fits(from) : null; // nobody begins in a break
      if (found) return found;
    }
    return null;
  };
  return { before: find(-1), next: find(1) };
}

/** The day that counts are made for. A usual loan that begins on it is over before `usualUntil`. */
export type LibraryDay = { day: string; usualUntil: string; inspectionDays: number; closed: ClosedDays };

export type StoredPlace = {
  /** The copy that it has. */
  copy_id: number | null;
  /** That copy has left. */
  is_out: boolean;
  due_on: string | null;
  /** Of an order with teaching days. */
  leaves_on: string | null;
  free_on: string | null;
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

const later = (one: string, other: string) => (one > other ? one : other);

/** What is left of some days. */
function ahead({ from, to }: Away, { day }: Pick<LibraryDay, "day">): Away {
  const first = later(from, day);
  return { from: first, to: to > first ? to : dayAfter(first, 1) };
}

/** The days for which a place keeps a copy off the shelf. What is late comes back today at the earliest. */
export function awayOf(place: StoredPlace, library: LibraryDay): Away {
  const { day, usualUntil } = library;
  if (place.copy_id !== null && place.is_out && place.due_on !== null)
    return { from: day, to: afterInspection(later(place.due_on, day), library) };
  if (place.leaves_on === null || place.free_on === null) return { from: day, to: usualUntil };
  return ahead({ from: place.copy_id === null ? place.leaves_on : day, to: place.free_on }, library);
}

/** Whether a place of an order is counted from today on, as one without days is. */
export const isNow = ({ copy_id, free_on }: StoredPlace) => copy_id !== null || free_on === null;

/** How many copies on the shelf cannot be lent for a usual loan, because they are booked before it is over. */
export function bookedSoon(places: readonly (Away & { isNow: boolean })[], { day, usualUntil }: LibraryDay): number {
  const now = places.filter((place) => place.isNow).length;
  return busiest(places, { from: day, to: usualUntil }) - now;
}
