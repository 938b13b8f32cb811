import { businessDaysAfter, type ClosedDays, dayAfter } from "#contract/site/business-days.ts";
import type { Away } from "./plan-title.rules.ts";
import { busiest } from "./room.rules.ts";

/** The day that counts are made for. A usual loan that begins on it is over before `usualUntil`. */
export type LibraryDay = { day: string; usualUntil: string; inspectionDays: number; closed: ClosedDays };

/** A place of an open order, as it is stored. */
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
export function ahead({ from, to }: Away, { day }: Pick<LibraryDay, "day">): Away {
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
