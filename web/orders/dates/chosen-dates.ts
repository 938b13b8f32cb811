import { useSyncExternalStore } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { storedDates } from "#web/orders/cart/cart-queries.ts";

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const listeners = new Set<() => void>();
let current: Teaching | undefined;

export function datesFrom([from = "", to = ""]: readonly (string | null)[]): Teaching | undefined {
  return from && to && isDay(from) && isDay(to) ? { from, to } : undefined;
}

/** Returns false while a year is being typed, when a date field has 0002, 0020, or 0202. */
export const areTyped = ({ from, to }: Teaching) => from >= "1900" && to >= "1900";

/** Returns the visit's teaching dates as the same object until they change. */
export function chosenDates(): Teaching | undefined {
  const dates = datesFrom(storedDates());
  if (current?.from !== dates?.from || current?.to !== dates?.to) current = dates;
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

/** Reports the chosen dates now and after each change. Returns a function that stops it. */
export function followDates(report: (dates: Teaching | undefined) => void): () => void {
  report(chosenDates());
  return onDatesChange(() => report(chosenDates()));
}
