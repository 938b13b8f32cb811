import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useSyncExternalStore } from "react";
import { storedDates } from "./kept-days.ts";

const day = /^\d{4}-\d\d-\d\d$/;
const listeners = new Set<() => void>();
let current: Teaching | undefined;

export function daysFrom([from = "", to = ""]: readonly (string | null)[]): Teaching | undefined {
  return from && to && day.test(from) && day.test(to) ? { from, to } : undefined;
}

/** Returns false while a year is being typed, when a date field has 0002, 0020, or 0202. */
export const areTyped = ({ from, to }: Teaching) => from >= "1900" && to >= "1900";

/** Returns the visit's teaching dates as the same object until they change. */
export function chosenDays(): Teaching | undefined {
  const stored = daysFrom(storedDates());
  if (current?.from !== stored?.from || current?.to !== stored?.to) current = stored;
  return current;
}

export function storeDates(days: Teaching | undefined): void {
  if (days) sessionStorage.setItem("teachingDays", `${days.from}/${days.to}`);
  else sessionStorage.removeItem("teachingDays");
  for (const listener of listeners) listener();
}

export function onDaysChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTeaching() {
  const teaching = useSyncExternalStore(onDaysChange, chosenDays, () => undefined);
  return { teaching, keep: storeDates };
}
