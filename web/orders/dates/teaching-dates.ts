import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useSyncExternalStore } from "react";
import { useLazy } from "#web/ui/feedback/loading.tsx";

const day = /^\d{4}-\d\d-\d\d$/;
const listeners = new Set<() => void>();
let current: Teaching | undefined;

export function datesFrom([from = "", to = ""]: readonly (string | null)[]): Teaching | undefined {
  return from && to && day.test(from) && day.test(to) ? { from, to } : undefined;
}

/** Returns false while a year is being typed, when a date field has 0002, 0020, or 0202. */
export const areTyped = ({ from, to }: Teaching) => from >= "1900" && to >= "1900";

/** Returns the visit's teaching dates as the same object until they change. */
export function chosenDates(): Teaching | undefined {
  const stored = datesFrom(storedDates());
  if (current?.from !== stored?.from || current?.to !== stored?.to) current = stored;
  return current;
}

export function storeDates(days: Teaching | undefined): void {
  if (days) sessionStorage.setItem("teachingDays", `${days.from}/${days.to}`);
  else sessionStorage.removeItem("teachingDays");
  for (const listener of listeners) listener();
}

function onDatesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTeachingDates = () => useSyncExternalStore(onDatesChange, chosenDates, () => undefined);

/** Returns the first and the last teaching date of this visit, or nothing without any. */
export function storedDates(): string[] {
  return sessionStorage.getItem("teachingDays")?.split("/") ?? [];
}

const loadPart = () => import("./availability.tsx");

/** Loads the code for teaching dates after the page, which shows today's stock until then. `datedPart` needs chosen dates. */
export function useDatesPart() {
  const part = useLazy(loadPart);
  const teaching = useTeachingDates();
  return { part, datedPart: teaching && part };
}
